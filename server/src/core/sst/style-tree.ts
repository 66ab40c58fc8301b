import { KeyTable } from '../counts/key-table.ts';
import { enlarged } from '../page/enlarged.ts';
import { combine, hi, lo } from '../page/hash.ts';
import type { PageTree } from '../page/tree.ts';
import { isInUniverse, STYLE_STRIDE } from './style-sequence.ts';

/** Element node 0 is the place above the root elements of all pages. */
export const ROOT = 0;

/**
 * The Site Style Tree (Yi, Liu, Li, KDD 2003) of one group, its counts only: element nodes E with `m` = pages that contain E, and below
 * each the style nodes S, one for every different sequence of child elements, with `n` = pages that use it. Struct of arrays; the
 * elements of a style stand side by side, so that child `j` of a node with style S is element `first(S) + j`. The empty style (no
 * children) is not stored: its count is `m` less the counts of the others.
 */
export class StyleTree {
  /** Styles by (element, sequence); the id of a key is the style node's, its count is `n`. */
  #styles = new KeyTable();
  #styleElement = new Int32Array(512);
  #styleFirst = new Int32Array(512);
  #styleLength = new Int32Array(512);
  #nextStyle = new Int32Array(512);
  #previousStyle = new Int32Array(512);
  #firstStyle = new Int32Array(1024);
  #pages = new Int32Array(1024);
  #owner = new Int32Array(1024);
  #free = new Map<number, number[]>();
  #top = 1;
  #dead: number[] = [];
  #next = new Int32Array(0);
  /** Node visits since the tree was made. */
  visits = 0;

  /** Element nodes that some page contains, the one above the roots left out. */
  get elementCount(): number {
    let count = 0;
    for (let element = 1; element < this.#top; element++) if (this.#pages[element]! > 0) count++;
    return count;
  }

  get styleCount(): number {
    return this.#styles.size;
  }

  /** Bound of element node ids. */
  get bound(): number {
    return this.#top;
  }

  /** Pages in the tree. */
  get pageCount(): number {
    return this.#pages[ROOT]!;
  }

  /** `m`: pages that contain an element node. */
  pages(element: number): number {
    return this.#pages[element]!;
  }

  /** `n`: pages that use a style node. */
  styleUses(style: number): number {
    return this.#styles.count(style);
  }

  /** The style node an element node belongs to, or -1 for the one above the roots. */
  ownerStyle(element: number): number {
    return element === ROOT ? -1 : this.#owner[element]!;
  }

  /** Element nodes of a style: the first, and how many. */
  styleFirst(style: number): number {
    return this.#styleFirst[style]!;
  }

  styleLength(style: number): number {
    return this.#styleLength[style]!;
  }

  /** Element node that a style node stands below. */
  styleElement(style: number): number {
    return this.#styleElement[style]!;
  }

  /** Style nodes below an element node, the empty one left out; any order. */
  stylesOf(element: number): number[] {
    const styles: number[] = [];
    for (let style = this.#firstStyle[element]! - 1; style >= 0; style = this.#nextStyle[style]! - 1) styles.push(style);
    return styles;
  }

  /**
   * Adds a page, by its `styleSequence`. Gives the element node of every tree node, -1 outside the node universe. Linear in the page.
   */
  add(tree: PageTree, sequence: Int32Array): Int32Array {
    const elements = new Int32Array(tree.size).fill(-1);
    this.#pages[ROOT]!++;
    elements[tree.root] = this.#enter(ROOT, sequence[0]!, sequence[1]!, 1);
    // Where the next child of each open node goes.
    if (this.#next.length < tree.size) this.#next = new Int32Array(tree.size * 2);
    const next = this.#next.fill(0, 0, tree.size);
    let at = STYLE_STRIDE;
    for (let node = tree.root; node < tree.subtreeEnd[tree.root]!; node++) {
      if (!isInUniverse(tree, node)) continue;
      if (node !== tree.root) {
        const parent = tree.parent[node]!;
        // The first child of a node brings the node's style.
        if (next[parent] === 0) {
          next[parent] = this.#enter(elements[parent]!, sequence[at]!, sequence[at + 1]!, sequence[at + 2]!);
          at += STYLE_STRIDE;
        }
        elements[node] = next[parent]!++;
      }
      this.#pages[elements[node]!]!++;
      this.visits++;
    }
    return elements;
  }

  /** Removes a page that was added with these element nodes. */
  remove(tree: PageTree, elements: Int32Array): void {
    this.#pages[ROOT]!--;
    if (tree.root >= 0) this.#leave(this.#owner[elements[tree.root]!]!);
    for (let node = 0; node < tree.size; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      this.#pages[element]!--;
      this.visits++;
      const end = tree.subtreeEnd[node]!;
      for (let child = node + 1; child < end; child = tree.subtreeEnd[child]!) {
        if (elements[child]! >= 0) {
          this.#leave(this.#owner[elements[child]!]!);
          break;
        }
      }
    }
    for (const style of this.#dead) this.#release(this.#styleFirst[style]!, this.#styleLength[style]!);
    this.#dead.length = 0;
    if (this.#styles.size === 0) {
      this.#free.clear();
      this.#top = 1;
    }
  }

  /** One more page uses this style; gives its first element node. */
  #enter(element: number, styleLo: number, styleHi: number, length: number): number {
    combine(styleLo, styleHi, element, length);
    const style = this.#styles.increment(lo, hi);
    if (this.#styles.count(style) > 1) return this.#styleFirst[style]!;
    if (style >= this.#styleFirst.length) this.#growStyles();
    const first = this.#allocate(length);
    this.#styleElement[style] = element;
    this.#styleFirst[style] = first;
    this.#styleLength[style] = length;
    const head = this.#firstStyle[element]!;
    this.#nextStyle[style] = head;
    this.#previousStyle[style] = 0;
    if (head) this.#previousStyle[head - 1] = style + 1;
    this.#firstStyle[element] = style + 1;
    this.#owner.fill(style, first, first + length);
    this.#pages.fill(0, first, first + length);
    this.#firstStyle.fill(0, first, first + length);
    return first;
  }

  #leave(style: number): void {
    if (this.#styles.decrement(style) > 0) return;
    const next = this.#nextStyle[style]!;
    const previous = this.#previousStyle[style]!;
    if (previous) this.#nextStyle[previous - 1] = next;
    else this.#firstStyle[this.#styleElement[style]!] = next;
    if (next) this.#previousStyle[next - 1] = previous;
    this.#dead.push(style);
  }

  #allocate(length: number): number {
    const reused = this.#free.get(length)?.pop();
    if (reused !== undefined) return reused;
    const first = this.#top;
    this.#top += length;
    while (this.#top > this.#pages.length) {
      const size = this.#pages.length * 2;
      this.#firstStyle = enlarged(this.#firstStyle, size);
      this.#pages = enlarged(this.#pages, size);
      this.#owner = enlarged(this.#owner, size);
    }
    return first;
  }

  #release(first: number, length: number): void {
    const list = this.#free.get(length);
    if (list) list.push(first);
    else this.#free.set(length, [first]);
  }

  #growStyles(): void {
    const length = this.#styleFirst.length * 2;
    this.#styleElement = enlarged(this.#styleElement, length);
    this.#styleFirst = enlarged(this.#styleFirst, length);
    this.#styleLength = enlarged(this.#styleLength, length);
    this.#nextStyle = enlarged(this.#nextStyle, length);
    this.#previousStyle = enlarged(this.#previousStyle, length);
  }
}
