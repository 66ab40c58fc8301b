import { step } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { DeclaredElement } from './declared-elements.ts';
import type { Run } from './instances.ts';

/** A run of siblings that is declared to be a part: by the settings, or by the page as a library item or an include. */
export interface DeclaredRun extends Run {
  readonly declaration: Declaration;
}

/** Source and name of a declared part. The name of a library item or included file is its path as written in the page. */
export interface Declaration {
  readonly by: 'settings' | 'page';
  readonly name: string;
}

/**
 * Returns the runs that the settings and a page declare to be parts, in document order, disjoint. Declarations of the settings win over those of
 * the page, outer regions over inner ones. Regions that are not a sequence of siblings are ignored.
 * @param elements the elements that the settings declare, in document order
 */
export function declaredRuns(
  tree: PageTree,
  directives: PageDirectives | undefined,
  elements: readonly DeclaredElement[] = [],
): DeclaredRun[] {
  const runs = elements.map(
    ({ name, node }): DeclaredRun => ({
      first: node,
      last: node,
      parent: tree.parent[node]!,
      side: 'inside',
      declaration: { by: 'settings', name },
    }),
  );
  const bySettings = [...runs];
  // Neither the elements nor the regions overlap each other, and both stand in document order.
  let next = 0;
  let from = 0;
  for (const { kind, name, start, end } of directives?.labels ?? []) {
    step();
    if ((kind !== 'library-item' && kind !== 'include') || name === '' || start < from) continue;
    const run = runBetween(tree, start, end);
    if (!run) continue;
    for (; next < bySettings.length && tree.subtreeEnd[bySettings[next]!.last]! <= run.first; next++) step();
    if (next < bySettings.length && bySettings[next]!.first < tree.subtreeEnd[run.last]!) continue;
    runs.push({ ...run, declaration: { by: 'page', name }, side: 'inside' });
    from = end;
  }
  return runs.sort((a, b) => a.first - b.first);
}

/** Returns the siblings whose subtrees are exactly the nodes between two offsets; undefined if there are none. */
function runBetween(tree: PageTree, start: number, end: number): Omit<Run, 'side'> | undefined {
  const first = lowerBound(tree.start, start, tree.size);
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
