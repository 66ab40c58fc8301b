import {
  ADDRESS,
  attributeName,
  CLASS,
  DIRECTIVE,
  equalsIgnoringCase,
  isOwnOfPage,
  NAME_SALT,
  PRESENTATIONAL,
  STATE,
  STYLE,
} from './attribute-names.ts';
import { CodeUnits } from './code-units.ts';
import { enlarged } from './enlarged.ts';
import {
  combine,
  type HashState,
  hashedCodePoints,
  hashPlainText,
  hashPlainValue,
  hashString,
  hashUnits,
  hi,
  lo,
  number53,
} from './hash.ts';
import { knownNames, nameId } from './names.ts';
import { decodeAttribute, decodeText, normaliseText, simpleReference, styleDeclarations, unixLines } from './normalise.ts';
import { PageAddress, relativeStart } from './page-address.ts';
import { marksState } from './state-tokens.ts';
import { step } from './steps.ts';
import { limits } from './thresholds.ts';
import { BLANK, COMMENT, DOCTYPE, ELEMENT, MARKER, OPAQUE, type PageHashes, type PageTree, TEXT, VERBATIM } from './tree.ts';
import { isSpace } from './white-space.ts';

/** Salts of `hashString`: equal texts of different kinds have different hashes. */
const TEXT_SALT = 1;
const VALUE_SALT = 3;
const TOKEN_SALT = 4;
const COMMENT_SALT = 5;

/** The lanes of the hashes of known element names, by name id. */
const nameLo = new Int32Array(knownNames.length);
const nameHi = new Int32Array(knownNames.length);
knownNames.forEach((name, id) => {
  hashString(name, 0, name.length, NAME_SALT);
  nameLo[id] = lo;
  nameHi[id] = hi;
});
hashString('#text', 0, 5, NAME_SALT);
const textLo = lo;
const textHi = hi;

const { pairwise } = limits;

const script = nameId('script');
const style = nameId('style');
const body = nameId('body');
/** A line break right after the start tag of these elements does not count. */
const dropsLineBreak = new Set(['pre', 'listing', 'textarea'].map(nameId));

/** Sum of the hashes of a set's members: their order does not count. */
let sumLo = 0;
let sumHi = 0;
/** The same over the class tokens that mark the current item (N8), and the number of the other tokens. */
let stateLo = 0;
let stateHi = 0;
let steadyTokens = 0;

/** Adds the hashes of the distinct tokens of a `class` to the sums. */
function addTokens(units: Uint16Array, start: number, end: number): void {
  let seen: number[] | undefined;
  let many: Set<number> | undefined;
  let first = 0;
  let count = 0;
  stateLo = stateHi = steadyTokens = 0;
  for (let i = start; i < end; ) {
    let stop = i;
    while (stop < end && !isSpace(units[stop]!)) stop++;
    if (stop > i) {
      hashUnits(units, i, stop, TOKEN_SALT);
      if (count === 0) first = lo;
      else seen ??= [first];
      if (seen?.length === pairwise) many ??= new Set(seen);
      if (count++ === 0 || !(many ? many.has(lo) : seen!.includes(lo))) {
        if (many) many.add(lo);
        else seen?.push(lo);
        sumLo = (sumLo + lo) | 0;
        sumHi = (sumHi + hi) | 0;
        if (marksState(units, i, stop, number53(lo, hi))) {
          stateLo = (stateLo + lo) | 0;
          stateHi = (stateHi + hi) | 0;
        } else steadyTokens++;
      }
    }
    i = stop + 1;
  }
}

/** The text of the page being hashed, and its code units. */
interface Source {
  readonly text: string;
  readonly units: Uint16Array;
  /** See `hashPlainText`. */
  readonly decodeAt: (offset: number) => number;
  /** The page's place in its site; undefined if it is not known. */
  readonly address: PageAddress | undefined;
  /** Attributes to skip. */
  readonly skips: AttributeFilter | undefined;
}

/** True if an attribute is to be skipped, by its name and the offsets of its value. */
type AttributeFilter = (name: string, valueStart: number, valueEnd: number) => boolean;
const pageUnits = new CodeUnits();
const decodedUnits = new CodeUnits();

