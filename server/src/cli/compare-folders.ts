import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFiles } from '../api/migration.ts';

/** Compares the files of a built project with those of the site. `differing` has a sentence for each file that differs, is missing or extra. */
export async function comparedFolders(root: string, built: string): Promise<{ equal: number; differing: string[] }> {
  const { files } = siteFiles(root);
  const made = new Set(siteFiles(built).files);
  const differing: string[] = [];
  let equal = 0;
  for (const file of files) {
    if (!made.delete(file)) differing.push(`${file} is not built.`);
    else if ((await readFile(join(root, file))).equals(await readFile(join(built, file)))) equal++;
    else differing.push(`${file} differs from the site's file.`);
  }
  for (const file of made) differing.push(`${file} is built, but is no file of the site.`);
  return { equal, differing };
}
