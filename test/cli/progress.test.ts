import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { ProgressBar } from '../../server/src/cli/progress.ts';

afterEach(() => vi.restoreAllMocks());

/** What a bar leaves on a stream that is, or is not, a terminal. */
function written(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const bar = new ProgressBar({ stream: stream as unknown as NodeJS.WriteStream });
  bar.show({ phase: 'index', done: 0, total: 0 });
  bar.show({ phase: 'index', done: 20, total: 40 });
  bar.show({ phase: 'classify', done: 40, total: 40 });
  bar.clear();
  bar.clear();
  return String(stream.read() ?? '');
}

test('a terminal sees a bar that is taken away in the end', () => {
  const seen = written(true);
  expect(seen).toContain(`Reading pages [${'='.repeat(20)}${' '.repeat(20)}] 20/40`);
  const eraseLine = '\x1b[2K';
  expect(seen.slice(seen.lastIndexOf('40/40'))).toContain(eraseLine);
  const hideCursor = '\x1b[?25l';
  expect(seen).not.toContain(hideCursor);
});

test('what is not a terminal sees nothing', () => {
  expect(written(false)).toBe('');
});

test('of a long command, what is not a terminal sees a line every few seconds, with the rate of this run and the time left', () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(text => lines.push(String(text)) > 0);
  let seconds = 100;
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  const stream = Object.assign(new PassThrough(), { isTTY: false });
  const bar = new ProgressBar({ stream: stream as unknown as NodeJS.WriteStream, lineSeconds: 5 });
  for (; seconds <= 111; seconds++) bar.show({ phase: 'list', done: (seconds - 100) * 50, total: undefined });
  for (; seconds <= 118; seconds++) bar.show({ phase: 'apply', done: 1000 + (seconds - 112) * 20, total: 9000, before: 1000 });
  expect(lines).toEqual([
    'templens: Listing pages 250, 50 a second.\n',
    'templens: Listing pages 500, 50 a second.\n',
    'templens: Labelling pages 1100/9000, 20 a second, 7 min left.\n',
  ]);
});
