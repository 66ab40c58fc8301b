import nodePath, { type PlatformPath } from 'node:path';

/**
 * Returns a file's path relative to a folder, with `/` on every platform, as pages are named. Empty for the folder itself; undefined if the
 * file is not in the folder, such as on another drive of Windows.
 * @param path path functions of another platform, for tests.
 */
export function pathWithin(folder: string, file: string, path: PlatformPath = nodePath): string | undefined {
  const inside = path.relative(folder, file);
  if (inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)) return undefined;
  return withSlashes(inside, path);
}

/** Converts a relative path to `/` on every platform. Except on Windows, a backslash is part of a name. */
export function withSlashes(relative: string, path: PlatformPath = nodePath): string {
  return relative.split(path.sep).join('/');
}
