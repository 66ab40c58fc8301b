import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathWithin } from './path-within.ts';

/** A folder, its parent folder, and so on up to the root of the file system. */
export function* foldersUpward(folder: string): Generator<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (at === dirname(at)) return;
  }
}

/** True if the folder has an entry `.git`: a folder, or a file in a worktree. */
export function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

/** The root of the innermost git repository that contains the folder; undefined outside of repositories. */
export function repositoryOf(folder: string): string | undefined {
  return [...foldersUpward(folder)].find(isRepository);
}

/** True if the path is the folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return pathWithin(folder, path) !== undefined;
}

/**
 * The folder to which paths in reports for other programs are relative: the repository, else the workspace of GitHub Actions or the current
 * folder if it contains the site, else the site itself.
 */
export function reportRoot(site: string): string {
  const { GITHUB_WORKSPACE } = process.env;
  const around = [...(GITHUB_WORKSPACE ? [GITHUB_WORKSPACE] : []), process.cwd()];
  return repositoryOf(site) ?? around.find(folder => isWithin(site, folder)) ?? site;
}
