import { nodeName } from '../../html/access.ts';
import { commonEnds } from '../../html/common-ends.ts';
import { BLANK, ELEMENT, TEXT } from '../../html/tree.ts';
import { bestPairs } from '../counts/best-pairs.ts';
import type { Run } from '../parts/instances.ts';
import type { PageSource } from './page-source.ts';
import type { Repair } from './repair.ts';

/** Where a page has a part, and the token of every fixed node there (see `FixedNodes`). */
export interface PartOnPage {
  readonly page: PageSource;
  /** In document order. */
  readonly runs: readonly Run[];
  readonly tokens: ReadonlyMap<number, number>;
}

/** Tokens that a page is to get, and those that it is to lose. */
export interface TokenChange {
  readonly missing: ReadonlySet<number>;
  readonly extra: ReadonlySet<number>;
  /** Too few pages have the version for its words to be shared: what only the example has belongs to it, where this page has no slot. */
  readonly isNew: boolean;
}

/** What stands between two pairs of siblings in both lists; `before` is the sibling before it here, -1 if it comes first. */
interface Gap {
  readonly parent: number;
  readonly before: number;
  readonly here: readonly number[];
  readonly there: readonly number[];
}

/** Comparisons of nodes in two lists of siblings; longer lists are no part of a page. */
const MOST_PAIRS = 250_000;

/**
 * Repairs that bring one version of a part to a page: what is missing is copied from the example, what is extra goes, all else stays
 * as it is, slots above all. Undefined where the two are too different to say where a node belongs. Both pages have the part equally often.
 */
export function mergeRuns(target: PartOnPage, example: PartOnPage, change: TokenChange): Repair[] | undefined {
  const merge = new Merge(target, example, change);
  for (const [at, run] of target.runs.entries()) {
    const other = example.runs[at]!;
    const before = siblingBefore(target.page, run);
    if (!merge.children(run.parent, before, siblings(target.page, run), siblings(example.page, other))) return undefined;
  }
  merge.finish();
  return merge.isComplete ? merge.repairs : undefined;
}

class Merge {
  readonly #here: Side;
  readonly #there: Side;
  readonly #change: TokenChange;
  readonly repairs: Repair[] = [];
  readonly #gaps: Gap[] = [];
  readonly #brought = new Map<number, number>();
  readonly #gone = new Map<number, number>();

  constructor(target: PartOnPage, example: PartOnPage, change: TokenChange) {
    this.#here = new Side(target);
    this.#there = new Side(example);
    this.#change = change;
  }

