// Where the gold corpus is: the folder TEMPLENS_CORPUS names, else ../shared/corpus beside the repository.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeep } from './deep.ts';
import { type GoldSite, loadGoldSite } from './gold.ts';

/** Absolute path. */
export const corpusFolder: string = resolve(process.env.TEMPLENS_CORPUS ?? '../shared/corpus');

const isTest = process.env.VITEST !== undefined;
export const isCorpusThere: boolean = existsSync(corpusFolder);
/** False when the corpus is missing, and in tests that are not deep: for `describe.runIf`. The test runner prints what is skipped. */
export const corpusAvailable: boolean = isCorpusThere && (isDeep || !isTest);
if (!isCorpusThere && !isTest) console.error(`The gold corpus is not at ${corpusFolder}. Set TEMPLENS_CORPUS to its folder.`);

/** The sites of the corpus that have gold labels, by name; none when the corpus is missing. */
export function corpusSites(): GoldSite[] {
  if (!corpusAvailable) return [];
  return readdirSync(corpusFolder)
    .sort()
    .filter(name => existsSync(join(corpusFolder, name, 'gold.json')))
    .map(name => loadGoldSite(join(corpusFolder, name)));
}
