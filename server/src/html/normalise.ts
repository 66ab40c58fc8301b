import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { isEdge } from './hash.ts';
import { step } from './steps.ts';
import { detached } from './strings.ts';

/** References that end in a semicolon mean the same anywhere: decoded once each. */
const references = new Map<string, string>();
const simpleReferences = new Map<string, number>();
const maxReferences = 1024;
/** Offset of the semicolon in a reference, at most. */
const longestReference = 9;
const SEMICOLON = 59;
const openReference = /&(?![a-z0-9]+;|#[0-9]+;|#x[0-9a-f]+;)/i;

function decodeReference(reference: string): string {
  let text = references.get(reference);
  if (text === undefined) {
    text = decodeHTML(reference);
    if (references.size < maxReferences) references.set(reference, text);
  }
  return text;
}

/**
 * The reference at an offset of a text, as `hashPlainText` wants it: its one code unit and its length, or 0 where it is open, longer than
 * that, white space, or may change its neighbours.
 */
export function simpleReference(text: string, offset: number): number {
  let end = offset + 1;
  while (end <= offset + longestReference && text.charCodeAt(end) !== SEMICOLON) end++;
  if (end > offset + longestReference) return 0;
  const reference = text.slice(offset, end + 1);
  let known = simpleReferences.get(reference);
  if (known === undefined) {
    const decoded = openReference.test(reference) ? '' : decodeHTML(reference);
    const unit = decoded.charCodeAt(0);
    known = decoded.length === 1 && unit > 32 && unit < 0x300 && unit !== 0xa0 ? unit + reference.length * 65536 : 0;
    if (simpleReferences.size < maxReferences) simpleReferences.set(detached(reference), known);
  }
  return known;
}

/** Entities of a text decoded, as HTML does between tags. */
function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return openReference.test(raw) ? decodeHTML(raw) : raw.replace(/&[a-z0-9#]+;/gi, decodeReference);
}

/** NFC; of a run of more than 30 combining marks, the rest as it stands (UAX 15, stream-safe text): sorting it takes quadratic time. */
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

/** Without white space of HTML at the edges, and without the no-break space that N2 equates with it there. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text.charCodeAt(start))) start++;
  while (start < end && isEdge(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** N1 and N2: entities decoded, NFC, runs of white space one space, edges trimmed. */
export function normaliseText(raw: string): string {
  return trimmed(composed(decodeEntities(raw)).replace(/[\t\n\f\r ]+/g, ' '));
}

/** Line ends as HTML has them: CR LF and CR are LF. */
export function unixLines(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/** N2 for text whose white space is kept. */
export function decodeText(raw: string): string {
  return composed(decodeEntities(unixLines(raw)));
}

/** N2 for an attribute's value. */
export function decodeAttribute(raw: string): string {
  const lines = unixLines(raw);
  return composed(lines.includes('&') ? decodeHTMLAttribute(lines) : lines);
}

/** N3: `style` as a sorted list of `property:value`, letter case of properties and white space folded; the last of a property wins. */
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

/** The parts of a `style` between semicolons, but for those in strings and parentheses; what is never closed opens nothing. */
function splitDeclarations(value: string): string[] {
  const parts: string[] = [];
  /** Characters that do not occur from here on. */
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
 * N4: comments that count when pages are compared. Dreamweaver regions, library items and templates, server-side includes, conditional
 * comments.
 */
export function isMarkerComment(body: string): boolean {
  return /^\s*(?:(?:Instance|Template)(?:Begin|End|Param)|#(?:Begin|End)(?:Template|Editable|LibraryItem)|#(?:config|echo|elif|else|endif|exec|flastmod|fsize|if|include|printenv|set)\b|\[if\b|<!\[endif\])/i.test(
    body,
  );
}
