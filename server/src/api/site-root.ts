import { realpath } from 'node:fs/promises';
import { configurationIn } from '../site/configuration.ts';
import { foldersUpward, isRepository, isWithin, repositoryOf } from './repository.ts';

export { configurationIn };

/**
 * The folder itself or the nearest one above it with a configuration file, within the repository, or else within the current folder: a
 * configuration further up belongs to another project. Undefined if none exists.
 * @param folder absolute path with symbolic links resolved.
 */
export async function configuredFolder(folder: string): Promise<string | undefined> {
  const current = await realpath('.');
  const outermost = repositoryOf(folder) ?? (isWithin(folder, current) ? current : folder);
  return [...foldersUpward(folder)].find(at => isWithin(at, outermost) && configurationIn(at) !== undefined);
}

/** The folder itself or the nearest one above it that looks like a site's root: it has a configuration, or is the root of a repository. */
export function likelyRoot(folder: string): string | undefined {
  return [...foldersUpward(folder)].find(at => configurationIn(at) !== undefined || isRepository(at));
}
