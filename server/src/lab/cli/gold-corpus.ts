import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, Failure, reasonOf } from '../../cli/failure.ts';
import { siteFolder } from '../../cli/site-folder.ts';
import { type GoldSite, goldFolders, loadGoldSite } from '../workbench/gold.ts';
import { selectorProblem } from '../workbench/gold-labels.ts';

/**
 * Loads the gold sites of a corpus: a folder of sites, or one site. Throws a `Failure` if there is no site, two sites have the same name, or
 * a site is unusable, so that such a problem shows before the work begins.
 */
export async function loadCorpus(given: string): Promise<GoldSite[]> {
  const root = await siteFolder(given);
  let folders: string[];
  try {
    folders = goldFolders(root);
  } catch (error) {
    throw new Failure(exitCode.failed, `A folder in ${given} cannot be read: ${reasonOf(error)}.`);
  }
  if (folders.length === 0) {
    throw new Failure(
      exitCode.usage,
      `There is no gold site in ${given}: give a folder of sites, each with gold.json and its pages in the folder pages.`,
    );
  }
  const sites = folders.map(loadSite);
  const byName = new Map<string, GoldSite>();
  for (const site of sites) {
    const twin = byName.get(site.name);
    if (twin)
      throw new Failure(
        exitCode.usage,
        `${twin.folder} and ${site.folder} are both called "${site.name}"; rename one in its gold.json.`,
      );
    byName.set(site.name, site);
  }
  return sites;
}

function loadSite(folder: string): GoldSite {
  let site: GoldSite;
  try {
    site = loadGoldSite(folder);
  } catch (error) {
    throw new Failure(exitCode.usage, (error as Error).message);
  }
  for (const page of [...site.pages.keys(), ...site.unlabelled]) {
    if (existsSync(join(site.pagesFolder, page))) continue;
    throw new Failure(
      exitCode.usage,
      `${join(folder, 'gold.json')} names the page ${page}, which is not in ${site.pagesFolder}.`,
    );
  }
  for (const { name, rules } of site.gold.templates) {
    for (const rule of rules) {
      const problem = selectorProblem(rule);
      if (problem === undefined) continue;
      const where = `${join(folder, 'gold.json')}: the selector ${JSON.stringify(rule.css)} of the template "${name}"`;
      throw new Failure(exitCode.usage, `${where} cannot be used: ${problem}.`);
    }
  }
  return site;
}
