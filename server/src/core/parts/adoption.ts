import type { ListedPart } from './listing.ts';
import { idOf } from './part-ids.ts';
import type { SummarySource } from './summaries.ts';
import type { Version } from './versions.ts';

/** A page with another version of a part, and the tokens that it gains and loses. */
interface AdoptingPage {
  readonly page: string;
  /** Tokens of the adopted version that the page's version lacks; `extra` has the tokens that only the page's version has. */
  readonly missing: ReadonlySet<number>;
  readonly extra: ReadonlySet<number>;
}

/** Plan to give all pages of a part one version. Pages are sorted by path. */
export interface AdoptionPlan {
  /** Pages that have the version. */
  readonly examples: readonly string[];
  /** True if so few pages have the version that its nodes are not shared. */
  readonly isNew: boolean;
  readonly pages: readonly AdoptingPage[];
  /** Pages that keep their version, with the reason as a sentence. */
  readonly refused: readonly { readonly page: string; readonly reason: string }[];
}

/**
 * Plans the adoption of a version by all pages of a part; undefined if the part has no version with this id.
 * @param minimumPages least number of pages of a shared node
 */
export function adoptionPlan(
  { versions }: ListedPart,
  versionId: string,
  source: Pick<SummarySource, 'page'>,
  minimumPages: number,
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
  const isNew = wanted.pages.size < minimumPages;
  return { examples, isNew, pages: pages.sort(byPage), refused: refused.sort(byPage) };
}

/** Why pages with a version cannot adopt the wanted one; undefined if they can. */
function reasonAgainst(version: Version, wanted: Version): string | undefined {
  if (version.language !== wanted.language) return 'It is in another language than the pages of the version.';
  const template = version.declaredBy[0];
  return template === undefined ? undefined : `It is made from ${template}, which has another version.`;
}

function byPage(a: { page: string }, b: { page: string }): number {
  return a.page < b.page ? -1 : 1;
}
