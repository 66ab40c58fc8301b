import { nameId } from '../../html/names.ts';
import { step } from '../../html/steps.ts';
import { BLANK, COMMENT, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';

/** A run of consecutive siblings that is an instance of a part, or may be one. */
export interface Run {
  /** The first and the last of the siblings, as node indices; their descendants belong to the run. */
  readonly first: number;
  readonly last: number;
  /** Node index of the parent of these siblings. */
  readonly parent: number;
  /** Before (`top`) or after (`bottom`) nearly all of the page's own text, or `inside` it. */
  readonly side: 'top' | 'bottom' | 'inside';
  /** True if the template file of the page lies in the site and locks the run. */
  readonly locked?: boolean;
  /** True if the run was found as a translated block: pages of other languages share its tags, not its words. */
  readonly translated?: boolean;
}

const { blockNodes } = thresholds;

/** Options that decide which runs are outside the page's own text. */
export interface PartOptions {
  /** Share of the page's own text, 0 to 1. A run is outside if at most this share is before it, or after it. */
  readonly inside: number;
}

/** The share was chosen by cross-validation over the corpus sites, see docs/lab/parts.md. */
export const defaultPartOptions: PartOptions = { inside: 0.04 };

const head = nameId('head');
const body = nameId('body');

/**
 * Finds the runs of a page that other pages share: from `head` and `body` down, consecutive siblings whose subtrees are mostly shared. The
 * children of containers and of elements that are not mostly shared are searched in turn. The runs are in document order, disjoint, and do not
 * overlap declared ones. Takes time linear in the page.
 * @param isContainer true for ids of places whose elements cannot belong to a run
 * @param declared runs that the settings or the page declare
 */
export function sharedRuns(
  page: PageInParts,
  sharing: Sharing,
  isContainer: (place: number) => boolean,
  { inside }: PartOptions,
  declared: readonly Run[] = [],
): Run[] {
  const { tree, places } = page;
  const { regions } = sharing;
  const runs: Omit<Run, 'side'>[] = [];
  // An implied element, such as a tbody, has the place of its parent.
  const isAtContainer = (node: number): boolean => {
    let at = node;
    while (places[at]! < 0 && tree.parent[at]! >= 0) at = tree.parent[at]!;
    return places[at]! >= 0 && isContainer(places[at]!);
  };
  const relation = declaredNodes(tree, declared);
  const isMember = (node: number): boolean =>
    relation[node] === 0 &&
    sharing.isMostlyShared(node) &&
    !regions?.isMixed(node) &&
    (regions?.locked[node] === 1 || !(tree.kind[node] === ELEMENT && isAtContainer(node)));
  const parents: number[] = [];
  const search = (parent: number): void => {
    let first = -1;
    let last = -1;
    const close = (): void => {
      if (first >= 0) runs.push({ first, last, parent });
      first = -1;
    };
    for (let child = parent + 1; child < tree.subtreeEnd[parent]!; child = tree.subtreeEnd[child]!) {
      if (tree.kind[child] === COMMENT || tree.flags[child]! & BLANK) continue;
      if (first >= 0 && regions?.divides(last, child)) close();
      if (isMember(child)) {
        const isBlock = tree.kind[child] === ELEMENT && sharing.count(child) >= blockNodes;
        if (isBlock) close();
        if (first < 0) first = child;
        last = child;
        if (isBlock) close();
      } else if (first >= 0 && isBare(tree, child, sharing)) last = child;
      else {
        close();
        if (tree.kind[child] === ELEMENT && relation[child] !== DECLARED) parents.push(child);
      }
    }
    close();
  };
  for (let child = tree.root + 1; child < (tree.subtreeEnd[tree.root] ?? 0); child = tree.subtreeEnd[child]!) {
    if (tree.kind[child] === ELEMENT && (tree.name[child] === head || tree.name[child] === body)) parents.push(child);
  }
  for (let next = parents.pop(); next !== undefined; next = parents.pop()) search(next);
  runs.sort((a, b) => a.first - b.first);
  const ownText = ownTextBefore(tree, sharing, runs);
  const total = ownText[tree.size]!;
  return runs.map(({ first, last, parent }): Run => {
    const end = tree.subtreeEnd[last]!;
    const side = sideOf(ownText[first]!, total - ownText[end]!, inside * total, first + last < tree.size);
    const run = { first, last, parent, side };
    const locked = regions?.locked[first] === 1;
    const translated = sharing.isTranslated(first, end);
    // Most runs have neither property and keep one hidden class, so that reading them stays fast.
    return locked || translated ? { ...run, ...(locked && { locked }), ...(translated && { translated }) } : run;
  });
}

/** Side of a run, by the lengths of the page's own text before and after it. `inside` is the length up to which it counts as outside. */
function sideOf(before: number, after: number, inside: number, isInFirstHalf: boolean): Run['side'] {
  if (Math.min(before, after) > inside) return 'inside';
  return before < after || (before === after && isInFirstHalf) ? 'top' : 'bottom';
}

/** Relations of a node to declared runs: in one, or an ancestor of one. */
const DECLARED = 1;
const ANCESTOR = 2;

/** Relation of each node to the declared runs; 0 for none. */
function declaredNodes(tree: PageTree, declared: readonly Run[]): Uint8Array {
  const relation = new Uint8Array(tree.size);
  for (const { first, last, parent } of declared) {
    relation.fill(DECLARED, first, tree.subtreeEnd[last]!);
    for (let node = parent; node >= 0 && relation[node] !== ANCESTOR; node = tree.parent[node]!) {
      step();
      relation[node] = ANCESTOR;
    }
  }
  return relation;
}

/** True for an empty element without attributes, such as `hr`. */
function isBare(tree: PageTree, node: number, sharing: Sharing): boolean {
  return tree.kind[node] === ELEMENT && tree.subtreeEnd[node] === node + 1 && sharing.count(node) === 0;
}

/**
 * Length of the page's own text before each node, with one more entry for the whole page: texts in `body`, outside the runs, that too few pages
 * share. Texts inside runs do not count: an own word in a menu is not the page's content.
 */
function ownTextBefore(tree: PageTree, sharing: Sharing, runs: readonly Omit<Run, 'side'>[]): Int32Array {
  const before = new Int32Array(tree.size + 1);
  let skipped = 0;
  let next = 0;
  for (let node = 0; node < tree.size; node++) {
    // The text of the head, such as the title, does not count.
    if (tree.kind[node] === ELEMENT && tree.name[node] === head) skipped = tree.subtreeEnd[node]!;
    if (runs[next]?.first === node) skipped = Math.max(skipped, tree.subtreeEnd[runs[next++]!.last]!);
    const own = node >= skipped && tree.kind[node] === TEXT && !(tree.flags[node]! & OPAQUE) && sharing.isUnshared(node);
    before[node + 1] = before[node]! + (own ? tree.textLength[node]! : 0);
  }
  return before;
}
