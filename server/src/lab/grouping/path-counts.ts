import type { NonZeros } from './mdl-cost.ts';

/** The essential paths of a cluster: `counts[i]` of its `documents` documents have `paths[i]`. `paths` is sorted. */
export interface PathCounts {
  paths: Float64Array;
  counts: Int32Array;
  documents: number;
}

/** Makes the counts of a cluster of `documents` documents that all have exactly these essential paths. */
export function countsOfEqualDocuments(paths: Float64Array, documents: number): PathCounts {
  return { paths, counts: new Int32Array(paths.length).fill(documents), documents };
}

/** True if the template T_k of a cluster of `documents` documents includes a path that `count` of them have. */
export function isTemplatePath(count: number, documents: number): boolean {
  return count >= (documents + 1) / 2;
}

/** The nonzero entries of M_T and M_Delta that a cluster adds. */
export function nonZeros({ counts, documents }: PathCounts): NonZeros {
  const sums: NonZeros = { template: 0, missing: 0, surplus: 0 };
  for (const count of counts) addPath(sums, count, documents);
  return sums;
}

function addPath(sums: NonZeros, count: number, documents: number): void {
  if (isTemplatePath(count, documents)) {
    sums.template++;
    sums.surplus += documents - count;
  } else sums.missing += count;
}

/** `nonZeros` of the union of two clusters. */
export function mergedNonZeros(a: PathCounts, b: PathCounts): NonZeros {
  const sums: NonZeros = { template: 0, missing: 0, surplus: 0 };
  const documents = a.documents + b.documents;
  forEachPath(a, b, (_, count) => addPath(sums, count, documents));
  return sums;
}

/** The counts of the union of two clusters. */
export function mergedCounts(a: PathCounts, b: PathCounts): PathCounts {
  const paths: number[] = [];
  const counts: number[] = [];
  forEachPath(a, b, (path, count) => {
    paths.push(path);
    counts.push(count);
  });
  return { paths: Float64Array.from(paths), counts: Int32Array.from(counts), documents: a.documents + b.documents };
}

/** Visits the paths of both clusters in order, with the sum of their counts. */
function forEachPath(a: PathCounts, b: PathCounts, visit: (path: number, count: number) => void): void {
  let i = 0;
  let j = 0;
  while (i < a.paths.length || j < b.paths.length) {
    const x = a.paths[i] ?? Number.POSITIVE_INFINITY;
    const y = b.paths[j] ?? Number.POSITIVE_INFINITY;
    visit(Math.min(x, y), (x <= y ? a.counts[i]! : 0) + (y <= x ? b.counts[j]! : 0));
    if (x <= y) i++;
    if (y <= x) j++;
  }
}
