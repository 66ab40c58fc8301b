// The safe fixes of the untouched pages of the gold corpus, and whether a maintainer would commit them (test/corpus-fixes.json).
import { readFileSync } from 'node:fs';
import { defaultSettings } from 'templens-shared/settings';
import { colorsFor } from '../../server/src/cli/output.ts';
import { hash53 } from '../../server/src/html/hash.ts';
import { unifiedDiff } from '../../server/src/report/unified-diff.ts';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { fixPages } from '../../server/src/site/fix-pages.ts';
import type { GoldSite } from './gold.ts';

/** Share of the safe fixes that a maintainer must be willing to commit. */
export const LEAST_COMMITTED = 0.95;

/** A finding that `templens fix` fixes without a person looking at it. */
export interface CorpusFix {
  site: string;
  page: string;
  identity: string;
  /** Hash of the removed and added lines of the page, for all its findings: another change needs another verdict. */
  change: string;
}

export interface ReviewedFix extends CorpusFix {
  /** `commit`: it restores the template, loses nothing, and changes nothing that is meant. */
  verdict: 'commit' | 'refuse';
  /** What is seen on the page, in a sentence. */
  why: string;
}

export interface JudgedFix extends CorpusFix {
  message: string;
  /** Unified diff of the page. */
  diff: string;
  verdict: ReviewedFix['verdict'] | 'none';
}

/** What a reviewer said of each fix. */
export function reviewedFixes(file = 'test/corpus-fixes.json'): ReviewedFix[] {
  return JSON.parse(readFileSync(file, 'utf8')) as ReviewedFix[];
}

/**
 * The safe fixes of a site of the corpus as it is, as `templens fix` prints them.
 * @param parseWorker the bundle of the worker that parses pages.
 */
export async function corpusFixes(site: GoldSite, reviewed: readonly ReviewedFix[], parseWorker: URL): Promise<JudgedFix[]> {
  const engine = startEngine({ parseWorker });
  try {
    const settings = { ...defaultSettings, threads: 1 };
    engine.send({ command: 'open', root: site.pagesFolder, settings, labels: false, checks: true });
    const pages = (await engine.query({ kind: 'pages' })).map(({ page }) => page);
    const { fixed } = await fixPages(engine, { pages, unsafe: false });
    return fixed.flatMap(page => {
      const diff = unifiedDiff(page, colorsFor(false), false);
      const change = hash53(changedLines(diff)).toString(36);
      return page.fixedFindings.map(({ identity, message }): JudgedFix => {
        const fix: CorpusFix = { site: site.name, page: page.page, identity, change };
        return { ...fix, message, diff, verdict: reviewed.find(each => isSameFix(each, fix))?.verdict ?? 'none' };
      });
    });
  } finally {
    await engine.close();
  }
}

/** A sentence for each of these that does not hold: all fixes are judged, every verdict is on one of them, and 95 % would be committed. */
export function missedFixBars(fixes: readonly JudgedFix[], reviewed: readonly ReviewedFix[]): string[] {
  const sentences: string[] = [];
  const unjudged = fixes.filter(({ verdict }) => verdict === 'none');
  if (unjudged.length > 0) sentences.push(`${unjudged.length} safe fixes have no verdict in test/corpus-fixes.json.`);
  const stale = reviewed.filter(each => !fixes.some(fix => isSameFix(fix, each)));
  for (const { site, page } of stale)
    sentences.push(`A verdict in test/corpus-fixes.json is on no safe fix of ${page} of ${site}.`);
  if (shareOfCommitted(fixes) < LEAST_COMMITTED)
    sentences.push(`A maintainer would commit ${percent(shareOfCommitted(fixes))} of the safe fixes; it must be 95 %.`);
  return sentences;
}

/** 1 where there are no fixes. */
function shareOfCommitted(fixes: readonly JudgedFix[]): number {
  return fixes.length === 0 ? 1 : fixes.filter(({ verdict }) => verdict === 'commit').length / fixes.length;
}

/** A table in Markdown: a row for each site that has safe fixes, and one for all. */
export function fixTableOf(fixes: readonly JudgedFix[]): string {
  const row = (name: string, of: readonly JudgedFix[]): string =>
    `| ${[name, of.length, new Set(of.map(({ site, page }) => `${site}/${page}`)).size, of.filter(({ verdict }) => verdict === 'commit').length, percent(shareOfCommitted(of))].join(' | ')} |`;
  const sites = [...new Set(fixes.map(({ site }) => site))];
  return [
    '| site | safe fixes | pages | a maintainer would commit | share |',
    '| --- | --: | --: | --: | --: |',
    ...sites.map(name =>
      row(
        name,
        fixes.filter(({ site }) => site === name),
      ),
    ),
    row('**all**', fixes),
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function isSameFix(a: CorpusFix, b: CorpusFix): boolean {
  return a.site === b.site && a.page === b.page && a.identity === b.identity && a.change === b.change;
}

function changedLines(diff: string): string {
  return diff
    .split('\n')
    .filter(line => /^[+-](?!\+\+ |-- )/.test(line))
    .join('\n');
}
