// A page whose file is replaced between the look at it and the reading.
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { afterEach, expect, test, vi } from 'vitest';
import { readPageFile } from '../../server/src/site/read-page.ts';
import { makeFolder } from '../site/folder.ts';

const attack = vi.hoisted(() => ({ beforeReading: (): void => {} }));
vi.mock('../../server/src/site/read-regular.ts', async original => {
  const actual = await original<typeof import('../../server/src/site/read-regular.ts')>();
  const readRegular: typeof actual.readRegular = (...args) => {
    attack.beforeReading();
    return actual.readRegular(...args);
  };
  return { ...actual, readRegular };
});
afterEach(() => {
  attack.beforeReading = () => {};
});

/** A page, and what puts something else in its place at once. */
function site() {
  const root = makeFolder({ 'a.html': 'first' });
  const page = join(root, 'a.html');
  const replaceBy = (make: (file: string) => void): void => {
    make(`${page}.new`);
    renameSync(`${page}.new`, page);
  };
  return { read: () => readPageFile(root, 'a.html', root, defaultSettings), replaceBy };
}

test('by a link that leads outside the site is not read', () => {
  const secret = join(makeFolder({ secret: 'secret' }), 'secret');
  const { read, replaceBy } = site();
  attack.beforeReading = () => replaceBy(file => symlinkSync(secret, file));
  expect(read()).toEqual({ kind: 'refused', message: 'a.html is a link that leads outside the site; it is skipped.' });
});

test('by another file is read as that', () => {
  const { read, replaceBy } = site();
  attack.beforeReading = () => {
    attack.beforeReading = () => {};
    replaceBy(file => writeFileSync(file, 'second'));
  };
  expect(read()).toMatchObject({ kind: 'text', text: 'second' });
});

test('again and again is skipped', () => {
  const { read, replaceBy } = site();
  let times = 0;
  attack.beforeReading = () => replaceBy(file => writeFileSync(file, `text ${times++}`));
  expect(read()).toEqual({
    kind: 'refused',
    message: 'a.html cannot be read: it is replaced again and again; it is skipped.',
  });
});
