import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { printableLines } from 'templens-shared/printable';
import type { Colors } from './colors.ts';

/**
 * The change of a page as a unified diff, for `patch -p1` and `git apply`.
 * @param forTerminal replaces control characters; then the diff is for reading only
 */
export function unifiedDiff(
  { page, before, after }: { page: string; before: string; after: string },
  colors: Colors,
  forTerminal: boolean,
): string {
  const patch = createTwoFilesPatch(`a/${page}`, `b/${page}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch
    .split('\n')
    .map(line => paint(forTerminal ? printableLines(line) : line, colors))
    .join('\n');
}

function paint(line: string, colors: Colors): string {
  if (line.startsWith('---') || line.startsWith('+++')) return colors.bold(line);
  if (line.startsWith('@@')) return colors.cyan(line);
  if (line.startsWith('+')) return colors.green(line);
  return line.startsWith('-') ? colors.red(line) : line;
}
