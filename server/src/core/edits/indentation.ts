import { lineStart } from 'templens-shared/line-start';

/** The line end that a source uses most; LF where it has none. */
export function lineEndOf(source: string): '\n' | '\r\n' {
  const crlf = source.split('\r\n').length - 1;
  const all = source.split('\n').length - 1;
  return crlf * 2 > all ? '\r\n' : '\n';
}

/** White space before an offset on its line; undefined where something else stands there, too. */
export function indentBefore(source: string, offset: number): string | undefined {
  const before = source.slice(lineStart(source, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** White space at the start of the line that holds an offset. */
export function lineIndent(source: string, offset: number): string {
  return /^[ \t]*/.exec(source.slice(lineStart(source, offset), offset))![0];
}

/**
 * A piece of source as it would be written elsewhere: every line after the first has the indentation `to` for `from`, and the line ends
 * are `lineEnd`. Lines that begin inside `verbatim` ranges (offsets into the piece), where white space means something, keep theirs.
 */
export function reindent(
  piece: string,
  from: string,
  to: string,
  lineEnd: string,
  verbatim: readonly { start: number; end: number }[] = [],
): string {
  const lines = piece.split('\n');
  let offset = 0;
  return lines
    .map((line, index) => {
      const begin = offset;
      offset += line.length + 1;
      const text = line.endsWith('\r') && index < lines.length - 1 ? line.slice(0, -1) : line;
      if (index === 0 || verbatim.some(({ start, end }) => start < begin && begin <= end)) return text;
      return text.startsWith(from) ? to + text.slice(from.length) : text;
    })
    .join(lineEnd);
}
