/** The source of a JavaScript module with a plugin of markdown-it, which projects with Markdown get and `migration/markdown/renderer.ts` runs. */
export const markdownPlugin = `// Elements that stand in a text. A line that begins with another tag is HTML.
const inText =
  'a abbr b bdi bdo br button cite code data del dfn em font i img input ins kbd label mark q s samp small span strong sub sup time tt u var wbr';
const htmlLine = new RegExp(\`^[ \\\\t]*<(?:!--|/?(?!(?:\${inText.replaceAll(' ', '|')})\\\\b)[a-z])\`, 'i');

// What ends the code or comment that is open after a line.
function openAfter(line, open) {
  for (let rest = line.toLowerCase(), end = open; ; end = undefined) {
    if (end !== undefined) {
      const at = rest.indexOf(end);
      if (at < 0) return end;
      rest = rest.slice(at + end.length);
    }
    const [start, name] = /<(pre|script|style|textarea)\\b|<!--/.exec(rest) ?? [];
    if (start === undefined) return undefined;
    rest = rest.slice(rest.indexOf(start) + start.length);
    const wanted = name === undefined ? '-->' : \`</\${name}\`;
    if (!rest.includes(wanted)) return wanted;
    rest = rest.slice(rest.indexOf(wanted) + wanted.length);
  }
}

// Markdown in the style of this site: keeps HTML, references such as &nbsp;, and quotation marks as they are written,
// and blank lines between blocks, without \`fewer\` of them.
export function asWritten(renderer, fewer) {
  renderer.block.ruler.before('html_block', 'html_lines', (state, start, end, silent) => {
    const line = number => state.src.slice(state.bMarks[number], state.eMarks[number]);
    if (state.level > 0 || !htmlLine.test(line(start))) return false;
    if (silent) return true;
    let next = start;
    let open;
    for (let number = start; number < end; number++) {
      if (line(number).trim() === '' && !open) continue;
      if (number > next && !open && !/^\\s/.test(line(number)) && !htmlLine.test(line(number))) break;
      open = openAfter(line(number), open);
      next = number + 1;
    }
    const token = state.push('html_block', '', 0);
    token.map = [start, next];
    token.content = \`\${state.src.slice(state.bMarks[start], state.eMarks[next - 1])}\\n\`;
    state.line = next;
    return true;
  });
  renderer.core.ruler.after('block', 'blank_lines', state => {
    const lines = state.src.split('\\n');
    let last = 0;
    state.tokens = state.tokens.flatMap(token => {
      if (token.level > 0 || token.nesting < 0 || !token.map) return [token];
      const blank = new state.Token('html_block', '', 0);
      if (last > 0) blank.content = '\\n'.repeat(Math.max(0, token.map[0] - last - fewer));
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
  renderer.renderer.rules.text = (tokens, at) => tokens[at].content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
`;
