/** The text with its first tables in Markdown replaced, in their order. */
export function replaceTables(text: string, tables: readonly string[]): string {
  let at = 0;
  return text.replace(/(?:^\|.*\n)+/gm, old => (at < tables.length ? `${tables[at++]!.trimEnd()}\n` : old));
}
