import { nameId } from '../page/names.ts';
import { BLANK, COMMENT, ELEMENT, OPAQUE, type PageTree, TEXT } from '../page/tree.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';

/** A run of siblings that other pages have, too. */
export interface Run {
  /** The first node of the run, and the last of its siblings. */
  readonly first: number;
  readonly last: number;
  /** The node that they stand in. */
  readonly parent: number;
  /** No text of the page's own stands on one of its sides: so much at most, as a share of all of it, counts as none. */
  readonly outside: boolean;
}

/** An element with at least so many informative nodes is a run of its own: header and side box beside each other are two things. */
const BLOCK = 6;

/** The share that counts as none. Chosen without the site that it is judged by, see docs/parts.md. */
export const INSIDE = 0.06;

const head = nameId('head');
const body = nameId('body');

/**
 * Where a page repeats what others have: from `head` and `body` down, runs of consecutive siblings whose subtrees are mostly shared, in
 * document order; they do not overlap. Elements at places where pages have something of their own are searched in turn. Linear in the
 * page.
 */
export function sharedRuns(page: PageInParts, sharing: Sharing, isContainer: (place: number) => boolean): Run[] {
  const { tree, places } = page;
  const runs: Run[] = [];
  const ownText = ownTextBefore(tree, sharing);
  const total = ownText[tree.size]!;
  // On a short page the title is much of the page's own text, but it stands before all of the body.
  const title = ownText[Math.max(0, tree.name.indexOf(body))]!;
  // An implied element, such as a tbody, is as the element that it stands in.
  const inContainer = (node: number): boolean => {
    let at = node;
    while (places[at]! < 0 && tree.parent[at]! >= 0) at = tree.parent[at]!;
    return places[at]! >= 0 && isContainer(places[at]!);
  };
  const isMember = (node: number): boolean => sharing.isGood(node) && !(tree.kind[node] === ELEMENT && inContainer(node));
  const parents: number[] = [];
  const search = (parent: number): void => {
    let first = -1;
    let last = -1;
    const close = (): void => {
      if (first >= 0) {
        const before = ownText[first]!;
        const side = Math.min(before, total - ownText[tree.subtreeEnd[last]!]!);
        runs.push({ first, last, parent, outside: side <= INSIDE * total || before === title });
      }
      first = -1;
    };
    for (let child = parent + 1; child < tree.subtreeEnd[parent]!; child = tree.subtreeEnd[child]!) {
      if (tree.kind[child] === COMMENT || tree.flags[child]! & BLANK) continue;
      if (isMember(child)) {
        const isBlock = tree.kind[child] === ELEMENT && sharing.count(child) >= BLOCK;
        if (isBlock) close();
        if (first < 0) first = child;
        last = child;
        if (isBlock) close();
      } else if (first >= 0 && isBare(tree, child, sharing)) last = child;
      else {
        close();
        if (tree.kind[child] === ELEMENT) parents.push(child);
      }
    }
    close();
  };
  for (let child = tree.root + 1; child < (tree.subtreeEnd[tree.root] ?? 0); child = tree.subtreeEnd[child]!) {
    if (tree.kind[child] === ELEMENT && (tree.name[child] === head || tree.name[child] === body)) parents.push(child);
  }
  for (let next = parents.pop(); next !== undefined; next = parents.pop()) search(next);
  return runs.sort((a, b) => a.first - b.first);
}

/** An element with nothing in it and without attributes, such as `hr`. */
function isBare(tree: PageTree, node: number, sharing: Sharing): boolean {
  return tree.kind[node] === ELEMENT && tree.subtreeEnd[node] === node + 1 && sharing.count(node) === 0;
}

/** Length of the text before each node that no other page has; one entry more than there are nodes. */
export function ownTextBefore(tree: PageTree, sharing: Sharing): Int32Array {
  const before = new Int32Array(tree.size + 1);
  for (let node = 0; node < tree.size; node++) {
    const own = tree.kind[node] === TEXT && !(tree.flags[node]! & OPAQUE) && sharing.isOwn(node);
    before[node + 1] = before[node]! + (own ? tree.textLength[node]! : 0);
  }
  return before;
}
