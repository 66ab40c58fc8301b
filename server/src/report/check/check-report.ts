import { join, relative } from 'node:path';
import { groupByCause, severityNoun, severityTotals } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import { type Finding, type Severity, severities } from 'templens-shared/findings';
import type { PartSplit, TranslationGap } from 'templens-shared/parts';
import { withSlashes } from '../../site/path-within.ts';
import { limits } from '../thresholds.ts';
import type { BaselineEntry } from './baseline.ts';

/** The results of `check`: the input of all output formats. */
export interface CheckReport {
  /** Absolute path of the site's folder. */
  root: string;
  /** Absolute path of the repository's folder: paths in output for programs are relative to it. */
  repository: string;
  pages: number;
  groups: number;
  /** New findings: neither the baseline nor the earlier revision has them. Sorted by page and place. */
  findings: Finding[];
  /** Findings that the baseline or the earlier revision has. */
  known: Finding[];
  /** Entries of the baseline that match no finding. */
  stale: BaselineEntry[];
  /** By page, the number of findings beyond the limit of findings for a page. */
  withheld: { page: string; findings: number }[];
  /** The lowest severity of findings that fail the run. */
  failOn: Severity | 'never';
  /** Parts with several common versions. */
  splits: PartSplit[];
  /** Parts that lack links in one language only. */
  translationGaps: TranslationGap[];
}

/** Notes on the site, which are about no single page: a sentence for each split and for each translation gap. */
export function siteNotes({ splits, translationGaps }: Pick<CheckReport, 'splits' | 'translationGaps'>): string[] {
  return [...splits.map(splitSentence), ...translationGaps.map(gapSentence)];
}

/** `The menu in ko, on 4 pages, lacks a link that it has in the 6 other languages: core-concepts.html`. */
function gapSentence({ name, language, pages, links, languages }: TranslationGap): string {
  const lacks = links.length === 1 ? 'a link' : counted(links.length, 'link');
  return `The ${name} in ${language}, on ${counted(pages, 'page')}, lacks ${lacks} that it has in the ${languages} other languages: ${shortList(links)}`;
}

/**
 * `The menu has 2 versions, on 17 pages such as a.html and on 6 such as b.html. Version 2 lacks <a href="c.html">: templens parts --part "menu"`.
 */
function splitSentence({ id, name, language, versions }: PartSplit): string {
  const listed = versions.map(
    ({ pages, example }, index) => `on ${index === 0 ? counted(pages, 'page') : pages} such as ${example}`,
  );
  const part = /^[^"$`\\!%]*$/.test(name) ? `"${name}"` : id;
  const where = language === undefined ? '' : ` in ${language}`;
  const differences = versions.map(({ missing, extra }, index) => {
    const lacks = missing.length > 0 ? [`lacks ${shortList(missing)}`] : [];
    const has = extra.length > 0 ? [`has ${shortList(extra)} in addition`] : [];
    return lacks.length + has.length === 0 ? '' : `. Version ${index + 1} ${[...lacks, ...has].join(' and ')}`;
  });
  const places = `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
  return `The ${name} has ${counted(versions.length, 'version')}${where}, ${places}${differences.join('')}: templens parts --part ${part}`;
}

/** The first few of a list, and how many more there are. */
function shortList(items: readonly string[]): string {
  const more = items.length - limits.noteLinks;
  return (more > 0 ? [...items.slice(0, limits.noteLinks), `${more} more`] : items).join(', ');
}

/** Path of a page relative to the repository's folder, with `/`. */
export function repositoryPath({ root, repository }: Pick<CheckReport, 'root' | 'repository'>, page: string): string {
  return withSlashes(relative(repository, join(root, page)));
}

/** The number of findings of each severity. */
export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** True if the findings fail the run. */
export function isFailure({ findings, failOn }: Pick<CheckReport, 'findings' | 'failOn'>): boolean {
  return failOn !== 'never' && findings.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(failOn));
}

/** A sentence for the findings that do not fail the run, with the option for which they would; undefined if there are none. */
export function passSentence(report: Pick<CheckReport, 'findings' | 'failOn'>): string | undefined {
  const { failOn } = report;
  if (failOn === 'never') return undefined;
  const causes = groupByCause(report.findings).filter(cause => !isFailure({ findings: [cause.first, ...cause.others], failOn }));
  const [worst] = causes;
  if (!worst) return undefined;
  const [fail, them] = causes.length === 1 ? ['does not fail', 'it'] : ['do not fail', 'them'];
  return `${severityTotals(causes)}, which ${fail}; --fail-on ${severityNoun(worst.severity)} makes ${them} fail.`;
}

/** Confidence in a few characters: `95 % sure`. */
export function confidenceText(confidence: number): string {
  return `${Math.round(confidence * 100)} % sure`;
}
