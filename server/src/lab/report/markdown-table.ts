/** A Markdown table with aligned columns: figures to the right, words to the left. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map(row => row[column]!.length)));
  const left = head.map((_, column) => isTextColumn(rows.map(row => row[column]!)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (left[column] ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (left[column] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** True if a column has words rather than figures. */
export function isTextColumn(cells: readonly string[]): boolean {
  return cells.some(cell => /^[a-z]/i.test(cell));
}
