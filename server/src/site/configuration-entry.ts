import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** An edit of a text: UTF-16 offsets, `end` exclusive. */
export interface EntryEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * The edit of a configuration file that puts an entry at the end of a list, in one line and indented as the file is; the rest of the file stays
 * as it is, comments included. Undefined where the file is not an object with settings, or the setting is not a list.
 * @param text of the file; empty where there is none
 */
export function entryEdit(text: string, list: string, entry: object): EntryEdit | undefined {
  const written = inOneLine(entry);
  if (text.trim() === '')
    return { start: 0, end: text.length, text: `{\n  ${JSON.stringify(list)}: [\n    ${written}\n  ]\n}\n` };
  const errors: unknown[] = [];
  const root = parseTree(text, errors as never, { allowTrailingComma: true });
  if (root?.type !== 'object' || errors.length > 0) return undefined;
  const value = findNodeAtLocation(root, [list]);
  if (value) return value.type === 'array' ? inList(text, value, written) : undefined;
  const [newLine, unit] = [text.includes('\r\n') ? '\r\n' : '\n', unitOf(text, root)];
  const setting = `${JSON.stringify(list)}: [${newLine}${unit}${unit}${written}${newLine}${unit}]`;
  const last = root.children?.at(-1);
  if (!last) return { start: root.offset + 1, end: root.offset + root.length - 1, text: `${newLine}${unit}${setting}${newLine}` };
  return after(text, last, `${newLine}${unit}${setting}`);
}

function inList(text: string, list: Node, written: string): EntryEdit {
  const last = list.children?.at(-1);
  const [start, end] = [list.offset + 1, list.offset + list.length - 1];
  if (!last && text.slice(start, end).trim() === '') return { start, end, text: written };
  if (!last) return { start: end, end, text: written };
  const before = text.slice(text.lastIndexOf('\n', last.offset) + 1, last.offset);
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  return after(text, last, before.trim() === '' ? `${newLine}${before}${written}` : ` ${written}`);
}

/** Behind a value, and the comma after it where there is one. */
function after(text: string, { offset, length }: Node, what: string): EntryEdit {
  const end = offset + length;
  const comma = /^\s*,/.exec(text.slice(end));
  const start = comma ? end + comma[0].length : end;
  return { start, end: start, text: comma ? `${what},` : `,${what}` };
}

/** What the file indents its settings by. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  const before = first ? text.slice(text.lastIndexOf('\n', first.offset) + 1, first.offset) : '';
  return before !== '' && before.trim() === '' ? before : '  ';
}

/** `{ "select": ".toc", "label": "content" }` */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${inOneLine(inner)}`)
    .join(', ')} }`;
}