/** The links of the page being hashed: the nodes with `href`, and two lanes for the address of each. */
let linkCount = 0;
let linkNodes = new Int32Array(256);
let linkTargets = new Int32Array(512);

/** Two lanes: see `PageHashes.plainBody`. */
const plainBody = new Int32Array(2);

/** Adds a link to the address whose hash is in `lo` and `hi`. */
function addLink(node: number): void {
  if (linkCount === linkNodes.length) {
    linkNodes = enlarged(linkNodes, linkCount * 2);
    linkTargets = enlarged(linkTargets, linkCount * 4);
  }
  linkNodes[linkCount] = node;
  store(linkTargets, linkCount++, lo, hi);
}

/** Hash of a path that begins with `/`, as in `PageLinkTargets` of a link to it without query and fragment. */
export function targetHash(path: string): { lo: number; hi: number } {
  hashString(path, 0, path.length, VALUE_SALT);
  return { lo, hi };
}

/** Hashes an attribute's value by its role; the result is in `lo` and `hi`, and for a `class` also in the sums. */
function hashValue({ text, units, address }: Source, start: number, end: number, role: number, name: string): void {
  if (role === STYLE) {
    sumLo = sumHi = 0;
    const declarations = styleDeclarations(decodeAttribute(text.slice(start, end)));
    for (const declaration of declarations) {
      hashString(declaration, 0, declaration.length, TOKEN_SALT);
      sumLo = (sumLo + lo) | 0;
      sumHi = (sumHi + hi) | 0;
    }
    combine(sumLo, sumHi, role, role);
    return;
  }
  // Spellings of a boolean attribute count as equal: checked, checked="", checked="checked".
  if (end - start === name.length && equalsIgnoringCase(name, units, start, end)) end = start;
  let value = units;
  const plain = hashFrom(hashPlainValue, value, start, end, role, address);
  if (!plain) {
    const decoded = decodeAttribute(text.slice(start, end));
    value = decodedUnits.load(decoded);
    start = 0;
    end = decoded.length;
  }
  if (role === CLASS) {
    sumLo = sumHi = 0;
    addTokens(value, start, end);
    combine(sumLo, sumHi, role, role);
  } else if (!plain) hashFrom(hashUnits, value, start, end, role, address);
}

/** Hashes a value by `hash`; a relative address as if it were written from the site's root. */
function hashFrom<T>(
  hash: (units: Uint16Array, start: number, end: number, salt: number, from?: HashState) => T,
  units: Uint16Array,
  start: number,
  end: number,
  role: number,
  address: PageAddress | undefined,
): T {
  const relative = role === ADDRESS && address ? relativeStart(units, start, end) : undefined;
  return relative
    ? hash(units, relative.rest, end, VALUE_SALT, address!.folder(relative.levels))
    : hash(units, start, end, VALUE_SALT);
}

type NodeHashes = Omit<PageHashes, 'links' | 'plainBody'>;

/** Number of 32-bit words that a node's hashes take: five hashes of two lanes, and the number of children. */
export const HASH_WORDS = 11;

/**
 * Hashes all nodes of a page, and sets `tree.textLength`.
 * @param path the page's path from the site's root; undefined if it is not known: then relative addresses are hashed as they are written
 * @param scratch memory for the hashes, `HASH_WORDS` words a node; used if it is large enough
 * @param skips returns true for attributes that do not count
 * @param units the text's code units
 */
export function hashPage(
  tree: PageTree,
  text: string,
  path?: string,
  scratch?: Int32Array,
  skips?: AttributeFilter,
  units: Uint16Array = pageUnits.load(text),
): PageHashes {
  const source: Source = {
    text,
    units,
    decodeAt: offset => simpleReference(text, offset),
    address: path === undefined ? undefined : new PageAddress(path, VALUE_SALT),
    skips,
  };
  const lanes = tree.size * 2;
  const all = scratch && scratch.length >= tree.size * HASH_WORDS ? scratch : new Int32Array(tree.size * HASH_WORDS);
  const lane = (index: number) => all.subarray(index * lanes, (index + 1) * lanes);
  const hashes: NodeHashes = {
    own: lane(0),
    path: lane(1),
    place: lane(2),
    display: lane(3),
    style: lane(4),
    children: all.subarray(5 * lanes, 5 * lanes + tree.size),
  };
  linkCount = 0;
  plainBody.fill(0);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT) hashElement(tree, source, node, hashes);
    else hashLeaf(tree, source, node, hashes);
  }
  for (let node = 0; node < tree.size; node++)
    hashes.children[node] = tree.flags[node]! & OPAQUE ? 0 : hashChildren(tree, node, hashes);
  return {
    ...hashes,
    links: {
      nodes: linkNodes.slice(0, linkCount),
      targets: linkTargets.slice(0, linkCount * 2),
    },
    plainBody: plainBody.slice(),
  };
}

