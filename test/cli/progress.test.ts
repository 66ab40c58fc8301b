import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { ProgressBar } from '../../server/src/cli/progress.ts';
import { makeFolder } from '../site/folder.ts';

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

test('what is not a terminal sees nothing of a short command', () => {
  expect(written(false)).toBe('');
});

test('what is not a terminal sees a line every few seconds, also while the thread is busy', async () => {
  const file = join(makeFolder({}), 'stderr');
  const descriptor = openSync(file, 'w');
  const stream = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream;
  const bar = new ProgressBar({ stream, lineSeconds: 0.5, descriptor });
  for (let done = 1; done <= 12; done++) {
    bar.show({ phase: 'apply', done: 1000 + done * 20, total: 9000, before: 1000 });
    await sleep(100);
  }
  bar.step('fix');
  await sleep(100);
  const busyUntil = performance.now() + 2000;
  while (performance.now() < busyUntil);
  bar.clear();
  const before = readFileSync(file, 'utf8');
  await sleep(1000);
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe(before);
  const lines = before.trimEnd().split('\n');
  // In 3.3 seconds; a machine under load may lose some.
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.length).toBeLessThan(8);
  expect(
    lines.filter(
      line => !/^templens: (?:Labelling pages \d+\/9000(?:, .* a second, .* left)?|Trying fixes) \(\d+ s\)\.$/.test(line),
    ),
  ).toEqual([]);
  expect(lines.at(-1)).toMatch(/^templens: Trying fixes \(3 s\)\.$/);
});

test('of a long command, the rate is that of this run, and the time left is said', () => {
  let seconds = 100;
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const bar = new ProgressBar({ stream: stream as unknown as NodeJS.WriteStream });
  for (; seconds <= 111; seconds++) bar.show({ phase: 'list', done: (seconds - 100) * 50, total: undefined });
  for (; seconds <= 118; seconds++) bar.show({ phase: 'apply', done: 1000 + (seconds - 112) * 20, total: 9000, before: 1000 });
  bar.clear();
  expect(String(stream.read())).toContain('1120/9000, 20 a second, 7 min left');
});
