import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** An edit of a text: replaces the range from `start` to `end` (exclusive, UTF-16 offsets) with `text`. */
export interface EntryEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns the edit of a configuration file that appends an entry to a list, in one line and with the file's indentation; comments stay.
 * Undefined if the file has a syntax error or is not an object, or if the setting is not a list.
 * @param text of the file; empty if there is no file.
 * @param list name of the setting.
 */
export function entryEdit(text: string, list: string, entry: object): EntryEdit | undefined {
  const written = inOneLine(entry);
  if (text.trim() === '')
    return { start: 0, end: text.length, text: `{\n  ${JSON.stringify(list)}: [\n    ${written}\n  ]\n}\n` };
  const errors: unknown[] = [];
  const root = parseTree(text, errors as never, { allowTrailingComma: true });
  if (root?.type !== 'object' || errors.length > 0) return undefined;
  const value = findNodeAtLocation(root, [list]);
  if (value) return value.type === 'array' ? appendTo(text, value, written) : undefined;
  const [newLine, indent] = [text.includes('\r\n') ? '\r\n' : '\n', indentOf(text, root)];
  const setting = `${JSON.stringify(list)}: [${newLine}${indent}${indent}${written}${newLine}${indent}]`;
  const last = root.children?.at(-1);
  if (!last)
    return { start: root.offset + 1, end: root.offset + root.length - 1, text: `${newLine}${indent}${setting}${newLine}` };
  return insertAfter(text, last, `${newLine}${indent}${setting}`);
}

function appendTo(text: string, list: Node, written: string): EntryEdit {
  const last = list.children?.at(-1);
  const [start, end] = [list.offset + 1, list.offset + list.length - 1];
  if (!last && text.slice(start, end).trim() === '') return { start, end, text: written };
  if (!last) return { start: end, end, text: written };
  const before = text.slice(text.lastIndexOf('\n', last.offset) + 1, last.offset);
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  return insertAfter(text, last, before.trim() === '' ? `${newLine}${before}${written}` : ` ${written}`);
}

/** Inserts text after a value, and after the comma behind it if there is one. */
function insertAfter(text: string, { offset, length }: Node, inserted: string): EntryEdit {
  const end = offset + length;
  const comma = /^\s*,/.exec(text.slice(end));
  const start = comma ? end + comma[0].length : end;
  return { start, end: start, text: comma ? `${inserted},` : `,${inserted}` };
}

/** Returns the white space before the first setting of the file; two spaces if it is not on a line of its own. */
function indentOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  const before = first ? text.slice(text.lastIndexOf('\n', first.offset) + 1, first.offset) : '';
  return before !== '' && before.trim() === '' ? before : '  ';
}

/** JSON with spaces, such as `{ "select": ".toc", "label": "content" }`. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${inOneLine(inner)}`)
    .join(', ')} }`;
}
