import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { isTrimmable } from './hash.ts';
import { step } from './steps.ts';
import { detached } from './strings.ts';
import { limits } from './thresholds.ts';

/** Caches of decoded character references: those that end in a semicolon mean the same everywhere. */
const references = new Map<string, string>();
const simpleReferences = new Map<string, number>();
const { referenceLength } = limits;
const SEMICOLON = 59;
/** Matches an `&` that is not part of `&name;` or `&#1;`. A parser may still decode it, depending on the characters after it (`&copy 2026`). */
const openReference = /&(?![a-z0-9]+;|#[0-9]+;|#x[0-9a-f]+;)/i;

/** The text that a reference with a semicolon stands for. */
function decodeReference(reference: string): string {
  let text = references.get(reference);
  if (text === undefined) {
    text = decodeHTML(reference);
    if (references.size < limits.references) references.set(reference, text);
  }
  return text;
}

/**
 * The character reference at an offset, for `hashPlainText`: the one code unit that it stands for, plus 65536 times its length. 0 if it has
 * no semicolon, stands for several code units or for white space, or if NFC may change the character or its neighbours.
 */
export function simpleReference(text: string, offset: number): number {
  let end = offset + 1;
  while (end <= offset + referenceLength && text.charCodeAt(end) !== SEMICOLON) end++;
  if (end > offset + referenceLength) return 0;
  const reference = text.slice(offset, end + 1);
  let known = simpleReferences.get(reference);
  if (known === undefined) {
    const decoded = openReference.test(reference) ? '' : decodeHTML(reference);
    const unit = decoded.charCodeAt(0);
    known = decoded.length === 1 && unit > 32 && unit < 0x300 && unit !== 0xa0 ? unit + reference.length * 65536 : 0;
    if (simpleReferences.size < limits.references) simpleReferences.set(detached(reference), known);
  }
  return known;
}

/** Decodes the character references of a text, as HTML does between tags. */
function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return openReference.test(raw) ? decodeHTML(raw) : raw.replace(/&[a-z0-9#]+;/gi, decodeReference);
}

/** NFC of a text. In a run of combining marks, those after the 30th are not reordered: that takes quadratic time (UAX 15, stream-safe text). */
function composed(text: string): string {
  if (!mayNeedComposing.test(text)) return text;
  if (!longRunOfMarks.test(text)) return text.normalize('NFC');
  return text
    .split(afterRunOfMarks)
    .map(part => part.normalize('NFC'))
    .join('');
}

const mayNeedComposing = /[\u0300-\uffff]/;
const longRunOfMarks = /\p{M}{31}/u;
const afterRunOfMarks = /(?<=\p{M}{30})(?=\p{M})/u;

/** A text without white space and no-break spaces at its edges. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmable(text.charCodeAt(start))) start++;
  while (start < end && isTrimmable(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Source text normalised by N1 and N2: entities decoded, NFC, runs of white space collapsed to one space, edges trimmed. */
export function normaliseText(raw: string): string {
  return trimmed(composed(decodeEntities(raw)).replace(/[\t\n\f\r ]+/g, ' '));
}

/** Replaces CR LF and CR by LF, as HTML does. */
export function unixLines(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/** Source text whose white space is kept, normalised by N2: entities decoded, NFC. */
export function decodeText(raw: string): string {
  return composed(decodeEntities(unixLines(raw)));
}

/** The source of an attribute's value, normalised by N2: entities decoded by the rules for attributes, NFC. */
export function decodeAttribute(raw: string): string {
  const lines = unixLines(raw);
  return composed(lines.includes('&') ? decodeHTMLAttribute(lines) : lines);
}

/**
 * The declarations of a `style`, normalised by N3: sorted strings `property:value`, properties in lower case, white space collapsed. Of
 * several values of a property, the last one counts.
 */
export function styleDeclarations(value: string): string[] {
  const last = new Map<string, string>();
  for (const declaration of splitDeclarations(value)) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim();
    last.set(
      property.startsWith('--') ? property : property.toLowerCase(),
      declaration
        .slice(colon + 1)
        .trim()
        .replace(/\s+/g, ' '),
    );
  }
  return [...last].map(([property, value]) => `${property}:${value}`).sort();
}

/** Splits a `style` at its semicolons, except those in strings and parentheses; a quote or parenthesis without its closer counts as text. */
function splitDeclarations(value: string): string[] {
  const parts: string[] = [];
  /** Closers that do not occur in the rest of the value. */
  const missing = new Set<string>();
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!;
    if (character === ';') {
      parts.push(value.slice(start, at));
      start = at + 1;
      continue;
    }
    const closer = closers[character];
    if (closer === undefined || missing.has(closer)) continue;
    const close = value.indexOf(closer, at + 1);
    step((close < 0 ? value.length : close) - at);
    if (close < 0) missing.add(closer);
    else at = close;
  }
  parts.push(value.slice(start));
  return parts;
}

const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

/**
 * True for the text of a comment that counts when pages are compared (N4): Dreamweaver regions, library items and templates, server-side
 * includes, conditional comments.
 */
export function isMarkerComment(body: string): boolean {
  return /^\s*(?:(?:Instance|Template)(?:Begin|End|Param)|#(?:Begin|End)(?:Template|Editable|LibraryItem)|#(?:config|echo|elif|else|endif|exec|flastmod|fsize|if|include|printenv|set)\b|\[if\b|<!\[endif\])/i.test(
    body,
  );
}
