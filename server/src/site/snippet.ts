/** Most lines that are shown, and characters of a line. */
const LINES = 6;
const WIDTH = 120;

/** Source text for a person: without the indentation that its lines share, and cut where it is long. */
export function snippet(source: string, start: number, end: number): string {
  // Longer than anything that is shown of it.
  const text = source.slice(start, Math.min(end, start + LINES * WIDTH * 4)).trim();
  const [first = '', ...rest] = text.split(/\r\n|\n|\r/).filter(line => line.trim() !== '');
  const indents = rest.map(line => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  const lines = [first, ...rest.map(line => line.slice(shared))].map(cut);
  return lines.length > LINES ? [...lines.slice(0, LINES - 1), '…'].join('\n') : lines.join('\n');
}

function cut(line: string): string {
  const characters = [...line.trimEnd()];
  return characters.length > WIDTH ? `${characters.slice(0, WIDTH - 1).join('')}…` : characters.join('');
}