/** Hashes an element: sets its own, path, display and place hashes. */
function hashElement(tree: PageTree, source: Source, node: number, hashes: NodeHashes): void {
  const name = tree.name[node]!;
  let nLo: number;
  let nHi: number;
  if (name < knownNames.length) {
    nLo = nameLo[name]!;
    nHi = nameHi[name]!;
  } else {
    const text = tree.otherNames[name - knownNames.length] ?? '';
    hashString(text, 0, text.length, NAME_SALT);
    nLo = lo;
    nHi = hi;
  }
  const parent = tree.parent[node]!;
  combine(parent < 0 ? 0 : hashes.path[parent * 2]!, parent < 0 ? 0 : hashes.path[parent * 2 + 1]!, nLo, nHi);
  store(hashes.path, node, lo, hi);
  let ownLo = 0;
  let ownHi = 0;
  let [displayLo, displayHi] = [0, 0];
  let [classLo, classHi] = [0, 0];
  let [plainLo, plainHi] = [0, 0];
  const first = tree.attrFirst[node]!;
  const stop = tree.attrFirst[node + 1]!;
  const names = stop - first > pairwise ? new Set<string>() : undefined;
  for (let at = first; at < stop; at++) {
    const attribute = attributeName(source.text, source.units, tree.attrNameStart[at]!, tree.attrNameEnd[at]!);
    if (attribute.role === DIRECTIVE || attribute.role === STATE) continue;
    if (names ? names.has(attribute.name) : at > first && isRepeated(tree, source, first, at, attribute.name)) continue;
    names?.add(attribute.name);
    if (source.skips?.(attribute.name, tree.attrValueStart[at]!, tree.attrValueEnd[at]!)) continue;
    hashValue(source, tree.attrValueStart[at]!, tree.attrValueEnd[at]!, attribute.role, attribute.name);
    if (attribute.role === ADDRESS && attribute.name === 'href') addLink(node);
    combine(attribute.lo, attribute.hi, lo, hi);
    if (attribute.role === CLASS || attribute.role === PRESENTATIONAL) {
      displayLo = (displayLo + lo) | 0;
      displayHi = (displayHi + hi) | 0;
      if (attribute.role === CLASS) [classLo, classHi] = [lo, hi];
    }
    if (attribute.role === CLASS && (stateLo !== 0 || stateHi !== 0)) {
      if (steadyTokens === 0) continue;
      combine((sumLo - stateLo) | 0, (sumHi - stateHi) | 0, CLASS, CLASS);
      combine(attribute.lo, attribute.hi, lo, hi);
    }
    ownLo = (ownLo + lo) | 0;
    ownHi = (ownHi + hi) | 0;
    if (name !== body || isOwnOfPage(attribute.name)) continue;
    plainLo = (plainLo + lo) | 0;
    plainHi = (plainHi + hi) | 0;
  }
  if (name === body) {
    combine(nLo, nHi, plainLo, plainHi);
    store(plainBody, 0, lo, hi);
  }
  combine(nLo, nHi, ownLo, ownHi);
  store(hashes.own, node, lo, hi);
  if (displayLo !== ownLo || displayHi !== ownHi) combine(nLo, nHi, displayLo, displayHi);
  store(hashes.display, node, lo, hi);
  // N9: the classes of the body may be each page's own.
  if (name === body) combine(nLo, nHi, (displayLo - classLo) | 0, (displayHi - classHi) | 0);
  hashPlace(hashes, node, parent, lo, hi);
}

/** Sets the place hash: the display hashes of the elements from the root down, combined. */
function hashPlace(hashes: NodeHashes, node: number, parent: number, displayLo: number, displayHi: number): void {
  combine(parent < 0 ? 0 : hashes.place[parent * 2]!, parent < 0 ? 0 : hashes.place[parent * 2 + 1]!, displayLo, displayHi);
  store(hashes.place, node, lo, hi);
}

