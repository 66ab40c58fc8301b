import { step } from '../../../html/steps.ts';
import { BLANK, COMMENT, type PageTree } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { type NamedRun, partKind } from '../../parts/part-kind.ts';
import type { OnePart } from '../checks/check.ts';
import { described, treePath } from '../comparison/describe.ts';
import type { Finding } from '../finding.ts';
import type { PartRun } from '../votes/page-scopes.ts';

/** What is in no part. */
export const noPart = (): OnePart => ({ name: undefined, place: 'frame', isMissing: () => false });

/** A part as its findings name it: where an example page has it. @param first its first run, as names are made of it. */
export function onePart(example: ComparedPage, runs: readonly PartRun[], first: NamedRun, age: OnePart['age']): OnePart {
  const { tree, source } = example;
  const { first: node, parent } = runs[0]!;
  const size = runs.reduce((sum, { first, end }) => sum + saidNodes(tree, first, end), 0);
  const isTop = (node: number): boolean =>
    runs.some(({ parent }) => tree.parent[node] === parent || (node <= parent && parent < tree.subtreeEnd[node]!));
  const isMissing = (findings: readonly Finding[]): boolean => {
    let missing = 0;
    for (const { repair } of findings) {
      if (repair?.kind !== 'insert' || !isTop(repair.from.node)) return false;
      missing += saidNodes(tree, repair.from.node, tree.subtreeEnd[repair.from.node]!);
    }
    return size > 2 && missing * 2 >= size;
  };
  const { name } = partKind({ tree, source }, first);
  return { name, first: described(example, node), place: treePath(example, parent), ...(age && { age }), isMissing };
}

/** Number of nodes in a range that are compared: without comments and white space. */
function saidNodes({ kind, flags }: PageTree, first: number, end: number): number {
  let said = 0;
  step(end - first);
  for (let node = first; node < end; node++) if (kind[node] !== COMMENT && !(flags[node]! & BLANK)) said++;
  return said;
}
