/** Of the codes that the command line writes: what starts a style, and how it looks on the dark ground of a terminal. */
const styles: Record<string, string> = {
  1: 'font-weight:bold',
  2: 'color:#8b949e',
  31: 'color:#ff7b72',
  32: 'color:#7ee787',
  33: 'color:#f2cc60',
  36: 'color:#79c0ff',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What a command prints with `--color`, as HTML. Throws on an escape sequence that has no style here. */
export function terminalHtml(text: string): string {
  const [plain = '', ...styled] = text.split('\u001b[');
  return (
    escaped(plain) +
    styled
      .map(piece => {
        const [, code = '', words = ''] = /^(\d+)m([\s\S]*)$/.exec(piece) ?? [];
        if (code === '22' || code === '39') return `</span>${escaped(words)}`;
        if (!(code in styles)) throw new Error(`No style for the code ${JSON.stringify(piece.slice(0, 4))}.`);
        return `<span style="${styles[code]}">${escaped(words)}`;
      })
      .join('')
  );
}
