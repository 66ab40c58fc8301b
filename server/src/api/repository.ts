import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathWithin } from './path-within.ts';

/** A folder, the one that it is in, and so on. */
export function* foldersUpward(folder: string): Generator<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (at === dirname(at)) return;
  }
}

/** Is there `.git` in the folder, a folder or a file (as in a worktree)? */
export function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

/** The nearest repository upward; undefined outside of one. */
export function repositoryOf(folder: string): string | undefined {
  return [...foldersUpward(folder)].find(isRepository);
}

/** Is the path a folder, or in it? */
export function isWithin(path: string, folder: string): boolean {
  return pathWithin(folder, path) !== undefined;
}

/** Where the paths of a report begin: the repository, else where CI or the user is, else the site itself. */
export function repositoryAround(site: string): string {
  const { GITHUB_WORKSPACE } = process.env;
  const around = [...(GITHUB_WORKSPACE ? [GITHUB_WORKSPACE] : []), process.cwd()];
  return repositoryOf(site) ?? around.find(folder => isWithin(site, folder)) ?? site;
}
