import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ProgressBar } from '../../server/src/cli/progress.ts';

/** What a bar leaves on a stream that is, or is not, a terminal. */
function written(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const bar = new ProgressBar(stream as unknown as NodeJS.WriteStream);
  bar.show({ phase: 'index', done: 0, total: 0 });
  bar.show({ phase: 'index', done: 20, total: 40 });
  bar.show({ phase: 'classify', done: 40, total: 40 });
  bar.clear();
  bar.clear();
  return String(stream.read() ?? '');
}

test('a terminal sees a bar that is taken away in the end', () => {
  const seen = written(true);
  expect(seen).toContain('Reading pages [');
  expect(seen).toContain('20/40');
  const eraseLine = '\x1b[2K';
  expect(seen.slice(seen.lastIndexOf('40/40'))).toContain(eraseLine);
  const hideCursor = '\x1b[?25l';
  expect(seen).not.toContain(hideCursor);
});

test('what is not a terminal sees nothing', () => {
  expect(written(false)).toBe('');
});
