import { escapeHtml } from '../html-document.ts';

/** A piece of a page's text: marked, or replaced by another text. Offsets are UTF-16 code units, `end` exclusive. */
export interface FramedPiece {
  start: number;
  end: number;
  replacement?: string;
}

/** Lines shown above and below a piece. */
const CONTEXT = 2;
/** Characters of a line that are shown before and after a piece. */
const LINE = 100;
/** Characters and lines of a piece that are shown. */
const PIECE = 1200;
const PIECE_LINES = 12;
/** Characters of an excerpt. */
const EXCERPT = 600;

type Kind = 'same' | 'mark' | 'del' | 'ins';

interface Run {
  kind: Kind;
  text: string;
}

/** The lines around a piece of a text as HTML, with their numbers; the piece is marked, or shown as deleted and inserted. */
export function sourceFrame(text: string, { start, end, replacement }: FramedPiece): string {
  const first = linesBefore(text, start);
  const runs: Run[] = [{ kind: 'same', text: cutBefore(text.slice(first, start)) }];
  const cut = cutPiece(text.slice(start, end));
  if (replacement === undefined) runs.push({ kind: 'mark', text: cut });
  else runs.push({ kind: 'del', text: cut }, { kind: 'ins', text: cutPiece(replacement) });
  runs.push({ kind: 'same', text: cutAfter(text.slice(end, linesAfter(text, end))) });
  return `<div class="source">${numbered(runs, lineOf(text, first), lineOf(text, end))}</div>`;
}

/** A text as it stands, without line numbers; only its beginning where it is long. */
export function sourceExcerpt(source: string): string {
  const lines = dedented(
    cutPiece(source, EXCERPT)
      .split('\n')
      .map(line => [{ kind: 'same', text: line }]),
  );
  return `<div class="source plain">${lines.map(line => `<div>${line.map(runHtml).join('')}</div>`).join('')}</div>`;
}

/** 1-based. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function linesBefore(text: string, start: number): number {
  let first = text.lastIndexOf('\n', start - 1) + 1;
  for (let line = 0; line < CONTEXT && first > 0; line++) first = text.lastIndexOf('\n', first - 2) + 1;
  return first;
}

function linesAfter(text: string, end: number): number {
  let last = end;
  for (let line = 0; line <= CONTEXT; line++) {
    const next = text.indexOf('\n', last + (line > 0 ? 1 : 0));
    if (next < 0) return text.length;
    last = next;
  }
  return last;
}

function cutBefore(text: string): string {
  const lines = text.split('\n');
  const last = lines.pop()!;
  return [...lines.map(cutLine), last.length > LINE ? `…${last.slice(-LINE)}` : last].join('\n');
}

function cutAfter(text: string): string {
  return text.split('\n').map(cutLine).join('\n');
}

function cutLine(line: string): string {
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line;
}

function cutPiece(text: string, most = PIECE): string {
  const lines = text.slice(0, most).split('\n');
  const isCut = text.length > most || lines.length > PIECE_LINES;
  return lines.slice(0, PIECE_LINES).join('\n') + (isCut ? ' …' : '');
}

/**
 * Runs as numbered lines. Lines of an insertion alone have no number.
 * @param after the number of the line on which the piece ends: a piece that was cut is followed by later lines.
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

/** Lines without the white space that all of them begin with; tabs become two spaces. */
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

/** White space at the beginning stays outside of the mark: an underlined indentation is noise. */
function runHtml({ kind, text }: Run): string {
  if (kind === 'same') return escapeHtml(text);
  const words = text.trimStart();
  const html = words === '' ? '' : `<${kind}>${escapeHtml(words)}</${kind}>`;
  return text.slice(0, text.length - words.length) + html;
}
