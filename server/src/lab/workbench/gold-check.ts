import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { discoverPages, pageFilter } from '../../site/discover.ts';
import { type GoldSite, readGoldPage } from './gold.ts';
import type { GoldFile, GoldTemplate } from './gold-file.ts';
import { applyRules, parseGoldPage, selectorProblem } from './gold-labels.ts';

/** Checks that the schema cannot express: returns a sentence for each contradiction between a gold file and its pages, and each unused rule. */
export function checkGoldSite(site: GoldSite): string[] {
  return [
    ...nameProblems(site.gold),
    ...pageProblems(site),
    ...site.gold.templates.flatMap(template => ruleProblems(site, template)),
  ];
}

function nameProblems({ templates }: GoldFile): string[] {
  const names = templates.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
  return [...twice].map(name => `Two templates are called "${name}"; give one of them another name.`);
}

function pageProblems({ gold, pagesFolder }: GoldSite): string[] {
  const problems: string[] = [];
  const places = new Map<string, string>();
  const note = (page: string, place: string): void => {
    const other = places.get(page);
    if (other) problems.push(`${page} stands in ${other} and in ${place}; a page belongs to one.`);
    places.set(page, place);
    if (!existsSync(join(pagesFolder, page))) problems.push(`${page}, named in ${place}, is not in the folder pages.`);
  };
  for (const { name, pages, keyPages = [] } of gold.templates) {
    for (const page of pages) note(page, `"${name}"`);
    for (const page of keyPages)
      if (!pages.includes(page)) problems.push(`The key page ${page} of "${name}" is not among its pages.`);
  }
  for (const page of gold.unlabelled ?? []) note(page, 'the list of unlabelled pages');
  for (const page of filesOf(pagesFolder)) {
    if (!places.has(page)) problems.push(`${page} stands in no template; add it to one, or to "unlabelled".`);
  }
  return problems;
}

/** Files in the folder of pages that have the name of a page. */
function filesOf(pagesFolder: string): string[] {
  if (!existsSync(pagesFolder)) return [];
  return [...discoverPages(pagesFolder, pageFilter(pagesFolder, { ...defaultSettings, gitignore: false })).pages.keys()];
}

function ruleProblems(site: GoldSite, { name, pages, rules }: GoldTemplate): string[] {
  const problems: string[] = [];
  const usable = rules.filter(rule => {
    const problem = selectorProblem(rule);
    if (problem) problems.push(`The selector ${JSON.stringify(rule.css)} of "${name}" cannot be used: ${problem}.`);
    return !problem;
  });
  const matches = usable.map(() => 0);
  const present = pages.filter(page => existsSync(join(site.pagesFolder, page)));
  for (const page of present) {
    const found = applyRules(parseGoldPage(readGoldPage(site, page)), usable).matches;
    for (const [index, count] of found.entries()) matches[index]! += count;
  }
  if (present.length === 0) return problems;
  const dead = usable.filter((_, index) => matches[index] === 0);
  return [
    ...problems,
    ...dead.map(({ css, label }) => `The rule ${JSON.stringify(css)} (${label}) of "${name}" matches nothing on its pages.`),
  ];
}
