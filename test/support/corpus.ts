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

/** Those of the sites that a command's option `--site` names; all without it. Ends the process with code 2 if a name is unknown. */
export function namedSites(sites: readonly GoldSite[], names: readonly string[] | undefined): GoldSite[] {
  const unknown = names?.find(name => !sites.some(site => site.name === name));
  if (unknown !== undefined) {
    console.error(`--site ${unknown}: the corpus has no such site. It has ${sites.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  return sites.filter(({ name }) => names?.includes(name) ?? true);
}

const written: ReadonlySet<string> = new Set(
  'adminlte2 ant-1.6 aria-practices aviato classimax dotgnu linux-gazette metamath modern-business'.split(' '),
);

/** True for a site of the corpus whose pages are written by people. Programs write the pages of the others. */
export function isWrittenByPeople(site: string): boolean {
  return written.has(site);
}

/** The texts of all pages of a site, by path. */
export function textsOf(site: GoldSite): Map<string, string> {
  return new Map([...site.pages.keys()].map(page => [page, site.read(page)]));
}

/** The sites of the corpus that have gold labels, by name; none when the corpus is missing. */
export function corpusSites(): GoldSite[] {
  if (!corpusAvailable) return [];
  return readdirSync(corpusFolder)
    .sort()
    .filter(name => existsSync(join(corpusFolder, name, 'gold.json')))
    .map(name => loadGoldSite(join(corpusFolder, name)));
}
