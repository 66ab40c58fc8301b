// Where the gold corpus is: the folder TEMPLENS_CORPUS names, else ../shared/corpus beside the repository.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type GoldSite, loadGoldSite } from './gold.ts';

/** Absolute path. */
export const corpusFolder: string = resolve(process.env.TEMPLENS_CORPUS ?? '../shared/corpus');

/** False, with a line on stderr, when the corpus is not there: for `describe.runIf`. */
export const corpusAvailable: boolean = existsSync(corpusFolder);
if (!corpusAvailable) {
  console.error(
    `The gold corpus is not at ${corpusFolder}: everything that needs it is SKIPPED. Set TEMPLENS_CORPUS to its folder.`,
  );
}

/** The sites of the corpus that have gold labels, by name; none when the corpus is missing. */
export function corpusSites(): GoldSite[] {
  if (!corpusAvailable) return [];
  return readdirSync(corpusFolder)
    .sort()
    .filter(name => existsSync(join(corpusFolder, name, 'gold.json')))
    .map(name => loadGoldSite(join(corpusFolder, name)));
}
