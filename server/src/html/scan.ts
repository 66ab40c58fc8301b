import { QuoteType } from 'htmlparser2';
import { knownNames, nameId } from './names.ts';
import { scriptText } from './script-text.ts';
import { limits } from './thresholds.ts';
import type { TreeBuilder } from './tree-builder.ts';
import { isSpace } from './white-space.ts';

const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const MINUS = 45;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const BRACKET = 91;

const CDATA = '<![CDATA[';
const DOCTYPE = 'doctype';
const endOfNoscript = /<\/noscript[\t\n\f\r />]/gi;

const script = nameId('script');
const plaintext = nameId('plaintext');

/** By name id, the beginning of the end tag, for elements that contain text only. */
const ends: (string | undefined)[] = knownNames.map(() => undefined);
for (const name of ['iframe', 'noembed', 'noframes', 'script', 'style', 'textarea', 'title', 'xmp'])
  ends[nameId(name)] = `</${name}`;

const { nearTag } = limits;

/** Returned in place of an offset: the scanner gives up. */
const UNKNOWN = -1;

/**
 * Reads a page in one pass over its code units, and calls the builder with the same events as htmlparser2's `Tokenizer`, a few times
 * faster. It gives up at `plaintext`, at CDATA sections, and if the page ends inside a tag, a comment or an element that contains text only.
 * @param units the code units of the source
 * @returns false if it gave up: then the builder must be reset, and the tokenizer reads the page
 */
export function scan(source: string, units: Uint16Array, builder: TreeBuilder): boolean {
  const length = source.length;
  let at = 0;
  let text = 0;
  while (at < length) {
    at = nextTag(source, units, length, at);
    if (at === length) break;
    const c = units[at + 1]!;
    const isTag = isLetter(c);
    if (at + 1 < length && !isTag && c !== SLASH && c !== EXCLAMATION && c !== QUESTION) {
      at++;
      continue;
    }
    if (at > text) builder.ontext(text, at);
    if (isTag) at = startTag(source, units, length, at, builder);
    else if (c === SLASH) at = endTag(source, units, length, at, builder);
    else at = comment(source, length, at, builder);
    if (at < 0) return false;
    text = at;
  }
  if (length > text) builder.ontext(text, length);
  builder.onend();
  return true;
}

/** Offset of the next `<` at or after `from`; `length` if none exists. */
function nextTag(source: string, units: Uint16Array, length: number, from: number): number {
  const near = Math.min(length, from + nearTag);
  let at = from;
  while (at < near && units[at] !== LESS) at++;
  if (at < near || at === length) return at;
  const found = source.indexOf('<', at);
  return found < 0 ? length : found;
}

/** True for ASCII letters. */
function isLetter(c: number): boolean {
  const lower = c | 32;
  return lower >= 97 && lower <= 122 && c < 128;
}

/** True for the code units after which the name of a tag has ended. */
function endsName(c: number): boolean {
  return c === GREATER || c === SLASH || isSpace(c);
}

// The following functions return the offset after what they read, or UNKNOWN.

/** Reads a start tag and, if the element contains text only, this text. */
function startTag(source: string, units: Uint16Array, length: number, open: number, builder: TreeBuilder): number {
  let at = open + 2;
  while (at < length && !endsName(units[at]!)) at++;
  if (at >= length) return UNKNOWN;
  builder.onopentagname(open + 1, at);
  const name = builder.tagName;
  const end = name < ends.length ? ends[name] : undefined;
  if (name === plaintext) return UNKNOWN;
  // Tested before the tag changes which elements are open.
  const holdsText = end !== undefined && !builder.isInForeignContext();
  at = attributes(units, length, at, builder);
  if (at < 0) return UNKNOWN;
  if (builder.tree.noscriptTextStart === at) return noscript(source, at, builder);
  return holdsText ? textUntil(source, units, at, end, builder, name === script) : at;
}

/** Reads the attributes and the end of a start tag. */
function attributes(units: Uint16Array, length: number, from: number, builder: TreeBuilder): number {
  let at = from;
  while (at < length) {
    let c = units[at]!;
    if (c === GREATER) {
      builder.onopentagend(at);
      return at + 1;
    }
    if (c === SLASH) {
      at++;
      while (at < length && isSpace(units[at]!)) at++;
      if (at < length && units[at] === GREATER) {
        builder.onselfclosingtag(at);
        return at + 1;
      }
      continue;
    }
    if (isSpace(c)) {
      at++;
      continue;
    }
    const name = at++;
    while (at < length && units[at] !== EQUALS && !endsName(units[at]!)) at++;
    if (at >= length) return UNKNOWN;
    builder.onattribname(name, at);
    const nameEnd = at;
    while (at < length && isSpace(units[at]!)) at++;
    if (units[at] !== EQUALS || at >= length) {
      builder.onattribend(QuoteType.NoValue, nameEnd);
      continue;
    }
    at++;
    while (at < length && isSpace(units[at]!)) at++;
    if (at >= length) return UNKNOWN;
    c = units[at]!;
    if (c === QUOTE || c === APOSTROPHE) {
      const value = ++at;
      while (at < length && units[at] !== c) at++;
      if (at >= length) return UNKNOWN;
      builder.onattribdata(value, at);
      builder.onattribend(c === QUOTE ? QuoteType.Double : QuoteType.Single, ++at);
    } else {
      const value = at;
      while (at < length && units[at] !== GREATER && !isSpace(units[at]!)) at++;
      if (at >= length) return UNKNOWN;
      builder.onattribdata(value, at);
      builder.onattribend(QuoteType.Unquoted, at);
    }
  }
  return UNKNOWN;
}

