import { join, relative } from 'node:path';
import { counted } from 'templens-shared/counted';
import { type Finding, type Severity, severities } from 'templens-shared/findings';
import type { PartSplit, TranslationGap } from 'templens-shared/parts';
import { withSlashes } from '../../site/path-within.ts';
import type { BaselineEntry } from './baseline.ts';

/** Links that a sentence names. */
const MOST_LINKS = 3;

/** What `check` found: the input of every output format. */
export interface CheckReport {
  /** Absolute path of the site's folder. */
  root: string;
  /** Absolute path of the folder that paths for programs start from: the repository's. */
  repository: string;
  pages: number;
  groups: number;
  /** Findings that neither the baseline nor an earlier revision has, by page and place. */
  findings: Finding[];
  /** Findings that one of them has. */
  known: Finding[];
  /** Stale entries of the baseline. */
  stale: BaselineEntry[];
  /** Findings beyond the most that are reported on a page. */
  withheld: { page: string; findings: number }[];
  /** Notes on the site: parts with several common versions. */
  splits: PartSplit[];
  /** The parts whose translations all link to something but one. */
  translationGaps: TranslationGap[];
}

/** A sentence each on what is a matter of the site, and of no single page. */
export function siteNotes({ splits, translationGaps }: CheckReport): string[] {
  return [...splits.map(splitSentence), ...translationGaps.map(gapSentence)];
}

/** `The main menu in ko, on 4 pages, lacks a link that it has in the 6 other languages: core-concepts.html`. */
function gapSentence({ name, language, pages, links, languages }: TranslationGap): string {
  const shown = links.length > MOST_LINKS ? [...links.slice(0, MOST_LINKS), `${links.length - MOST_LINKS} more`] : links;
  const lacks = links.length === 1 ? 'a link' : counted(links.length, 'link');
  return `The ${name} in ${language}, on ${counted(pages, 'page')}, lacks ${lacks} that it has in the ${languages} other languages: ${shown.join(', ')}`;
}

/** `The main menu has 2 versions, on 17 and 6 pages: templens parts --part "main menu"`. */
function splitSentence({ id, name, language, versions }: PartSplit): string {
  const pages = versions.map(version => String(version.pages));
  const listed = `${pages.slice(0, -1).join(', ')} and ${pages.at(-1)}`;
  const part = /^[^"$`\\!%]*$/.test(name) ? `"${name}"` : id;
  const where = language === undefined ? '' : ` in ${language}`;
  return `The ${name} has ${counted(versions.length, 'version')}${where}, on ${listed} pages: templens parts --part ${part}`;
}

/** A page's path from the repository's folder, with `/`. */
export function repositoryPath({ root, repository }: Pick<CheckReport, 'root' | 'repository'>, page: string): string {
  return withSlashes(relative(repository, join(root, page)));
}

/** How many findings there are of each severity. */
export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Is there a finding of this severity, or of a worse one? */
export function reaches(findings: readonly Finding[], severity: Severity): boolean {
  return findings.some(finding => severities.indexOf(finding.severity) <= severities.indexOf(severity));
}
