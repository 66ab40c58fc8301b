import { combine53 } from '../../html/hash.ts';
import type { Part } from './part.ts';
import { idOf, partHash } from './part-ids.ts';
import type { PartVersions } from './versions.ts';

/** A shared part with its id and versions. */
export interface ListedPart {
  readonly id: string;
  readonly part: Part;
  readonly versions: PartVersions;
}

/** Lists parts by number of pages, the most common first, then by hash. Ids are unique. */
export function listParts(parts: Iterable<Part>, versionsOf: (part: Part) => PartVersions): ListedPart[] {
  const hashed = [...parts].map(part => ({ part, hash: partHash(part), versions: versionsOf(part) }));
  const first = ({ versions }: { versions: PartVersions }): number => versions.versions[0]!.hash;
  hashed.sort((a, b) => b.part.pages.size - a.part.pages.size || a.hash - b.hash || first(a) - first(b));
  const taken = new Set<number>();
  return hashed.map(({ part, hash, versions }) => {
    let own = hash;
    while (taken.has(own)) own = combine53(own, 1);
    taken.add(own);
    return { id: idOf('p', own), part, versions };
  });
}
