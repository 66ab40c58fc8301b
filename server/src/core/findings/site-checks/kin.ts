import { step } from '../../../html/steps.ts';
import type { Part } from '../../parts/part.ts';
import type { Area } from '../comparison/area.ts';
import { tagKeys } from '../comparison/children.ts';
import { thresholds } from '../thresholds.ts';
import type { Cohort } from '../votes/cohort.ts';
import type { CheckedPage, VotingPages } from '../votes/voting-pages.ts';

/** What the pages have that are closest to one by their paths, and those of its edition: of a folder around it. */
export interface Kin {
  /** Do all of the closest that vote lack a key, too, or nearly all of an edition? */
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
  let closest: readonly number[] | undefined;
  let editions: readonly (readonly number[])[] | undefined;
  const closestIds = (): readonly number[] => {
    closest ??= idsOf(kinNames(page, voting));
    return closest;
  };
  const editionIds = (): readonly (readonly number[])[] => {
    editions ??= editionNames(page, voting).map(idsOf);
    return editions;
  };
  const isAlike = (id: number): boolean => voting.byId(id)!.layout === page.layout;
  return {
    lacks: (cohort, key) => {
      const { having, lacking } = votesOn(closestIds(), cohort, key, 0);
      return (lacking > 0 && having === 0) || editionIds().some(ids => nearlyAllLack(ids, cohort, key));
    },
    lacksPart: part => {
      const has = (id: number): boolean => voting.byId(id)!.scopes.has(part);
      const closest = closestIds();
      if (closest.length > 0 && !closest.some(has)) return true;
      return editionIds().some(ids => {
        const alike = ids.filter(isAlike);
        return (
          alike.length >= thresholds.fewestOfEdition && alike.filter(has).length <= (1 - thresholds.nearlyAll) * alike.length
        );
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
  return lacking >= thresholds.fewestOfEdition && lacking >= thresholds.nearlyAll * (lacking + having);
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

/** The other voting pages of the same name in other folders, or else of the same folder. */
export function kinNames(page: CheckedPage, voting: VotingPages): string[] {
  const { name } = page;
  voting.kin.ask(name);
  return [...voting.kin.of(name)].filter(other => other !== name && voting.get(other)?.digest.isCompared).sort();
}

/** The other voting pages below each folder around a page. */
function editionNames(page: CheckedPage, voting: VotingPages): string[][] {
  const { name } = page;
  voting.kin.ask(name);
  const others = voting.kin.editions(name).map(edition => [...edition].filter(other => other !== name));
  return others.map(names => names.filter(other => voting.get(other)?.digest.isCompared));
}
