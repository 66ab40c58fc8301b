// The findings on the untouched pages of the gold corpus, and what a reviewer said of each (test/corpus-findings.json).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedSite } from './checked-site.ts';
import type { GoldSite } from './gold.ts';

/** `true`: the page drifted. `acceptable`: it differs for a reason that no tool can know. `false`: there is nothing to tell. */
export type FindingVerdict = 'true' | 'acceptable' | 'false';

export interface ReviewedFinding {
  site: string;
  page: string;
  code: string;
  identity: string;
  verdict: FindingVerdict;
  /** One clause. */
  why: string;
  /** Found once, and not with the layouts of today: what a comparison of parts has to find again, where the verdict is `true`. */
  gone?: true;
}

/** Who has reviewed what: the committed verdicts. */
export function reviewedFindings(file = 'test/corpus-findings.json'): ReviewedFinding[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReviewedFinding[]) : [];
}

/** The findings of a site of the corpus as it is, with their messages. */
export function corpusFindings(
  site: GoldSite,
): (Pick<ReviewedFinding, 'site' | 'page' | 'code' | 'identity'> & { message: string })[] {
  const texts = [...site.pages.keys()].map((page): [string, string] => [page, site.read(page)]);
  const checked = new CheckedSite(texts, {}, path => existsSync(join(site.pagesFolder, path)));
  return [...checked.all()].flatMap(([page, findings]) =>
    findings.map(({ code, identity, message }) => ({ site: site.name, page, code, identity, message })),
  );
}

type FindingName = Pick<ReviewedFinding, 'site' | 'page' | 'identity'>;

/** Has somebody said what the finding is worth? */
export function isReviewed(finding: FindingName, reviewed: readonly FindingName[]): boolean {
  return reviewed.some(
    ({ site, page, identity }) => site === finding.site && page === finding.page && identity === finding.identity,
  );
}
