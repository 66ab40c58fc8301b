import type { Area } from '../comparison/area.ts';
import { tagKeys } from '../comparison/children.ts';
import { step } from '../page/steps.ts';
import type { Cohort } from '../votes/cohort.ts';
import type { CheckedPage, VotingPages } from '../votes/voting-pages.ts';

/** What the pages have that are closest to one by their paths. */
export interface Kin {
  /** Do all of them that vote lack a key, too? */
  lacks(cohort: Cohort, key: number): boolean;
  /** Do two or more of them, and half, have the very tag, or text, that the page has at the same path? */
  readonly holds: Area['isOfKin'];
}

/** What the pages of the same folder, or of the same name in other folders, have: they are of one kind, or age. */
export function kinOf(page: CheckedPage, voting: VotingPages): Kin {
  let ids: readonly number[] | undefined;
  const others = (): readonly number[] => {
    ids ??= kinNames(page, voting).map(name => voting.get(name)!.id);
    return ids;
  };
  return {
    lacks: (cohort, key) => {
      let lacking = 0;
      for (const id of others()) {
        step();
        if (!cohort.has(id)) continue;
        if (!cohort.lacks(id, key)) return false;
        lacking++;
      }
      return lacking > 0;
    },
    holds: (compared, node) => {
      const lanes = tagKeys(compared, node);
      const key = voting.keys.find(lanes[node * 2]!, lanes[node * 2 + 1]!);
      if (key < 0) return false;
      let holding = 0;
      for (const id of others()) {
        step();
        if (voting.hasKey(voting.byId(id)!, key)) holding++;
      }
      return holding >= 2 && holding * 2 >= others().length;
    },
  };
}

/** The other voting pages of the same name in other folders, or else of the same folder. */
export function kinNames({ name }: CheckedPage, voting: VotingPages): string[] {
  return [...voting.kin.of(name)].filter(other => other !== name && voting.get(other)?.digest.votes).sort();
}
