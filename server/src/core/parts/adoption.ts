import type { ListedPart } from './listing.ts';
import { idOf } from './part-ids.ts';
import type { SummarySource } from './summaries.ts';
import type { Version } from './versions.ts';

/** A page with another version of a part: what it is to get, and to lose. */
interface AdoptingPage {
  readonly page: string;
  /** Tokens of the version that the page's own version lacks, and the reverse. */
  readonly missing: ReadonlySet<number>;
  readonly extra: ReadonlySet<number>;
}

/** What has to happen so that all pages of a part have one version. Pages are sorted. */
export interface AdoptionPlan {
  /** Pages that have the version. */
  readonly examples: readonly string[];
  /** Fewer pages have it than must have a node so that it is shared. */
  readonly isNew: boolean;
  readonly pages: readonly AdoptingPage[];
  /** Pages that keep their versions, with the reason: a sentence. */
  readonly refused: readonly { readonly page: string; readonly reason: string }[];
}

/**
 * The plan for a version, by its id; undefined where the part has no such version.
 * @param need pages that must have a node so that it is shared.
 */
export function adoptionPlan(
  { versions }: ListedPart,
  versionId: string,
  source: Pick<SummarySource, 'page'>,
  need: number,
): AdoptionPlan | undefined {
  const wanted = versions.versions.find(({ hash }) => idOf('v', hash) === versionId);
  if (!wanted) return undefined;
  const pages: AdoptingPage[] = [];
  const refused: { page: string; reason: string }[] = [];
  for (const version of versions.versions) {
    if (version === wanted) continue;
    const reason = reasonAgainst(version, wanted);
    const missing = new Set([...wanted.tokens].filter(token => !version.tokens.has(token)));
    const extra = new Set([...version.tokens].filter(token => !wanted.tokens.has(token)));
    for (const id of version.pages) {
      const page = source.page(id).name;
      if (reason === undefined) pages.push({ page, missing, extra });
      else refused.push({ page, reason });
    }
  }
  const examples = [...wanted.pages].map(id => source.page(id).name).sort();
  const isNew = wanted.pages.size < need;
  return { examples, isNew, pages: pages.sort(byPage), refused: refused.sort(byPage) };
}

function reasonAgainst(version: Version, wanted: Version): string | undefined {
  if (version.language !== wanted.language) return 'It is in another language than the pages of the version.';
  const template = version.declaredBy[0];
  return template === undefined ? undefined : `It is made from ${template}, which has another version.`;
}

function byPage(a: { page: string }, b: { page: string }): number {
  return a.page < b.page ? -1 : 1;
}
