import { isLabelled } from '../../html/access.ts';
import type { PageTree } from '../../html/tree.ts';
import type { NodeOfPage, Repair } from './repair.ts';

/** A repair of another page. */
export interface PageRepair {
  readonly page: string;
  readonly repair: Repair;
}

/**
 * Repairs of the other pages that bring this page's version to them, instead of theirs to this page. Empty where that has no meaning.
 * `page` and `tree` are of the page with the finding; `counterparts` gives the nodes of other pages that are as a node of a page, and
 * `treeOf` their trees.
 */
export function pushRepairs(
  { repair }: { readonly repair?: Repair },
  page: string,
  tree: PageTree,
  counterparts: (of: NodeOfPage) => readonly NodeOfPage[],
  treeOf: (page: string) => PageTree,
): PageRepair[] {
  if (!repair) return [];
  const others = (of: NodeOfPage) => counterparts(of).filter(other => other.page !== page);
  switch (repair.kind) {
    case 'replace':
      return withExample(repair.from, others).map(other => ({
        page: other.page,
        repair: { kind: 'replace', part: repair.part, node: other.node, from: { page, node: repair.node } },
      }));
    case 'attribute':
      return withExample(repair.from, others).map(other => ({
        page: other.page,
        repair: { kind: 'attribute', name: repair.name, node: other.node, from: { page, node: repair.node } },
      }));
    case 'insert':
      return withExample(repair.from, others).map(other => ({ page: other.page, repair: { kind: 'remove', node: other.node } }));
    case 'remove': {
      const before = previousSibling(tree, repair.node);
      const from = { page, node: repair.node };
      if (before < 0) {
        const parents = others({ page, node: tree.parent[repair.node]! });
        return parents.map(({ page: other, node }) => ({
          page: other,
          repair: { kind: 'insert', parent: node, after: -1, from },
        }));
      }
      return others({ page, node: before }).map(({ page: other, node }) => ({
        page: other,
        repair: { kind: 'insert', parent: treeOf(other).parent[node]!, after: node, from },
      }));
    }
    default:
      return [];
  }
}

/** The example itself is one of the pages that have the template's version. */
function withExample(example: NodeOfPage, others: (of: NodeOfPage) => readonly NodeOfPage[]): NodeOfPage[] {
  return [example, ...others(example).filter(other => other.page !== example.page)].sort((a, b) => (a.page < b.page ? -1 : 1));
}

/** The sibling before a node, or -1; comments and white space do not count. */
function previousSibling(tree: PageTree, node: number): number {
  let previous = -1;
  for (let child = tree.parent[node]! + 1; child < node; child = tree.subtreeEnd[child]!)
    if (isLabelled(tree, child)) previous = child;
  return previous;
}
