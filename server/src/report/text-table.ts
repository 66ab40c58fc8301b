import type { Colors } from './colors.ts';

/**
 * A table for a terminal: a bold line for the header, and one for each row. Columns are as wide as their widest cell.
 * @param right columns aligned to the right, such as numbers; from 0
 */
export function textTable(
  header: readonly string[],
  rows: readonly string[][],
  right: ReadonlySet<number>,
  colors: Pick<Colors, 'bold'>,
): string[] {
  const widths = header.map((title, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), title.length));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (right.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [colors.bold(line(header)), ...rows.map(line)];
}
