// What a file's times say about its bytes. A writer can set the time of the last write back, but not that of the last change.
import { lstatSync, realpathSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type SiteInputs, withoutFreshStamps } from '../../server/src/site/cache/site-inputs.ts';
import { isUnchanged } from '../../server/src/site/cache/unchanged-inputs.ts';
import { discoverPages, pageFilter } from '../../server/src/site/discover.ts';
import { readPageFile } from '../../server/src/site/read-page.ts';
import type { FileStamp } from '../../server/src/site/site-disk.ts';
import { makeFolder } from './folder.ts';

const HOUR = 3_600_000;
const inputsOf = (stamp: FileStamp, hash = ''): SiteInputs => ({
  pages: [{ path: 'a.html', stamp, hash }],
  templates: [],
  looked: [],
  read: [],
  problems: [],
});

describe('a stamp that is kept', () => {
  const now = 1_800_000_000_000;
  const [old, fresh] = [now - HOUR, now - 1000];

  test.each([
    ['both times are old', old, old, true],
    ['the file was just written', fresh, fresh, false],
    ['the file was just written, with the time of an older one', old, fresh, false],
  ])('%s', (_, mtimeMs, ctimeMs, isKept) => {
    const stamp = { mtimeMs, ctimeMs, size: 1, ino: 1 };
    const { pages, templates } = withoutFreshStamps({ ...inputsOf(stamp), templates: [{ path: 't.dwt', stamp, hash: '' }] }, now);
    expect([pages, templates].map(([file]) => file!.stamp)).toEqual(isKept ? [stamp, stamp] : [undefined, undefined]);
  });
});

test('a file with another time of change is read again, and one with the same stamp is not', () => {
  const root = makeFolder({ 'a.html': '<p>now' });
  const stamp = discoverPages(root, pageFilter(root, defaultSettings)).pages.get('a.html')!;
  const hash = 'of other bytes';
  expect(isUnchanged(inputsOf(stamp, hash), root, defaultSettings)).toBe(true);
  const before = { ...stamp, ctimeMs: stamp.ctimeMs - 1000 };
  expect(isUnchanged(inputsOf(before, hash), root, defaultSettings)).toBe(false);
});

test('a page that was changed just now has no stamp, also with the time of an older one', () => {
  const root = makeFolder({ 'a.html': '<p>now' });
  const file = join(root, 'a.html');
  const { mtimeMs } = lstatSync(file);
  utimesSync(file, mtimeMs / 1000, (mtimeMs - HOUR) / 1000);
  const { ctimeMs } = lstatSync(file);
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  const stampAt = (now: number) => {
    clock.mockReturnValue(now);
    const page = readPageFile(root, 'a.html', realpathSync(root), defaultSettings);
    return page.kind === 'text' ? page.stamp?.ctimeMs : page.kind;
  };
  expect(stampAt(ctimeMs + 1)).toBeUndefined();
  expect(stampAt(ctimeMs + HOUR)).toBe(ctimeMs);
});
