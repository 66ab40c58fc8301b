import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildComparison } from 'templens-shared/migration';
import { siteFiles } from './plan.ts';

/**
 * Compares the files of a built project with those of the site. `differing` has those that differ, are missing or extra.
 * @param changed the bytes of files that shall not be those of the site.
 */
export async function comparedFolders(
  root: string,
  built: string,
  changed: ReadonlyMap<string, Buffer>,
): Promise<BuildComparison> {
  const { files } = siteFiles(root);
  const made = new Set(siteFiles(built).files);
  const differing: string[] = [];
  let equal = 0;
  for (const file of files) {
    const wanted = changed.get(file) ?? (await readFile(join(root, file)));
    if (made.delete(file) && wanted.equals(await readFile(join(built, file)))) equal++;
    else differing.push(file);
  }
  differing.push(...made);
  return { equal, differing };
}
