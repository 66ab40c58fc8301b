// Cuts shared parts out of pages, and sees whether a finding says that they are missing.
import { addTo } from '../../server/src/core/counts/sets-by-key.ts';
import { explain } from '../../server/src/core/findings/explanations/explanations.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import type { Part } from '../../server/src/core/parts/part.ts';
import type { CheckedSite } from './checked-site.ts';
import { checkedCorpusSite } from './corpus-findings.ts';
import { sample, seededRandom } from './drift/random.ts';
import type { GoldSite } from './gold.ts';

/** What became of a part that was cut out of a page. */
export interface LostPart {
  readonly site: string;
  readonly page: string;
  /** The beginning of its source. */
  readonly part: string;
  /** Number of pages that have the part. */
  readonly pages: number;
  /** `isFound`: a finding reports it. `isReported`: its confidence is high enough. */
  readonly isFound: boolean;
  readonly isReported: boolean;
  /** The explanations of the finding that says that the whole part is missing, if there is one. */
  readonly explanations: Readonly<Record<string, number>> | undefined;
}

/** True for the sites on which the judge's weights for lost parts are trained: every second one. */
export function isTrainedOnLostParts(site: GoldSite, sites: readonly GoldSite[]): boolean {
  return sites.findIndex(({ name }) => name === site.name) % 2 === 0;
}

const thresholds = {
  /** Share of the pages that have each part that is cut out. */
  commonShare: 0.8,
  /** Least number of pages that have it. */
  minimumPages: 5,
  /** Number of pages out of which each part is cut, one at a time. */
  pagesPerPart: 2,
};

/** Cuts each part that most pages have out of some pages in turn. */
export function lostParts(gold: GoldSite, seed: number): LostPart[] {
  const site = checkedCorpusSite(gold);
  // Pages that are not compared (N22), such as error pages, have no findings.
  const texts = new Map([...site.texts].filter(([page]) => site.model.checks(page)?.isCompared));
  site.reported();
  const pagesOf = new Map<Part, Set<string>>();
  for (const page of texts.keys()) {
    for (const { part } of site.model.partInstances(page)) addTo(pagesOf, part, page);
  }
  const random = seededRandom(seed);
  const common = [...pagesOf].filter(
    ([, pages]) => pages.size >= thresholds.minimumPages && pages.size >= thresholds.commonShare * texts.size,
  );
  // Places are taken while no page is edited.
  const cuts = common.flatMap(([part, pages]) =>
    sample([...pages].sort(), thresholds.pagesPerPart, random).map(page => ({
      page,
      pages: pages.size,
      ranges: rangesOf(site, page, part),
    })),
  );
  return cuts.map(({ page, pages, ranges }) => {
    const text = texts.get(page)!;
    return {
      site: gold.name,
      page,
      part: text.slice(ranges[0]!.start, ranges[0]!.start + 60).replace(/\s+/g, ' '),
      pages,
      ...judged(site, page, withoutRanges(text, ranges)),
    };
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangesOf(site: CheckedSite, page: string, of: Part): Range[] {
  const tree = site.model.tree(page);
  return site.model
    .partInstances(page)
    .flatMap(({ instance: { first, last }, part }) => (part === of ? [{ start: tree.start[first]!, end: tree.end[last]! }] : []));
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of ranges) {
    left += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return left + text.slice(at);
}

/** Says whether a page with another text has a new finding about something missing; puts the text back. */
function judged(site: CheckedSite, page: string, edited: string): Pick<LostPart, 'isFound' | 'isReported' | 'explanations'> {
  const text = site.texts.get(page)!;
  const before = new Set(site.findings(page).map(({ identity }) => identity));
  const settle = (): void => {
    for (const other of site.settle()) site.findings(other);
    site.checks.settleJudgements();
  };
  site.put(page, edited);
  settle();
  const lacks = ({ code, details = [], identity }: Finding): boolean =>
    !before.has(identity) &&
    [code, ...details.map(detail => detail.code)].some(
      each => each === 'template/missing-part' || each === 'template/missing-node' || each === 'page/no-template',
    );
  const found = site.findings(page).filter(lacks);
  const surest = found.toSorted(
    (a, b) => site.checks.judge.judge(page, b).confidence - site.checks.judge.judge(page, a).confidence,
  );
  const isReported = surest.length > 0 && site.checks.judge.judge(page, surest[0]!).confidence >= site.settings.minConfidence;
  const whole = surest.find(({ lostPart }) => lostPart);
  const explanations = whole && explain(whole, site.checks.judge.surroundings(page));
  site.put(page, text);
  settle();
  return { isFound: found.length > 0, isReported, explanations };
}
