import { step } from '../../../html/steps.ts';
import type { Cohort } from '../../counts/cohort.ts';
import { kindOfPath } from '../../keys/normal-form/file-of.ts';
import type { Part } from '../../parts/part.ts';
import { isFile } from '../../statements/link-table.ts';
import type { ExpectedPart } from '../agreement/expected-parts.ts';
import { FEWEST_OF_LAYOUT, type ScopeCohorts } from '../agreement/scope-cohorts.ts';
import type { CheckedPage, VotingPages } from '../agreement/voting-pages.ts';
import type { OtherLanguage } from '../checks/page-rule.ts';
import type { Area } from '../facts/area.ts';
import { tagKeys } from '../facts/children.ts';
import { isInRun } from '../facts/page-scopes.ts';
import { thresholds } from '../thresholds.ts';

/** What the pages have that are closest to one by their paths, and those of its edition: of a folder around it. */
export interface Kin {
  /** Do all of the closest that vote lack a key, too, or nearly all of an edition? Where no namesake votes, the pages of the folder are closest. */
  lacks(cohort: Cohort, key: number): boolean;
  /** Do all of the closest lack a part, or nearly all pages of an edition? */
  lacksPart(part: Part): boolean;
  /** Do two or more of the closest, or of an edition, and half, have the very tag, or text, that the page has at the same path? */
  readonly holds: Area['isOfKin'];
}

/**
 * What the pages of the same folder, or of the same name in other folders, have: they are of one kind, or age. The pages below a folder
 * may be an edition of the site: what all of them do otherwise is a split by folder.
 */
export function kinOf(page: CheckedPage, voting: VotingPages): Kin {
  const idsOf = (names: readonly string[]): number[] => names.map(name => voting.get(name)!.id);
  const kinIds = once((): readonly (readonly number[])[] => kinsOf(page, voting).map(idsOf));
  const closestIds = (): readonly number[] => kinIds()[0] ?? [];
  const editionIds = once((): readonly (readonly number[])[] => {
    voting.kin.ask(page.name);
    return voting.kin.editions(page.name).map(edition => idsOf(others(edition, page, voting)));
  });
  const isAlike = (id: number): boolean => voting.byId(id)!.layout === page.layout;
  return {
    lacks: (cohort, key) => {
      const votes = kinIds().map(ids => votesOn(ids, cohort, key, 0));
      const closest = votes.find(({ having, lacking }) => having + lacking > 0);
      return closest?.having === 0 || editionIds().some(ids => nearlyAllLack(ids, cohort, key));
    },
    lacksPart: part => {
      const has = (id: number): boolean => voting.byId(id)!.scopes.has(part);
      const closest = kinIds().find(({ length }) => length >= thresholds.several);
      if (closest?.some(has) === false) return true;
      return editionIds().some(ids => {
        const alike = ids.filter(isAlike);
        return alike.length >= thresholds.several && alike.filter(has).length <= (1 - thresholds.nearlyAll) * alike.length;
      });
    },
    holds: (compared, node) => {
      const lanes = tagKeys(compared, node);
      const key = voting.keys.find(lanes[node * 2]!, lanes[node * 2 + 1]!);
      const halfHold = (ids: readonly number[]): boolean => {
        step(ids.length);
        // Most keys are the page's own.
        if (voting.keys.count(key) < Math.max(2, ids.length / 2)) return false;
        const holding = ids.filter(id => voting.hasKey(voting.byId(id)!, key)).length;
        return holding >= 2 && holding * 2 >= ids.length;
      };
      return key >= 0 && (halfHold(closestIds()) || editionIds().some(ids => halfHold(ids.filter(isAlike))));
    },
  };
}

function nearlyAllLack(ids: readonly number[], cohort: Cohort, key: number): boolean {
  const { having, lacking } = votesOn(ids, cohort, key, (1 - thresholds.nearlyAll) * ids.length);
  return lacking >= thresholds.several && lacking >= thresholds.nearlyAll * (lacking + having);
}

/** How many pages of a cohort have a key, and how many lack it; counted until more than `most` have it. */
function votesOn(ids: readonly number[], cohort: Cohort, key: number, most: number): { having: number; lacking: number } {
  let having = 0;
  let lacking = 0;
  for (const id of ids) {
    step();
    if (!cohort.has(id)) continue;
    if (cohort.lacks(id, key)) lacking++;
    else if (++having > most) break;
  }
  return { having, lacking };
}

/** The other voting pages of the same name in other folders, and those of the same folder; without a list where there are none. */
function kinsOf(page: CheckedPage, voting: VotingPages): string[][] {
  voting.kin.ask(page.name);
  const all = voting.kin.of(page.name).map(kin => others(kin, page, voting).sort());
  return all.filter(({ length }) => length > 0);
}

/** The other voting pages of the same name in other folders, or else of the same folder. */
export function kinNames(page: CheckedPage, voting: VotingPages): string[] {
  return kinsOf(page, voting)[0] ?? [];
}

function others(names: Iterable<string>, { name }: CheckedPage, voting: VotingPages): string[] {
  return [...names].filter(other => other !== name && voting.get(other)?.digest.isCompared);
}

/** A function that calls `make` at its first call and returns the same afterwards. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
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
  if (!first || lackedParts(page, voting, kinOf(page, voting)).length > 0) return undefined;
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

/** How sure it is that a page that lacks an expected part lost it: the value of `Finding.lostPart`. */
export function certaintyOf({ isUnanimous }: ExpectedPart): number {
  return isUnanimous ? 1 : 0.5;
}

/** Parts that nearly all other pages of the layout, or the pages with the most similar parts, have. */
export function lackedParts(
  page: CheckedPage,
  voting: VotingPages,
  kin: Kin,
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
  // What all pages of its kind lack is no part of that kind.
  return [...found.values()].filter(({ part }) => !kin.lacksPart(part));
}

/** The links outside of a page's parts that lead to other pages; empty on a large site, where no person writes each link. */
export function contentLinks({ digest, runs }: CheckedPage, { agreement }: VotingPages): [path: string, node: number][] {
  if (!agreement.links.isSmall) return [];
  const { paths, nodes, resources } = digest.links;
  return paths
    .map((path, at): [string, number] => [path, nodes[at]!])
    .slice(resources)
    .filter(([path, node]) => isFile(path) && kindOfPath(path) === 'page' && !isInRun(runs, node))
    .slice(0, thresholds.mostLinks);
}