/** Reads the text of a `noscript`, up to its end tag. */
function noscript(source: string, from: number, builder: TreeBuilder): number {
  endOfNoscript.lastIndex = from;
  const end = endOfNoscript.exec(source)?.index;
  if (end === undefined) return UNKNOWN;
  if (end > from) builder.ontext(from, end);
  return end;
}

/** Reads text up to the end tag that begins with `end`. */
function textUntil(
  source: string,
  units: Uint16Array,
  from: number,
  end: string,
  builder: TreeBuilder,
  isScript: boolean,
): number {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
    // In a script, end tags inside a comment can be part of the text.
    if (isScript && units[at + 1] === EXCLAMATION && source.startsWith('<!--', at)) {
      at = scriptText(source, from).end;
      if (at === source.length) return UNKNOWN;
    } else if (units[at + 1] !== SLASH || !startsWithEnd(source, units, at, end)) continue;
    if (at > from) builder.ontext(from, at);
    return at;
  }
  return UNKNOWN;
}

/** True if the end tag that begins with `end` is at `at`, in any letter case. */
function startsWithEnd(source: string, units: Uint16Array, at: number, end: string): boolean {
  const after = at + end.length;
  if (after >= source.length || !endsName(units[after]!)) return false;
  for (let i = 2; i < end.length; i++) if ((units[at + i]! | 32) !== end.charCodeAt(i)) return false;
  return true;
}

/** Reads an end tag; without a name, `</` begins a comment. */
function endTag(source: string, units: Uint16Array, length: number, open: number, builder: TreeBuilder): number {
  let at = open + 2;
  if (at >= length) return UNKNOWN;
  const c = units[at]!;
  if (c === GREATER) return at + 1;
  if (!isLetter(c)) return bogusComment(source, at, at, builder);
  while (at < length && !endsName(units[at]!)) at++;
  if (at >= length) return UNKNOWN;
  builder.onclosetag(open + 2, at);
  while (at < length && units[at] !== GREATER) at++;
  return at < length ? at + 1 : UNKNOWN;
}

/** Reads a "bogus comment", which ends at the first `>` at or after `from`. */
function bogusComment(source: string, start: number, from: number, builder: TreeBuilder): number {
  const end = source.indexOf('>', from);
  if (end < 0) return UNKNOWN;
  builder.oncomment(start, end);
  return end + 1;
}

/** Reads what begins with `<!` or `<?`: a comment, a document type declaration, or a bogus comment. */
function comment(source: string, length: number, open: number, builder: TreeBuilder): number {
  const start = open + 2;
  if (source.charCodeAt(open + 1) !== EXCLAMATION) return bogusComment(source, open + 1, start, builder);
  const c = source.charCodeAt(start);
  if (c === BRACKET) return source.startsWith(CDATA, open) ? UNKNOWN : bogusComment(source, start, start, builder);
  if (c === MINUS && source.charCodeAt(start + 1) === MINUS) return trueComment(source, length, start + 2, builder);
  if ((c | 32) !== DOCTYPE.charCodeAt(0)) return bogusComment(source, start, start, builder);
  const after = start + DOCTYPE.length;
  if (source.slice(start, after).toLowerCase() !== DOCTYPE) return bogusComment(source, start, start, builder);
  const end = source.indexOf('>', after);
  if (end < 0) return UNKNOWN;
  builder.ondeclaration(start, end);
  return end + 1;
}

/** Reads a comment whose text begins at `start`. */
function trueComment(source: string, length: number, start: number, builder: TreeBuilder): number {
  // `<!-->` and `<!--->` are complete comments.
  let end = source.charCodeAt(start) === GREATER ? start : source.startsWith('->', start) ? start + 1 : -1;
  for (let at = start; end < 0; ) {
    at = source.indexOf('--', at);
    if (at < 0) return UNKNOWN;
    at += 2;
    while (source.charCodeAt(at) === MINUS) at++;
    if (at >= length) return UNKNOWN;
    if (source.charCodeAt(at) === GREATER) end = at;
    else if (source.startsWith('!>', at)) end = at + 1;
  }
  builder.oncomment(start, end);
  return end + 1;
}
