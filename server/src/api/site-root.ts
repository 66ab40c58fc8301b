import { realpath } from 'node:fs/promises';
import { configurationIn } from '../site/configuration.ts';
import { foldersUpward, isRepository, isWithin, repositoryOf } from './repository.ts';

export { configurationIn };

/**
 * The nearest folder upward with a configuration file, within the repository, else within the current folder; a configuration above
 * belongs to somebody else. Undefined where there is none.
 * @param folder absolute, without links.
 */
export async function configuredFolder(folder: string): Promise<string | undefined> {
  const current = await realpath('.');
  const highest = repositoryOf(folder) ?? (isWithin(folder, current) ? current : folder);
  return [...foldersUpward(folder)].find(at => isWithin(at, highest) && configurationIn(at) !== undefined);
}

/** The nearest folder upward that looks like a site's root: it has a configuration, or is a repository. */
export function likelyRoot(folder: string): string | undefined {
  return [...foldersUpward(folder)].find(at => configurationIn(at) !== undefined || isRepository(at));
}
