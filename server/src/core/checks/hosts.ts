import type { GroupCohorts, Voter } from './group-cohorts.ts';

/** Share of a group's template that a page must have to be compared with it as a guest. */
const LEAST_HELD = 0.84;

/**
 * Groups as hosts of pages whose own groups are too small to judge them. Such a page is compared, without a vote, with the group whose
 * template it has most of, if that is nearly all of it.
 */
export class Hosts {
  /** Names of the groups that have a key in their template. */
  readonly #owners = new Map<number, string[]>();
  readonly #sizes = new Map<string, number>();

  constructor(groups: Iterable<readonly [string, GroupCohorts]>) {
    for (const [name, group] of groups) {
      if (!group.judges) continue;
      const template = group.template();
      this.#sizes.set(name, template.length);
      for (const key of template) {
        const owners = this.#owners.get(key);
        if (owners) owners.push(name);
        else this.#owners.set(key, [name]);
      }
    }
  }

  /** The host of a page, or undefined. */
  of({ structure, wording }: Voter): string | undefined {
    const held = new Map<string, number>();
    for (const keys of [structure, wording]) {
      for (const key of keys) for (const owner of this.#owners.get(key) ?? []) held.set(owner, (held.get(owner) ?? 0) + 1);
    }
    let best: string | undefined;
    let most = LEAST_HELD;
    for (const [name, count] of [...held].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const share = count / this.#sizes.get(name)!;
      if (share < most || (share === most && best !== undefined)) continue;
      best = name;
      most = share;
    }
    return best;
  }
}