/** True if an attribute before this one has the same name (N3: the first of duplicates wins). */
function isRepeated(tree: PageTree, source: Source, first: number, at: number, name: string): boolean {
  step(at - first);
  for (let before = first; before < at; before++) {
    if (equalsIgnoringCase(name, source.units, tree.attrNameStart[before]!, tree.attrNameEnd[before]!)) return true;
  }
  return false;
}

/** Hashes a text whose white space is kept. Line ends are normalised and, outside scripts and style sheets, references are decoded. */
function hashVerbatim(tree: PageTree, { text, units }: Source, node: number, start: number, end: number, parent: number): void {
  const name = parent < 0 ? -1 : tree.name[parent]!;
  const inCode = name === script || name === style;
  const dropped = dropsLineBreak.has(name) && start === tree.tagEnd[parent];
  if (hashPlainValue(units, dropped && units[start] === 10 ? start + 1 : start, end, TEXT_SALT))
    tree.textLength[node] = solidLength(units, start, end);
  else {
    const raw = text.slice(start, end);
    const decoded = inCode ? unixLines(raw) : decodeText(raw);
    const whole = decodedUnits.load(decoded);
    hashUnits(whole, dropped && whole[0] === 10 ? 1 : 0, decoded.length, TEXT_SALT);
    tree.textLength[node] = solidLength(whole, 0, decoded.length);
  }
}

/** Number of code points of a text; a run of white space counts as one, and not at all at the edges. */
function solidLength(units: Uint16Array, start: number, end: number): number {
  let count = 0;
  let blank = true;
  for (let i = start; i < end; i++) {
    const c = units[i]!;
    if (isSpace(c)) {
      if (!blank) count++;
      blank = true;
    } else {
      if ((c & 0xfc00) !== 0xdc00) count++;
      blank = false;
    }
  }
  return blank && count > 0 ? count - 1 : count;
}

/** Hashes a text, a comment or a document type declaration. */
function hashLeaf(tree: PageTree, source: Source, node: number, hashes: NodeHashes): void {
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  const flags = tree.flags[node]!;
  const parent = tree.parent[node]!;
  if (tree.kind[node] !== TEXT) {
    if (flags & MARKER || tree.kind[node] === DOCTYPE) {
      const text = normaliseText(source.text.slice(start, end));
      hashString(text, 0, text.length, COMMENT_SALT);
    } else combine(COMMENT_SALT, 0, 0, 0);
  } else if (flags & VERBATIM) {
    hashVerbatim(tree, source, node, start, end, parent);
  } else {
    if (!hashPlainText(source.units, start, end, TEXT_SALT, source.decodeAt)) {
      const text = decodeText(source.text.slice(start, end));
      hashPlainText(decodedUnits.load(text), 0, text.length, TEXT_SALT);
    }
    tree.textLength[node] = hashedCodePoints;
  }
  store(hashes.own, node, lo, hi);
  store(hashes.display, node, textLo, textHi);
  combine(parent < 0 ? 0 : hashes.path[parent * 2]!, parent < 0 ? 0 : hashes.path[parent * 2 + 1]!, textLo, textHi);
  store(hashes.path, node, lo, hi);
}

/** Hashes the sequence of the children's display hashes, without opaque and blank nodes; returns how many children it has. */
function hashChildren(tree: PageTree, node: number, { display, style }: NodeHashes): number {
  let styleLo = 0;
  let styleHi = 0;
  let count = 0;
  const stop = tree.subtreeEnd[node]!;
  for (let child = node + 1; child < stop; child = tree.subtreeEnd[child]!) {
    if (tree.flags[child]! & (OPAQUE | BLANK) || tree.kind[child] === COMMENT) continue;
    combine(styleLo, styleHi, display[child * 2]!, display[child * 2 + 1]!);
    styleLo = lo;
    styleHi = hi;
    count++;
  }
  store(style, node, styleLo, styleHi);
  return count;
}

/** Stores the two words of a hash at an index. */
function store(hashes: Int32Array, index: number, first: number, second: number): void {
  hashes[index * 2] = first;
  hashes[index * 2 + 1] = second;
}
