import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { userCacheFolder } from '../../../server/src/site/cache/cache-folder.ts';

test('the folder for caches is the one of the system', () => {
  expect(userCacheFolder({}, 'linux')).toBe(join(homedir(), '.cache', 'templens'));
  expect(userCacheFolder({ XDG_CACHE_HOME: '/caches' }, 'linux')).toBe('/caches/templens');
  expect(userCacheFolder({ XDG_CACHE_HOME: 'caches' }, 'linux')).toBe(join(homedir(), '.cache', 'templens'));
  expect(userCacheFolder({}, 'darwin')).toBe(join(homedir(), 'Library', 'Caches', 'templens'));
  expect(userCacheFolder({}, 'win32')).toBeUndefined();
});

test('TEMPLENS_CACHE names another one, or none', () => {
  expect(userCacheFolder({ TEMPLENS_CACHE: '/mine', XDG_CACHE_HOME: '/caches' }, 'linux')).toBe('/mine');
  expect(userCacheFolder({ TEMPLENS_CACHE: '', XDG_CACHE_HOME: '/caches' }, 'linux')).toBeUndefined();
  expect(userCacheFolder({ TEMPLENS_CACHE: 'relative' }, 'linux')).toBeUndefined();
});
