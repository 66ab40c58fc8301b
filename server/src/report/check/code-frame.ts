import { codeFrameColumns } from '@babel/code-frame';
import { printable } from 'templens-shared/printable';
import type { Colors } from '../colors.ts';
import { limits } from '../thresholds.ts';

const { frameWidth } = limits;

/**
 * The lines around a place of a page, for a terminal, with the place marked. `start` and `end` are UTF-16 offsets into the text. Long lines
 * are cut around the place. If the place has several lines, the first is marked.
 */
export function codeFrame(text: string, start: number, end: number, colors: Colors): string {
  const lines = text.split(/\r\n|[\n\r]/);
  const { line, column } = placeOf(text, start);
  const first = Math.max(0, line - 2);
  const marked = lines[line - 1] ?? '';
  const from = column - 1 > frameWidth * 0.8 ? column - 1 - Math.floor(frameWidth / 4) : 0;
  const shown = lines.slice(first, line + 1).map(each => cut(each, from));
  const left = from > 0 ? 1 : 0;
  const startColumn = column - from + left;
  const endColumn = Math.min(startColumn + Math.max(1, end - start), cut(marked, from).length + 1);
  const place = { start: { line: line - first, column: startColumn }, end: { line: line - first, column: endColumn } };
  const frame = codeFrameColumns(shown.join('\n'), place, { linesAbove: 1, linesBelow: 1 });
  return numbered(frame, first, line + 1)
    .split('\n')
    .map(row => (row.startsWith('>') ? colors.red('>') + row.slice(1) : row.replace(/\^+$/, marks => colors.red(marks))))
    .join('\n');
}

/** 1-based line and column of an offset. Lines end with CR LF, LF or CR, as in editors. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|[\n\r]/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** The part of a line that is shown: from the 0-based column `from` on, without control characters, and with `…` for what is cut. */
function cut(line: string, from: number): string {
  const part = printable(line.slice(from, from + frameWidth).replaceAll('\t', ' '));
  return (from > 0 && part !== '' ? '…' : '') + part + (line.length > from + frameWidth ? '…' : '');
}

/**
 * Replaces the line numbers of a frame, which begin with 1, by those of the page.
 * @param skipped number of lines of the page before the frame
 * @param last the largest line number, which sets the width
 */
function numbered(frame: string, skipped: number, last: number): string {
  const width = String(last).length;
  const gutter = /^(>|\s) +(\d*)( *)\|/gm;
  return frame.replace(gutter, (_, marker: string, number: string) => {
    const shown = number === '' ? '' : String(Number(number) + skipped);
    return `${marker} ${shown.padStart(width)} |`;
  });
}
