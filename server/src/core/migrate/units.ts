import { nodeName } from '../../html/access.ts';
import { ELEMENT, type PageTree, TEXT, VERBATIM } from '../../html/tree.ts';
import { type AddressForm, addressForms, addressKey } from './addresses.ts';

/** A page cut into units: tags, texts, white space, values of attributes. Together they are the whole text. */
export interface PageUnits {
  readonly path: string;
  readonly text: string;
  /** Number of units. */
  readonly size: number;
  /** Unit `i` is `text.slice(starts[i], starts[i + 1])`. */
  readonly starts: Uint32Array;
  /** Equal for units that can stand in one place of a layout: of equal text, or addresses with one target. */
  readonly keys: Int32Array;
  /** 1 for units of the page's template, 0 for its content. */
  readonly isTemplate: Uint8Array;
  /** Number of elements that are open before each unit, and at the end: those with a start tag and an end tag. */
  readonly depth: Int32Array;
}

/** Text of the units `from` to `to` (exclusive). */
export function unitsText({ text, starts }: PageUnits, from: number, to: number): string {
  return text.slice(starts[from]!, starts[to]!);
}

/** Numbers the keys of units. */
export class KeyTable {
  readonly #ids = new Map<string, number>();
  readonly #keys: string[] = [];

  /** The forms of addresses, that of the site's pages first: `dot` if pages in the root write `./`. */
  forms: readonly AddressForm[] = addressForms;

  id(key: string): number {
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#keys.push(key) - 1;
      this.#ids.set(key, id);
    }
    return id;
  }

  /** The target of an address in the site, such as `docs/a.html#top`; undefined for other units. */
  target(id: number): string | undefined {
    const key = this.#keys[id]!;
    return key.startsWith('\0') ? key.slice(1) : undefined;
  }
}

/** A page to cut. */
export interface LabelledPage {
  /** Path relative to the site's root, with `/`. */
  path: string;
  text: string;
  tree: PageTree;
  /** Labelled nodes in document order; a node inside another one decides for its own text. */
  labels: readonly { start: number; end: number; label: 'template' | 'content' }[];
}

/** Attributes whose value is a unit of its own: it often differs where the rest of the tag does not. */
const ownUnit = new Set([
  'href',
  'src',
  'action',
  'data',
  'background',
  'poster',
  'content',
  'lang',
  'xml:lang',
  'alt',
  'title',
  'value',
]);
const addresses = new Set(['href', 'src', 'action', 'data', 'background', 'poster']);

/** Cuts a page into units. */
export function cutPage({ path, text, tree, labels }: LabelledPage, table: KeyTable): PageUnits {
  const isTemplateAt = paintLabels(text.length, labels);
  const cuts: number[] = [0];
  const values = new Set<number>();
  const steps = new Map<number, number>();
  for (let node = 0; node < tree.size; node++) {
    cuts.push(tree.start[node]!, tree.tagEnd[node]!, tree.closeStart[node]!, tree.end[node]!);
    if (tree.start[node]! < tree.tagEnd[node]! && tree.closeStart[node]! < tree.end[node]!) {
      steps.set(tree.start[node]!, 1);
      steps.set(tree.closeStart[node]!, -1);
    }
    if (tree.kind[node] === ELEMENT) cutTag(tree, text, node, cuts, values);
    else cutText(text, tree.start[node]!, tree.end[node]!, isCode(tree, node), cuts);
  }
  cuts.push(text.length);
  const starts = Uint32Array.from(new Set(cuts)).sort();
  const size = starts.length - 1;
  const keys = new Int32Array(size);
  const isTemplate = new Uint8Array(size);
  const depth = new Int32Array(size + 1);
  for (let unit = 0; unit < size; unit++) {
    const own = text.slice(starts[unit]!, starts[unit + 1]!);
    const address = values.has(starts[unit]!) ? addressKey(own, path) : undefined;
    if (address !== undefined && own.startsWith('./')) table.forms = ['dot', 'root', 'page'];
    keys[unit] = table.id(address ?? own);
    isTemplate[unit] = isTemplateAt[starts[unit]!]!;
    depth[unit + 1] = depth[unit]! + (steps.get(starts[unit]!) ?? 0);
  }
  return { path, text, size, starts, keys, isTemplate, depth };
}

/** For each code unit of a text 1 if the innermost labelled node around it is template. What no labelled node contains is template. */
function paintLabels(length: number, labels: LabelledPage['labels']): Uint8Array {
  const painted = new Uint8Array(length).fill(1);
  for (const { start, end, label } of labels) painted.fill(label === 'template' ? 1 : 0, start, end);
  return painted;
}

/** Cuts a start tag at the values of some attributes; `values` gets the starts of those that are addresses. */
function cutTag(tree: PageTree, text: string, node: number, cuts: number[], values: Set<number>): void {
  const name = nodeName(tree, node);
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const attribute = text.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
    const [start, end] = [tree.attrValueStart[at]!, tree.attrValueEnd[at]!];
    const isOwn =
      ownUnit.has(attribute) || ((attribute === 'class' || attribute === 'id') && (name === 'body' || name === 'html'));
    if (!isOwn || start === end) continue;
    cuts.push(start, end);
    if (addresses.has(attribute)) values.add(start);
  }
}

function isCode(tree: PageTree, node: number): boolean {
  return tree.kind[node] !== TEXT || (tree.flags[node]! & VERBATIM) !== 0;
}

/** Cuts a text at the white space around it; code and comments at their lines. */
function cutText(text: string, start: number, end: number, byLine: boolean, cuts: number[]): void {
  let from = start;
  let to = end;
  while (from < to && isWhite(text.charCodeAt(from))) from++;
  while (to > from && isWhite(text.charCodeAt(to - 1))) to--;
  cuts.push(from, to);
  if (!byLine) return;
  for (let line = text.indexOf('\n', from); line >= 0 && line < to; line = text.indexOf('\n', line + 1)) cuts.push(line + 1);
}

function isWhite(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}
