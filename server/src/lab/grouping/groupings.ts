import type { ParsedPage } from '../../core/directives/parsed-page.ts';
import type { Grouping } from '../../core/layouts/grouping.ts';
import type { GroupingDefinitions } from '../../core/layouts/groupings.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE, TEXT } from '../../html/tree.ts';
import { SingleLinkage } from './linkage.ts';
import { pathSet } from './path-set.ts';
import { pathShingles, tagShingles } from './shingles.ts';
import { TextGrouping } from './text-grouping.ts';
import { textHash } from './text-hash.ts';
import { textMdl } from './text-mdl.ts';

/**
 * A page as TEXT sees it (Kim 2011): the distinct label paths from the root to every element and to every text, whose path ends with the
 * normalised text itself. Sorted 53-bit hashes. Script, style, noscript, template, iframe and comments do not count.
 */
export function textPaths(tree: ParsedPage): Float64Array {
  const { path, own } = tree.hashes;
  const paths = new Set<number>();
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (tree.flags[node]! & (OPAQUE | BLANK)) continue;
    if (tree.kind[node] === ELEMENT) paths.add(number53(path[at]!, path[at + 1]!));
    else if (tree.kind[node] === TEXT) {
      const parent = tree.parent[node]! * 2;
      combine(path[parent] ?? 0, path[parent + 1] ?? 0, own[at]!, own[at + 1]!);
      paths.add(number53(lo, hi));
    }
  }
  return Float64Array.from(paths).sort();
}

const linkage =
  (usual: number) =>
  (threshold: number | null): Grouping =>
    new SingleLinkage(threshold ?? usual);

/** Distances of sets with the thresholds of the best adjusted Rand index on the corpus (docs/lab/algorithms.md). */
export const linkageThresholds = { cp: 0.3, cps: 0.2, ctss: 0.5 } as const;

/** All but the default. */
export const groupings: Required<Omit<GroupingDefinitions, 'default'>> = {
  cp: { shingles: pathSet, make: linkage(linkageThresholds.cp) },
  cps: { shingles: tree => pathShingles(tree), make: linkage(linkageThresholds.cps) },
  ctss: { shingles: tree => tagShingles(tree), make: linkage(linkageThresholds.ctss) },
  'text-mdl': { shingles: textPaths, make: () => new TextGrouping(textMdl) },
  'text-hash': { shingles: textPaths, make: () => new TextGrouping((classes, size) => textHash(classes, size)) },
};
