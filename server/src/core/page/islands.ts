/**
 * Template-language code in a page: `{{ }}`, `{% %}`, `<% %>`, `<?php ?>`, `<?= ?>`. It is opaque: its characters are hidden from the
 * HTML tokenizer, one for one, so that quotes and tags inside it change nothing and all offsets stay.
 */
const opener = /\{\{|\{%|<%|<\?(?:php|=)/g;
const maxExpression = 4096;

export interface Island {
  start: number;
  end: number;
}

/** Could the text hold an island at all? A quick test, so that a page without one pays nothing. */
export function mayHoldIslands(text: string): boolean {
  // By characters that pages seldom hold: `<` is everywhere.
  return text.includes('{{') || text.includes('{%') || text.includes('%>') || text.includes('?php') || text.includes('?=');
}

/**
 * The first island at or after `from`, or where the text must be held back because an island may begin there.
 * @param final no text follows: an opener without its end is ordinary text (`<?php` runs to the end of the file).
 */
export function nextIsland(text: string, from: number, final: boolean): { found?: Island; held: number } {
  opener.lastIndex = from;
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const start = match.index;
    const body = start + match[0].length;
    if (match[0][0] === '{') {
      const close = text.indexOf(match[0] === '{{' ? '}}' : '%}', body);
      if (close < 0 && !final && text.length - body < maxExpression) return { held: start };
      if (close >= 0 && close - body <= maxExpression && isExpression(text, body, close)) {
        return { found: { start, end: close + 2 }, held: start };
      }
      opener.lastIndex = start + 1;
      continue;
    }
    const close = text.indexOf(match[0] === '<%' ? '%>' : '?>', body);
    if (close >= 0) return { found: { start, end: close + 2 }, held: start };
    if (!final) return { held: start };
    if (match[0] !== '<%') return { found: { start, end: text.length }, held: start };
    opener.lastIndex = start + 1;
  }
  return { held: final ? text.length : partialOpener(text, from) };
}

/** An expression holds no other opener, no end of a comment and no tag outside a string. */
function isExpression(text: string, start: number, end: number): boolean {
  const body = text.slice(start, end).replace(/"[^"\n]*"|'[^'\n]*'/g, '');
  return !/\{\{|-->|<[a-z/!]/i.test(body);
}

/** Where the text's last characters may begin an opener whose rest has not come yet. */
function partialOpener(text: string, from: number): number {
  for (let at = Math.max(from, text.length - 4); at < text.length; at++) {
    const tail = text.slice(at);
    if (['{{', '{%', '<%', '<?php', '<?='].some(whole => whole.startsWith(tail))) return at;
  }
  return text.length;
}

/**
 * The island's stand-in, of the same length. Inside a tag and for `{{ }}`, `{% %}`, `<% %>` all of it is letters; a PHP block between tags
 * keeps its ends, and so is a comment as in HTML.
 */
export function maskIsland(text: string, island: Island, insideTag: boolean): string {
  const length = island.end - island.start;
  if (insideTag || text[island.start + 1] !== '?') return 'x'.repeat(length);
  const closed = text.startsWith('?>', island.end - 2) && length >= 4;
  return `<?${'x'.repeat(length - (closed ? 3 : 2))}${closed ? '>' : ''}`;
}
