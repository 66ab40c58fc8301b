import type { Grouping } from '../../core/layouts/grouping.ts';
import type { GroupingDefinitions } from '../../core/layouts/groupings.ts';
import { SingleLinkage } from './linkage.ts';
import { pathSet } from './path-set.ts';
import { pathShingles, tagShingles } from './shingles.ts';
import { TextGrouping } from './text-grouping.ts';
import { textHash } from './text-hash.ts';
import { textMdl } from './text-mdl.ts';
import { textPaths } from './text-paths.ts';

const linkage =
  (usual: number) =>
  (threshold: number | null): Grouping =>
    new SingleLinkage(threshold ?? usual);

/** Distances of sets with the thresholds of the best adjusted Rand index on the corpus (docs/algorithms.md). */
export const linkageThresholds = { cp: 0.3, cps: 0.2, ctss: 0.5 } as const;

export const groupings: GroupingDefinitions = {
  cp: { shingles: pathSet, make: linkage(linkageThresholds.cp) },
  cps: { shingles: tree => pathShingles(tree), make: linkage(linkageThresholds.cps) },
  ctss: { shingles: tree => tagShingles(tree), make: linkage(linkageThresholds.ctss) },
  'text-mdl': { shingles: textPaths, make: () => new TextGrouping(textMdl) },
  'text-hash': { shingles: textPaths, make: () => new TextGrouping((classes, size) => textHash(classes, size)) },
};
