import type { PageDirectives } from '../page/directives.ts';
import type { PageTree } from '../page/tree.ts';
import { firstAtLeast } from './first-at-least.ts';
import type { Run } from './instances.ts';

/** A run of siblings that the page itself declares to be a part: a Dreamweaver library item, a FrontPage or server-side include. */
export interface DeclaredRun extends Run {
  /** Path of the library item or included file, as the page has it. */
  readonly name: string;
}

/**
 * The parts that a page declares, in document order; of nested ones the outer. A region whose markers do not stand beside the same nodes
 * is left to what the pages share.
 */
export function declaredRuns(tree: PageTree, directives: PageDirectives | undefined): DeclaredRun[] {
  const runs: DeclaredRun[] = [];
  let from = 0;
  for (const { kind, name, start, end } of directives?.labels ?? []) {
    if ((kind !== 'library-item' && kind !== 'include') || name === '' || start < from) continue;
    const run = runBetween(tree, start, end);
    if (!run) continue;
    runs.push({ ...run, name, side: 'inside' });
    from = end;
  }
  return runs;
}

/** The siblings that start and end between two offsets, if all nodes there are theirs. */
function runBetween(tree: PageTree, start: number, end: number): Omit<Run, 'side'> | undefined {
  const first = firstAtLeast(tree.start, start, tree.size);
  const parent = tree.parent[first] ?? -1;
  if (first >= tree.size || tree.start[first]! >= end || parent < 0) return undefined;
  let last = -1;
  let node = first;
  for (; node < tree.subtreeEnd[parent]! && tree.start[node]! < end; node = tree.subtreeEnd[node]!) {
    if (tree.end[node]! > end) return undefined;
    last = node;
  }
  return node < tree.size && tree.start[node]! < end ? undefined : { first, last, parent };
}
