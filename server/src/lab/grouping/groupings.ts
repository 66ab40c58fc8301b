import type { ParsedPage } from '../../core/directives/parsed-page.ts';
import type { Grouping } from '../../core/layouts/grouping.ts';
import type { GroupingDefinitions } from '../../core/layouts/groupings.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { BLANK, ELEMENT, OPAQUE, TEXT } from '../../html/tree.ts';
import { thresholds } from '../thresholds.ts';
import { SingleLinkage } from './linkage.ts';
import { pathSet } from './path-set.ts';
import { pathShingles, tagShingles } from './shingles.ts';
import { TextGrouping } from './text-grouping.ts';
import { textHash } from './text-hash.ts';
import { textMdl } from './text-mdl.ts';

/**
 * The paths of a document in TEXT (Kim, Shim 2011): the distinct label paths of all elements and texts, where the path of a text ends with the
 * normalised text. Sorted 53-bit hashes. Ignores comments, script, style, noscript, template and iframe.
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
  (defaultThreshold: number) =>
  (threshold: number | null): Grouping =>
    new SingleLinkage(threshold ?? defaultThreshold);

/** Definitions of all groupings except the default, by their names in the settings. */
export const groupings: Required<Omit<GroupingDefinitions, 'default'>> = {
  cp: { shingles: pathSet, make: linkage(thresholds.linkage.cp) },
  cps: { shingles: tree => pathShingles(tree), make: linkage(thresholds.linkage.cps) },
  ctss: { shingles: tree => tagShingles(tree), make: linkage(thresholds.linkage.ctss) },
  'text-mdl': { shingles: textPaths, make: () => new TextGrouping(textMdl) },
  'text-hash': { shingles: textPaths, make: () => new TextGrouping((classes, size) => textHash(classes, size)) },
};
