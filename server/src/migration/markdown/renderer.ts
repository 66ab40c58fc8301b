import MarkdownIt from 'markdown-it';

/** Elements that stand in a text: a block may begin with one. */
const inText =
  'a abbr b bdi bdo br button cite code data del dfn em font i img input ins kbd label mark q s samp small span strong sub sup time tt u var wbr';
const htmlLine = new RegExp(`^[ \\t]*<(?:!--|/?(?!(?:${inText.replaceAll(' ', '|')})\\b)[a-z])`, 'i');

/**
 * The Markdown renderer of Eleventy 3 (`src/Engines/Markdown.js`), with the plugin that projects get in `eleventy.config.js`.
 * @param fewer number of blank lines between two blocks of Markdown that the HTML lacks.
 */
export function eleventyRenderer(fewer: number): MarkdownIt {
  const renderer = new MarkdownIt({ html: true });
  renderer.disable('code');
  renderer.use(asWritten, fewer);
  return renderer;
}

/** What ends the code or comment that is open after a line; undefined if none is. @param open the same before the line */
function openAfter(line: string, open: string | undefined): string | undefined {
  for (let rest = line.toLowerCase(), end = open; ; end = undefined) {
    if (end !== undefined) {
      const at = rest.indexOf(end);
      if (at < 0) return end;
      rest = rest.slice(at + end.length);
    }
    const [start, name] = /<(pre|script|style|textarea)\b|<!--/.exec(rest) ?? [];
    if (start === undefined) return undefined;
    rest = rest.slice(rest.indexOf(start) + start.length);
    const wanted = name === undefined ? '-->' : `</${name}`;
    if (!rest.includes(wanted)) return wanted;
    rest = rest.slice(rest.indexOf(wanted) + wanted.length);
  }
}

/** Keeps HTML, blank lines between blocks, references to characters and quotation marks as the Markdown has them. */
function asWritten(renderer: MarkdownIt, fewer: number): void {
  renderer.block.ruler.before('html_block', 'html_lines', (state, start, end, silent) => {
    const line = (number: number): string => state.src.slice(state.bMarks[number], state.eMarks[number]);
    if (state.level > 0 || !htmlLine.test(line(start))) return false;
    if (silent) return true;
    let next = start;
    let open: string | undefined;
    for (let number = start; number < end; number++) {
      if (line(number).trim() === '' && !open) continue;
      if (number > next && !open && !/^\s/.test(line(number)) && !htmlLine.test(line(number))) break;
      open = openAfter(line(number), open);
      next = number + 1;
    }
    const token = state.push('html_block', '', 0);
    token.map = [start, next];
    token.content = `${state.src.slice(state.bMarks[start], state.eMarks[next - 1])}\n`;
    state.line = next;
    return true;
  });
  renderer.core.ruler.after('block', 'blank_lines', state => {
    const lines = state.src.split('\n');
    let last = 0;
    state.tokens = state.tokens.flatMap(token => {
      if (token.level > 0 || token.nesting < 0 || !token.map) return [token];
      const blank = new state.Token('html_block', '', 0);
      if (last > 0) blank.content = '\n'.repeat(Math.max(0, token.map[0] - last - fewer));
      last = token.map[1];
      // markdown-it counts the blank lines after a list as lines of it.
      while (lines[last - 1]?.trim() === '') last--;
      return [blank, token];
    });
  });
  renderer.core.ruler.before('text_join', 'references', state => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? []))
      if (token.info === 'entity') Object.assign(token, { type: 'html_inline', content: token.markup });
  });
  renderer.renderer.rules.text = (tokens, at) => tokens[at]!.content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
