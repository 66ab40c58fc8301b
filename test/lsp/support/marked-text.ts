/** A text with places and ranges named in it: `⟦name⟧` is a place, `⟦name⟧ ... ⟦/name⟧` a range. */
export interface MarkedText {
  /** Without the marks. */
  text: string;
  /** Offset of a mark, in UTF-16 code units. */
  offset(name: string): number;
  position(name: string): { line: number; character: number };
  range(name: string): { start: { line: number; character: number }; end: { line: number; character: number } };
}

export function marked(source: string): MarkedText {
  const offsets = new Map<string, number>();
  let text = '';
  let last = 0;
  for (const match of source.matchAll(/⟦(\/?[\w-]+)⟧/g)) {
    text += source.slice(last, match.index);
    offsets.set(match[1]!, text.length);
    last = match.index + match[0].length;
  }
  text += source.slice(last);
  const offset = (name: string) => {
    const found = offsets.get(name);
    if (found === undefined) throw new Error(`The text has no mark ⟦${name}⟧.`);
    return found;
  };
  const position = (name: string) => positionIn(text, offset(name));
  return { text, offset, position, range: name => ({ start: position(name), end: position(`/${name}`) }) };
}

/** Counted in UTF-16 code units. */
function positionIn(text: string, offset: number) {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
