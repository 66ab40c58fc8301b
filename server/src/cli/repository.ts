import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Where the paths of a report begin: the repository, else where CI or the user is, else the site itself. */
export function repositoryAround(site: string): string {
  const { GITHUB_WORKSPACE } = process.env;
  const around = [...(GITHUB_WORKSPACE ? [GITHUB_WORKSPACE] : []), process.cwd()];
  return repositoryOf(site) ?? around.find(folder => `${site}${sep}`.startsWith(folder + sep)) ?? site;
}

/** The nearest folder upward with `.git`, a folder or a file (as in a worktree); undefined outside of a repository. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return undefined;
  }
}
