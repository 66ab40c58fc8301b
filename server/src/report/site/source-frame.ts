import { lineStart } from 'templens-shared/line-start';
import { escapeHtml } from '../html-document.ts';
import { limits } from '../thresholds.ts';

/** A piece of a page's text, to be marked or, with `replacement`, shown as replaced. Offsets are UTF-16 code units, `end` exclusive. */
export interface FramedPiece {
  start: number;
  end: number;
  replacement?: string;
}

/** Names of the HTML elements around a run, or `same` for no element. */
type Kind = 'same' | 'mark' | 'del' | 'ins';

/** A run of text of one kind; may have several lines. */
interface Run {
  kind: Kind;
  text: string;
}

/** A piece of a text and the lines around it as HTML with line numbers. The piece is marked, or shown as deleted and inserted. */
export function sourceFrame(text: string, { start, end, replacement }: FramedPiece): string {
  const first = linesBefore(text, start);
  const runs: Run[] = [{ kind: 'same', text: cutBefore(text.slice(first, start)) }];
  const cut = cutPiece(text.slice(start, end));
  if (replacement === undefined) runs.push({ kind: 'mark', text: cut });
  else runs.push({ kind: 'del', text: cut }, { kind: 'ins', text: cutPiece(replacement) });
  runs.push({ kind: 'same', text: cutAfter(text.slice(end, linesAfter(text, end))) });
  return `<div class="source">${numbered(runs, lineOf(text, first), lineOf(text, end))}</div>`;
}

/** A text as HTML without line numbers; only its beginning if it is long. */
export function sourceExcerpt(source: string): string {
  const lines = dedented(
    cutPiece(source, limits.excerptLength)
      .split('\n')
      .map(line => [{ kind: 'same', text: line }]),
  );
  return `<div class="source plain">${lines.map(line => `<div>${line.map(runHtml).join('')}</div>`).join('')}</div>`;
}

/** The 1-based line of an offset; only LF ends a line. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Offset of the first line that is shown above an offset. */
function linesBefore(text: string, start: number): number {
  let first = lineStart(text, start);
  for (let line = 0; line < limits.contextLines && first > 0; line++) first = lineStart(text, first - 1);
  return first;
}

/** Offset of the end of the last line that is shown below an offset. */
function linesAfter(text: string, end: number): number {
  let last = end;
  for (let line = 0; line <= limits.contextLines; line++) {
    const next = text.indexOf('\n', last + (line > 0 ? 1 : 0));
    if (next < 0) return text.length;
    last = next;
  }
  return last;
}

/** The text before a piece, with long lines cut: the last line at its beginning, the others at their end. */
function cutBefore(text: string): string {
  const lines = text.split('\n');
  const last = lines.pop()!;
  return [...lines.map(cutLine), last.length > limits.lineLength ? `…${last.slice(-limits.lineLength)}` : last].join('\n');
}

function cutAfter(text: string): string {
  return text.split('\n').map(cutLine).join('\n');
}

function cutLine(line: string): string {
  return line.length > limits.lineLength ? `${line.slice(0, limits.lineLength)}…` : line;
}

/** The beginning of a piece: at most `most` characters, and `pieceLines` lines. */
function cutPiece(text: string, most: number = limits.pieceLength): string {
  const lines = text.slice(0, most).split('\n');
  const isCut = text.length > most || lines.length > limits.pieceLines;
  return lines.slice(0, limits.pieceLines).join('\n') + (isCut ? ' …' : '');
}

/**
 * Runs as numbered lines of HTML. Lines that begin in inserted text have no number.
 * @param first number of the first line
 * @param after number of the line of the last run's beginning; it does not follow from the lines before if the piece was cut
 */
function numbered(runs: readonly Run[], first: number, after: number): string {
  const lines: { number: number | undefined; runs: Run[] }[] = [{ number: first, runs: [] }];
  let number = first;
  runs.forEach(({ kind, text }, at) => {
    if (at === runs.length - 1) number = after;
    text.split('\n').forEach((piece, index) => {
      if (index > 0) lines.push({ number: kind === 'ins' ? undefined : ++number, runs: [] });
      if (piece !== '') lines.at(-1)!.runs.push({ kind, text: piece.replace(/\r$/, '') });
    });
  });
  const texts = dedented(lines.map(line => line.runs));
  return lines
    .map(
      (line, at) => `<div><span class="number">${line.number ?? ''}</span><span>${texts[at]!.map(runHtml).join('')}</span></div>`,
    )
    .join('');
}

/** Removes the indentation that all lines have in common; tabs become two spaces. */
function dedented(lines: readonly Run[][]): Run[][] {
  const spaced = lines.map(line => line.map(run => ({ ...run, text: run.text.replaceAll('\t', '  ') })));
  const widths = spaced.map(line => line.map(({ text }) => text).join('')).filter(text => text.trim() !== '' && text[0] !== '…');
  const indent = Math.min(...widths.map(text => text.length - text.trimStart().length));
  if (!Number.isFinite(indent)) return spaced;
  return spaced.map(line => {
    let left = indent;
    return line.map(run => {
      const taken = Math.min(left, run.text.length - run.text.trimStart().length);
      left = taken === run.text.length ? left - taken : 0;
      return { ...run, text: run.text.slice(taken) };
    });
  });
}

/** A run as HTML. White space at its beginning stays outside the element, so that indentation is not underlined. */
function runHtml({ kind, text }: Run): string {
  if (kind === 'same') return escapeHtml(text);
  const words = text.trimStart();
  const html = words === '' ? '' : `<${kind}>${escapeHtml(words)}</${kind}>`;
  return text.slice(0, text.length - words.length) + html;
}
