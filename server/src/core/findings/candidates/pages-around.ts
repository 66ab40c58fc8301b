import { isIndexPage } from '../../../html/page-address.ts';
import { step } from '../../../html/steps.ts';
import type { Cohort } from '../../counts/cohort.ts';
import { pageFolder } from '../../keys/normal-form/relative-address.ts';
import type { Part } from '../../parts/part.ts';
import { isFile } from '../../statements/link-table.ts';
import type { ExpectedPart } from '../agreement/expected-parts.ts';
import { FEWEST_OF_LAYOUT, type ScopeCohorts } from '../agreement/scope-cohorts.ts';
import type { CheckedPage, VotingPages } from '../agreement/voting-pages.ts';
import type { OtherLanguage } from '../checks/page-rule.ts';
import { thresholds } from '../thresholds.ts';

/**
 * Returns a function that is true if nearly all other voting pages in the page's folder, below a folder around it, or of its template lack a
 * key. Such pages may be an edition of the site.
 */
export function lackedInFolder(page: CheckedPage, voting: VotingPages): (cohort: Cohort, key: number) => boolean {
  let folders: readonly (readonly number[])[] | undefined;
  return (cohort, key) => {
    folders ??= othersOfEditions(page, voting).map(names => names.map(name => voting.get(name)!.id));
    return folders.some(ids => nearlyAllLack(ids, cohort, key));
  };
}

function nearlyAllLack(ids: readonly number[], cohort: Cohort, key: number): boolean {
  let having = 0;
  let lacking = 0;
  for (const id of ids) {
    step();
    if (!cohort.has(id)) continue;
    if (cohort.lacks(id, key)) lacking++;
    else if (++having > (1 - thresholds.nearlyAll) * ids.length) return false;
  }
  return lacking > 0 && lacking >= thresholds.nearlyAll * (lacking + having);
}

/** The other voting pages in a page's folder, then those below each folder around it. */
export function othersAround({ name }: CheckedPage, voting: VotingPages): string[][] {
  return voting.folders.around(name).map(names => otherVoting(names, name, voting));
}

/** As `othersAround`, and the other voting pages that declare the same template. */
function othersOfEditions({ name }: CheckedPage, voting: VotingPages): string[][] {
  return voting.folders.editions(name).map(names => otherVoting(names, name, voting));
}

function otherVoting(names: ReadonlySet<string>, page: string, voting: VotingPages): string[] {
  return [...names].filter(other => other !== page && voting.get(other)?.digest.isCompared === true).sort();
}

/** True if other voting pages lie in the page's folder, beside its first page. */
export function hasSiblings(page: CheckedPage, voting: VotingPages): boolean {
  const folder = pageFolder(page.name);
  const isSibling = (name: string): boolean => !isIndexPage(name) && pageFolder(name) === folder;
  return othersAround(page, voting).some(names => names.some(isSibling)) || voting.folders.isCrowded(page.name);
}

/**
 * The language that the pages of one of a page's parts give, if hardly any gives the page's, although the page says nearly all that they
 * do: it may give a wrong one.
 */
export function otherLanguage(page: CheckedPage, voting: VotingPages): OtherLanguage | undefined {
  const { language } = page.digest;
  if (language === '') return undefined;
  let lacking = 0;
  let all = 0;
  let first: ScopeCohorts | undefined;
  for (const scope of page.scopes) {
    const cohorts = voting.cohorts(scope)!;
    const said = typeof scope === 'string' ? undefined : cohorts.saidBy(page.id, language);
    if (!said) continue;
    lacking += said.lacking;
    all += said.all;
    first ??= cohorts;
  }
  if (all < thresholds.fewestSaid || lacking > thresholds.byChance * all) return undefined;
  if (!first || lackedParts(page, voting).length > 0) return undefined;
  const spoken = first.mostSpoken(page.id);
  const { name } = voting.byId(spoken.example)!;
  return { language: spoken.language, support: { pages: spoken.pages, of: first.size }, example: name };
}

/** A part that a page lacks; `expected` is undefined if only its layout has it. */
export interface LackedPart {
  readonly part: Part;
  readonly expected: ExpectedPart | undefined;
  /** True if a version of it may stand in its place: the other pages of the layout have it, or all with the same other parts. */
  readonly isAlike: boolean;
}

/** How sure it is that a page that lacks an expected part lost it: the value of `Finding.lostPart`. A page that lacks most parts is of another kind. */
export const certaintyOf = ({ isUnanimous, likeness }: ExpectedPart): number => (isUnanimous ? likeness : likeness / 2);

/** Parts that nearly all other pages of the layout, or the pages with the most similar parts, have. */
export function lackedParts(
  page: CheckedPage,
  voting: VotingPages,
  { structure } = voting.cohorts(page.layout)!.juriesOf(page.id),
): LackedPart[] {
  const found = new Map<Part, LackedPart>();
  for (const id of structure[0]!.cohort.size < FEWEST_OF_LAYOUT ? [] : structure[0]!.lacking) {
    const part = voting.partKeys.partOf(id);
    if (part) found.set(part, { part, expected: undefined, isAlike: true });
  }
  for (const expected of voting.expected.lackedBy(page.id)) {
    // Where the pages of the layout say the same as those with the most similar parts, both are believed.
    const isUnanimous = expected.isUnanimous || found.has(expected.value);
    found.set(expected.value, { part: expected.value, expected: { ...expected, isUnanimous }, isAlike: isUnanimous });
  }
  // A part that nearly all pages around this one lack is not expected here.
  const folders = found.size === 0 ? [] : othersOfEditions(page, voting);
  const isLackedAround = ({ part }: LackedPart): boolean =>
    folders.some(names => {
      const having = names.filter(name => voting.get(name)!.scopes.has(part));
      return names.length >= thresholds.several && having.length <= (1 - thresholds.nearlyAll) * names.length;
    });
  return [...found.values()].filter(each => !isLackedAround(each));
}

/** The links of a page that lead to other files; empty on a large site, where no person writes each link. */
export function fileLinks({ digest }: CheckedPage, { agreement }: VotingPages): [path: string, node: number][] {
  if (!agreement.links.isSmall) return [];
  const { paths, nodes, resources } = digest.links;
  return paths
    .map((path, at): [string, number] => [path, nodes[at]!])
    .slice(resources)
    .filter(([path]) => isFile(path))
    .slice(0, thresholds.mostFileLinks);
}
