import { nameId } from '../../html/names.ts';
import { step } from '../../html/steps.ts';
import { BLANK, COMMENT, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';

/** A run of siblings that other pages have, too. */
export interface Run {
  /** The first node of the run, and the last of its siblings. */
  readonly first: number;
  readonly last: number;
  /** The node that they stand in. */
  readonly parent: number;
  /** Before or after all text of the page's own, or nearly all; or inside it. */
  readonly side: 'top' | 'bottom' | 'inside';
  /** The template that the page is made from locks it, and lies in the site. */
  readonly locked?: boolean;
  /** Found by its tags, because enough pages of other languages share it; its words are this language's own. */
  readonly translated?: boolean;
}

const { blockNodes } = thresholds;

/** What decides whether a run stands at the edge of the page's own text. */
export interface PartOptions {
  /** Share, in [0,1], of the page's own text that may stand beside a run on each side so that it still counts as outside. */
  readonly inside: number;
}

/** Chosen without the site that it is judged by, see docs/parts.md. */
export const defaultPartOptions: PartOptions = { inside: 0.04 };

const head = nameId('head');
const body = nameId('body');

/**
 * Where a page repeats what others have: from `head` and `body` down, runs of consecutive siblings whose subtrees are mostly shared, in
 * document order; they do not overlap, also not those that are declared. Elements at places where pages have something of their own are
 * searched in turn. Linear in the page.
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
  // An implied element, such as a tbody, is as the element that it stands in.
  const inContainer = (node: number): boolean => {
    let at = node;
    while (places[at]! < 0 && tree.parent[at]! >= 0) at = tree.parent[at]!;
    return places[at]! >= 0 && isContainer(places[at]!);
  };
  const ofDeclared = declaredNodes(tree, declared);
  const isMember = (node: number): boolean =>
    ofDeclared[node] === 0 &&
    sharing.isGood(node) &&
    !regions?.isMixed(node) &&
    (regions?.locked[node] === 1 || !(tree.kind[node] === ELEMENT && inContainer(node)));
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
        if (tree.kind[child] === ELEMENT && ofDeclared[child] !== DECLARED) parents.push(child);
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
    // Hardly any is: all others have one shape.
    return locked || translated ? { ...run, ...(locked && { locked }), ...(translated && { translated }) } : run;
  });
}

/** The side of a run that has so much text of the page's own before it, and after it. */
function sideOf(before: number, after: number, inside: number, isInFirstHalf: boolean): Run['side'] {
  if (Math.min(before, after) > inside) return 'inside';
  return before < after || (before === after && isInFirstHalf) ? 'top' : 'bottom';
}

/** A node of a declared run, and an element around one. */
const DECLARED = 1;
const AROUND = 2;

function declaredNodes(tree: PageTree, declared: readonly Run[]): Uint8Array {
  const of = new Uint8Array(tree.size);
  for (const { first, last, parent } of declared) {
    of.fill(DECLARED, first, tree.subtreeEnd[last]!);
    for (let node = parent; node >= 0 && of[node] !== AROUND; node = tree.parent[node]!) {
      step();
      of[node] = AROUND;
    }
  }
  return of;
}

/** An element with nothing in it and without attributes, such as `hr`. */
function isBare(tree: PageTree, node: number, sharing: Sharing): boolean {
  return tree.kind[node] === ELEMENT && tree.subtreeEnd[node] === node + 1 && sharing.count(node) === 0;
}

/**
 * Length of the text in the body, outside the runs, before each node that too few pages have; one entry more than there are nodes. A word in
 * a menu that is the page's own is no text of the page's.
 */
function ownTextBefore(tree: PageTree, sharing: Sharing, runs: readonly Omit<Run, 'side'>[]): Int32Array {
  const before = new Int32Array(tree.size + 1);
  let skipped = 0;
  let next = 0;
  for (let node = 0; node < tree.size; node++) {
    // The title says what the page is about, not where its text begins.
    if (tree.kind[node] === ELEMENT && tree.name[node] === head) skipped = tree.subtreeEnd[node]!;
    if (runs[next]?.first === node) skipped = Math.max(skipped, tree.subtreeEnd[runs[next++]!.last]!);
    const own = node >= skipped && tree.kind[node] === TEXT && !(tree.flags[node]! & OPAQUE) && sharing.isOwn(node);
    before[node + 1] = before[node]! + (own ? tree.textLength[node]! : 0);
  }
  return before;
}
