import { Closers, mayHoldIslands, nextIsland } from '../../../html/islands.ts';

/** N24: replaces each piece of template-language code in a value by the same token. */
export function islandsAsTokens(raw: string): string {
  if (!mayHoldIslands(raw)) return raw;
  const closers = new Closers(raw);
  let text = '';
  for (let from = 0; ; ) {
    const found = nextIsland(raw, closers, from);
    if (!found) return text + raw.slice(from);
    text += `${raw.slice(from, found.start)}\u27e6code\u27e7`;
    from = found.end;
  }
}
