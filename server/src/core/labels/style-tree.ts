import { enlarged } from '../../html/enlarged.ts';
import { combine, hi, lo } from '../../html/hash.ts';
import type { PageTree } from '../../html/tree.ts';
import { KeyTable } from '../counts/key-table.ts';
import { isInUniverse, STYLE_STRIDE } from '../keys/style-sequence.ts';
import { limits } from './thresholds.ts';

/** Element node above the root elements of all pages. */
export const ROOT = 0;

/** Offsets of a style node's numbers. `length`: number of its children. `next`, `previous`: other style of the same element, plus 1; 0 for none. */
const STYLE = { element: 0, firstChild: 1, length: 2, next: 3, previous: 4, words: 5 } as const;
/** Offsets of an element node's numbers. `pages`: `m`. `owner`: the style node above. `firstStyle`: first style below, plus 1; 0 for none. */
const ELEMENT = { pages: 0, owner: 1, firstStyle: 2, words: 3 } as const;

/** Scratch space of `add`. */
let nextChild = new Int32Array(0);

/**
 * Counts of the Site Style Tree (Yi, Liu, Li, KDD 2003) of one group: element nodes E with `m`, the pages that contain E, and below each the
 * style nodes S, one for every distinct sequence of child elements, with `n`, the pages that use it. Struct of arrays: the elements of a style
 * are adjacent, so that child `j` of a node with style S is element `styleFirst(S) + j`. The empty style (no children) is not stored; its
 * count is `m` minus the counts of the other styles.
 */
export class StyleTree {
  /** Style nodes by the hash of element and sequence. The id of a key is the style node, its count is `n`. */
  #styles = new KeyTable();
  /** Style nodes, laid out as `STYLE`. */
  #style = new Int32Array(limits.styleNodes * STYLE.words);
  /** Element nodes, laid out as `ELEMENT`. */
  #element = new Int32Array(limits.elementNodes * ELEMENT.words);
  /** First element nodes of free ranges, by the length of the range. */
  #free = new Map<number, number[]>();
  /** Number of element nodes, free ones included. */
  #top = 1;
  /** Styles that no page uses since `remove` began. */
  #dead: number[] = [];
  /** Nodes visited since the tree was made, to count work. */
  visits = 0;