  /** Does the page have all that it is to get, once, and nothing that it is to lose? */
  get isComplete(): boolean {
    const before = counted(this.#here.tokens.values());
    const there = counted(this.#there.tokens.values());
    const held = new Map(before);
    for (const [token, times] of this.#gone) add(held, token, -times);
    for (const [token, times] of this.#brought) add(held, token, times);
    for (const token of this.#change.missing) if (!held.get(token)) return false;
    for (const token of this.#change.extra) if (held.get(token)) return false;
    for (const [token, now] of held) {
      if (now < 0 || (now === 0 && !this.#change.extra.has(token))) return false;
      if (now > Math.max(before.get(token) ?? 0, there.get(token) ?? 0)) return false;
    }
    return true;
  }

  /** Merges two lists of siblings; `before` is the sibling before the first one here, -1 if it is the first child. */
  children(parent: number, before: number, here: readonly number[], there: readonly number[]): boolean {
    if (here.length * there.length > MOST_PAIRS) return false;
    const pairs = bestPairs(there.length, here.length, (j, i) => this.#alike(here[i]!, there[j]!));
    let [i, j] = [0, 0];
    for (const [endThere, endHere] of pairs) {
      const isGap = endHere > i || endThere > j;
      if (isGap)
        this.#gaps.push({ parent, before: here[i - 1] ?? before, here: here.slice(i, endHere), there: there.slice(j, endThere) });
      if (!this.#pair(here[endHere]!, there[endThere]!)) return false;
      [i, j] = [endHere + 1, endThere + 1];
    }
    this.#gaps.push({ parent, before: here[i - 1] ?? before, here: here.slice(i), there: there.slice(j) });
    return true;
  }

  /** Two elements, or texts, that are as one. */
  #pair(here: number, there: number): boolean {
    const [own, other] = [this.#here, this.#there];
    const [mine, theirs] = [own.tokens.get(here), other.tokens.get(there)];
    const differs = theirs !== undefined && this.#change.missing.has(theirs);
    if (own.isText(here)) {
      if (!differs || mine !== undefined) return true;
      add(this.#brought, theirs);
      if (own.text(here) !== other.text(there))
        this.repairs.push({ kind: 'text', ...own.textRange(here), text: other.text(there) });
      return true;
    }
    if (mine !== theirs && (differs || (mine !== undefined && this.#change.extra.has(mine)))) {
      this.repairs.push({ kind: 'replace', node: here, part: 'tag', from: other.place(there) });
      if (mine !== undefined) add(this.#gone, mine);
      if (theirs !== undefined) add(this.#brought, theirs);
    }
    const children = own.childrenOf(here);
    return this.children(here, -1, children, other.childrenOf(there));
  }

  /** Repairs of what stands between pairs, when all pairs are known: what goes at one place may come at another. */
  finish(): void {
    const brought = new Set<number>();
    const bring = (node: number): void => {
      brought.add(node);
      for (const token of this.#there.tokensIn(node)) add(this.#brought, token);
    };
    const all = this.#gaps.flatMap(({ there }) => there);
    for (const node of all) if (this.#there.tokensIn(node).some(token => this.#change.missing.has(token))) bring(node);
    if (this.#change.isNew) {
      for (const { here, there } of this.#gaps)
        if (!here.some(node => this.#here.isSlot(node)))
          for (const node of there) if (!brought.has(node) && this.#there.isSlot(node)) bring(node);
    }
    // What stays in words but stands beside what goes comes from the example.
    for (const node of this.#gaps.flatMap(({ here }) => here)) {
      const tokens = this.#here.tokensIn(node);
      if (!tokens.some(token => this.#change.extra.has(token))) continue;
      for (const token of tokens) {
        if (this.#change.extra.has(token) || this.#brought.has(token)) continue;
        const other = all.find(node => this.#there.tokenSet(node).has(token));
        if (other !== undefined) bring(other);
      }
    }
    const words = new Set([...brought].flatMap(node => this.#there.words(node)));
    const gone = new Set(this.#gaps.flatMap(({ here }) => here.filter(node => this.#isGone(node, words))));
    const lists = new Set<number>();
    for (const { parent, here, there } of this.#gaps)
      if (here.some(node => gone.has(node)) || there.some(node => brought.has(node))) lists.add(parent);
    for (const gap of this.#gaps) if (lists.has(gap.parent)) this.#fill(gap, brought, gone);
  }

  /** Separators of a list that changes are those of the example. */
  #fill({ parent, before, here, there }: Gap, brought: ReadonlySet<number>, gone: ReadonlySet<number>): void {
    let after = before;
    let isAfter = true;
    for (const node of here) {
      if (gone.has(node) || this.#here.isSeparator(node)) {
        this.repairs.push({ kind: 'remove', node });
        for (const token of this.#here.tokensIn(node)) add(this.#gone, token);
        isAfter = false;
      } else if (isAfter) after = node;
    }
    for (const node of there) {
      if (!brought.has(node) && !this.#there.isSeparator(node)) continue;
      this.repairs.push({ kind: 'insert', parent, after, from: this.#there.place(node) });
    }
  }

  /** Has it nothing that stays, and no words of the page's own? */
  #isGone(node: number, words: ReadonlySet<string>): boolean {
    const tokens = this.#here.tokensIn(node);
    if (tokens.length === 0 || !tokens.every(token => this.#change.extra.has(token) || this.#brought.has(token))) return false;
    return this.#here.ownWords(node, this.#change.extra).every(text => words.has(text));
  }

  /** 0 for nodes that are not as one. */
  #alike(here: number, there: number): number {
    const [own, other] = [this.#here, this.#there];
    if (own.name(here) !== other.name(there)) return 0;
    const mine = own.tokensIn(here);
    const theirs = other.tokensIn(there);
    if (mine.length === 0 && theirs.length === 0) return own.text(here) === other.text(there) ? 0.5 : 0.1;
    // The same words with a link or attributes of the page's own.
    if (mine.length === 0 && hasWords(own.words(here).join()) && own.words(here).join('\n') === other.words(there).join('\n'))
      return 1;
    if (mine.length === 0) return this.#drifted(here, there);
    const set = other.tokenSet(there);
    const common = mine.filter(token => set.has(token)).length;
    if (own.isText(here)) return common > 0 ? 2 : 0;
    return common > 0 ? common * 2 + 0.1 : 0;
  }

  /**
   * Greater than 0 if a node without fixed nodes is what the page has in the place of a missing node: a text with other words, or an
   * element with half of its words. Less than for two nodes that no page shares, or that have a fixed node in common.
   */
  #drifted(here: number, there: number): number {
    const [own, other] = [this.#here, this.#there];
    if (!other.tokensIn(there).some(token => this.#change.missing.has(token))) return 0;
    const likeness = sharedEnds(own.wording(here), other.wording(there));
    if (own.isText(here)) return hasWords(own.text(here)) && hasWords(other.text(there)) ? 0.05 + likeness : 0;
    return likeness * 2 >= 1 ? likeness : 0;
  }
}

/** One of the two pages. */
class Side {
  readonly tokens: ReadonlyMap<number, number>;
  readonly #page: PageSource;
  readonly #tokensIn = new Map<number, readonly number[]>();
  readonly #sets = new Map<number, ReadonlySet<number>>();

  constructor({ page, tokens }: PartOnPage) {
    this.#page = page;
    this.tokens = tokens;
  }

  place(node: number): { page: string; node: number } {
    return { page: this.#page.page, node };
  }

  name(node: number): string {
    return nodeName(this.#page.tree, node);
  }

  isText(node: number): boolean {
    return this.#page.tree.kind[node] === TEXT;
  }

  text(node: number): string {
    const { start, end } = this.textRange(node);
    return this.#page.source.slice(start, end);
  }

  /** Where the source of a node is, without white space at its ends. */
  textRange(node: number): { start: number; end: number } {
    const { tree, source } = this.#page;
    const whole = source.slice(tree.start[node]!, tree.end[node]!);
    const start = tree.start[node]! + whole.length - whole.trimStart().length;
    return { start, end: start + whole.trim().length };
  }

  /** The words of a node; of one without words, such as a picture, the source. */
  wording(node: number): string {
    return this.words(node).join('\n') || this.text(node);
  }

  childrenOf(parent: number): number[] {
    return childrenBetween(this.#page, parent + 1, this.#page.tree.subtreeEnd[parent]!);
  }

  tokensIn(node: number): readonly number[] {
    let tokens = this.#tokensIn.get(node);
    if (!tokens) {
      const found: number[] = [];
      for (let at = node; at < this.#page.tree.subtreeEnd[node]!; at++) {
        const token = this.tokens.get(at);
        if (token !== undefined) found.push(token);
      }
      tokens = found;
      this.#tokensIn.set(node, tokens);
    }
    return tokens;
  }

  tokenSet(node: number): ReadonlySet<number> {
    let set = this.#sets.get(node);
    if (!set) {
      set = new Set(this.tokensIn(node));
      this.#sets.set(node, set);
    }
    return set;
  }

  /** The texts in a node that have a letter or a digit. */
  words(node: number): string[] {
    return this.#textsIn(node).map(text => this.text(text));
  }

  /** Those of them that are the page's own: not fixed, and not in a link that goes. */
  ownWords(node: number, going: ReadonlySet<number>): string[] {
    return this.#textsIn(node)
      .filter(text => !this.tokens.has(text) && !going.has(this.tokens.get(this.#linkAround(text)) ?? -1))
      .map(text => this.text(text));
  }

  #textsIn(node: number): number[] {
    const texts: number[] = [];
    for (let at = node; at < this.#page.tree.subtreeEnd[node]!; at++)
      if (this.isText(at) && hasWords(this.text(at))) texts.push(at);
    return texts;
  }

  #linkAround(node: number): number {
    let at = node;
    while (at >= 0 && this.name(at) !== 'a') at = this.#page.tree.parent[at]!;
    return at;
  }

  /** Has it words that are not fixed? */
  isSlot(node: number): boolean {
    return this.#textsIn(node).some(text => !this.tokens.has(text));
  }

  /** A line break, a rule, an empty paragraph, a dash: it says nothing by itself. */
  isSeparator(node: number): boolean {
    const { attrFirst, subtreeEnd } = this.#page.tree;
    if (this.tokensIn(node).length > 0 || attrFirst[subtreeEnd[node]!]! > attrFirst[node]!) return false;
    return !hasWords(this.text(node).replace(/<[^<>]*>|&nbsp;/g, ''));
  }
}

function siblings(page: PageSource, { first, last }: Run): number[] {
  return childrenBetween(page, first, page.tree.subtreeEnd[last]!);
}

/** Elements and texts among siblings; comments and white space do not count. */
function childrenBetween({ tree }: PageSource, first: number, end: number): number[] {
  const children: number[] = [];
  for (let node = first; node < end; node = tree.subtreeEnd[node]!) {
    const kind = tree.kind[node];
    if (kind === ELEMENT || (kind === TEXT && !(tree.flags[node]! & BLANK))) children.push(node);
  }
  return children;
}

/** The sibling before a run, -1 if none exists. */
function siblingBefore(page: PageSource, { first, parent }: Run): number {
  return childrenBetween(page, parent + 1, first).at(-1) ?? -1;
}

function counted(tokens: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const token of tokens) add(counts, token);
  return counts;
}

/** Unlike `addTo`, a count of zero stays. */
function add(counts: Map<number, number>, token: number, by = 1): void {
  counts.set(token, (counts.get(token) ?? 0) + by);
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Share of the longer text that both begin and end with. */
function sharedEnds(a: string, b: string): number {
  const { start, end } = commonEnds(a, b);
  return (start + end) / Math.max(a.length, b.length, 1);
}
