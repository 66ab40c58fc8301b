import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** White space of HTML, and the no-break space that N2 equates with it at edges. */
const edges = /^[\t\n\f\r \u00a0]+|[\t\n\f\r \u00a0]+$/g;
const mayNeedComposing = /[\u0300-\uffff]/;
const runs = /[\t\n\f\r]| {2}/;

/** N1 and N2: entities decoded, NFC, runs of white space one space, edges trimmed. */
export function normaliseText(raw: string): string {
  const decoded = raw.includes('&') ? decodeHTML(raw) : raw;
  const composed = mayNeedComposing.test(decoded) ? decoded.normalize('NFC') : decoded;
  return (runs.test(composed) ? composed.replace(/[\t\n\f\r ]+/g, ' ') : composed).replace(edges, '');
}

/** Line ends as HTML has them: CR LF and CR are LF. */
export function unixLines(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/** N2 for text whose white space is kept. */
export function decodeText(raw: string): string {
  const lines = unixLines(raw);
  return (lines.includes('&') ? decodeHTML(lines) : lines).normalize('NFC');
}

/** N2 for an attribute's value. */
export function decodeAttribute(raw: string): string {
  const lines = unixLines(raw);
  return (lines.includes('&') ? decodeHTMLAttribute(lines) : lines).normalize('NFC');
}

/** N3: `style` as a sorted list of `property:value`, letter case of properties and white space folded; the last of a property wins. */
export function styleDeclarations(value: string): string[] {
  const last = new Map<string, string>();
  for (const declaration of value.match(/(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])+/g) ?? []) {
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

/**
 * N4: comments that count when pages are compared. Dreamweaver regions, library items and templates, server-side includes, conditional
 * comments.
 */
export function isMarkerComment(body: string): boolean {
  return /^\s*(?:(?:Instance|Template)(?:Begin|End|Param)|#(?:Begin|End)(?:Template|Editable|LibraryItem)|#(?:config|echo|elif|else|endif|exec|flastmod|fsize|if|include|printenv|set)\b|\[if\b|<!\[endif\])/i.test(
    body,
  );
}