  /** Number of element nodes that a page contains, without `ROOT`. */
  get elementCount(): number {
    let count = 0;
    for (let element = 1; element < this.#top; element++) if (this.#element[element * ELEMENT.words]! > 0) count++;
    return count;
  }

  /** Number of style nodes. */
  get styleCount(): number {
    return this.#styles.size;
  }

  /** Upper bound of element node ids, exclusive. */
  get bound(): number {
    return this.#top;
  }

  /** Number of pages in the tree. */
  get pageCount(): number {
    return this.#element[ROOT * ELEMENT.words]!;
  }

  /** `m`: number of pages that contain an element node. */
  pages(element: number): number {
    return this.#element[element * ELEMENT.words]!;
  }

  /** `n`: number of pages that use a style node. */
  styleUses(style: number): number {
    return this.#styles.count(style);
  }

  /** Returns the style node that an element node belongs to; -1 for `ROOT`. */
  ownerStyle(element: number): number {
    return element === ROOT ? -1 : this.#element[element * ELEMENT.words + ELEMENT.owner]!;
  }

  /** Returns the first element node of a style. */
  styleFirst(style: number): number {
    return this.#style[style * STYLE.words + STYLE.firstChild]!;
  }

  /** Returns the number of element nodes of a style. */
  styleLength(style: number): number {
    return this.#style[style * STYLE.words + STYLE.length]!;
  }

  /** Returns the parent element node of a style node. */
  styleElement(style: number): number {
    return this.#style[style * STYLE.words]!;
  }

  /** Returns the style nodes below an element node, without the empty style, in no order. */
  stylesOf(element: number): number[] {
    const styles: number[] = [];
    for (
      let style = this.#element[element * ELEMENT.words + ELEMENT.firstStyle]! - 1;
      style >= 0;
      style = this.#style[style * STYLE.words + STYLE.next]! - 1
    )
      styles.push(style);
    return styles;
  }

  /**
   * Adds a page. Returns, by tree node, its element node; -1 for nodes that style trees skip (`isInUniverse`). Takes time linear in the page.
   * @param sequence the page's `styleSequence`
   */
  add(tree: PageTree, sequence: Int32Array): Int32Array {
    const elements = new Int32Array(tree.size).fill(-1);
    this.#element[ROOT * ELEMENT.words]!++;
    elements[tree.root] = this.#enter(ROOT, sequence[0]!, sequence[1]!, 1);
    // Element node of the next child, by tree node; 0 before the first child.
    if (nextChild.length < tree.size) nextChild = new Int32Array(tree.size * 2);
    const next = nextChild.fill(0, 0, tree.size);
    let at = STYLE_STRIDE;
    for (let node = tree.root; node < tree.subtreeEnd[tree.root]!; node++) {
      if (!isInUniverse(tree, node)) continue;
      if (node !== tree.root) {
        const parent = tree.parent[node]!;
        // The sequence has the style of a node at its first child.
        if (next[parent] === 0) {
          next[parent] = this.#enter(elements[parent]!, sequence[at]!, sequence[at + 1]!, sequence[at + 2]!);
          at += STYLE_STRIDE;
        }
        elements[node] = next[parent]!++;
      }
      this.#element[elements[node]! * ELEMENT.words]!++;
      this.visits++;
    }
    return elements;
  }

  /** Removes a page. `elements` is the result of `add`. */
  remove(tree: PageTree, elements: Int32Array): void {
    this.#element[ROOT * ELEMENT.words]!--;
    if (tree.root >= 0) this.#leave(this.#element[elements[tree.root]! * ELEMENT.words + ELEMENT.owner]!);
    for (let node = 0; node < tree.size; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      this.#element[element * ELEMENT.words]!--;
      this.visits++;
      const end = tree.subtreeEnd[node]!;
      for (let child = node + 1; child < end; child = tree.subtreeEnd[child]!) {
        if (elements[child]! >= 0) {
          this.#leave(this.#element[elements[child]! * ELEMENT.words + ELEMENT.owner]!);
          break;
        }
      }
    }
    for (const style of this.#dead)
      this.#release(this.#style[style * STYLE.words + STYLE.firstChild]!, this.#style[style * STYLE.words + STYLE.length]!);
    this.#dead.length = 0;
    if (this.#styles.size === 0) {
      this.#free.clear();
      this.#top = 1;
    }
  }

  /** Counts a use of a style below an element node. Returns the first element node of the style. */
  #enter(element: number, styleLo: number, styleHi: number, length: number): number {
    combine(styleLo, styleHi, element, length);
    const style = this.#styles.increment(lo, hi);
    if (this.#styles.count(style) > 1) return this.#style[style * STYLE.words + STYLE.firstChild]!;
    if (style * STYLE.words >= this.#style.length) this.#style = enlarged(this.#style, this.#style.length * 2);
    const first = this.#allocate(length);
    this.#style[style * STYLE.words] = element;
    this.#style[style * STYLE.words + STYLE.firstChild] = first;
    this.#style[style * STYLE.words + STYLE.length] = length;
    const head = this.#element[element * ELEMENT.words + ELEMENT.firstStyle]!;
    this.#style[style * STYLE.words + STYLE.next] = head;
    this.#style[style * STYLE.words + STYLE.previous] = 0;
    if (head) this.#style[(head - 1) * STYLE.words + STYLE.previous] = style + 1;
    this.#element[element * ELEMENT.words + ELEMENT.firstStyle] = style + 1;
    for (let child = first; child < first + length; child++) {
      const at = child * ELEMENT.words;
      this.#element[at] = 0;
      this.#element[at + ELEMENT.owner] = style;
      this.#element[at + ELEMENT.firstStyle] = 0;
    }
    return first;
  }

  /** Uncounts a use of a style. */
  #leave(style: number): void {
    if (this.#styles.decrement(style) > 0) return;
    const next = this.#style[style * STYLE.words + STYLE.next]!;
    const previous = this.#style[style * STYLE.words + STYLE.previous]!;
    if (previous) this.#style[(previous - 1) * STYLE.words + STYLE.next] = next;
    else this.#element[this.#style[style * STYLE.words]! * ELEMENT.words + ELEMENT.firstStyle] = next;
    if (next) this.#style[(next - 1) * STYLE.words + STYLE.previous] = previous;
    this.#dead.push(style);
  }

  /** Returns the first of `length` adjacent free element nodes. */
  #allocate(length: number): number {
    const reused = this.#free.get(length)?.pop();
    if (reused !== undefined) return reused;
    const first = this.#top;
    this.#top += length;
    while (this.#top * ELEMENT.words > this.#element.length) this.#element = enlarged(this.#element, this.#element.length * 2);
    return first;
  }

  #release(first: number, length: number): void {
    const list = this.#free.get(length);
    if (list) list.push(first);
    else this.#free.set(length, [first]);
  }
}
