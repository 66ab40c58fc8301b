import { nameId } from './names.ts';
import type { NodeTable } from './node-table.ts';
import type { OpenElements } from './open-elements.ts';

const a = nameId('a');

/** One of the list: a formatting element, or (`node` -1) the marker of an element that shields its inside from the formatting around it. */
interface Entry {
  node: number;
  /** The number that the element or its copy has on the stack. */
  id: number;
  /** Where it is on the stack, if it is still there. */
  depth: number;
  /** Its attributes, when they were compared. */
  attributes?: string;
}

/** Copies open at once, and formatting elements remembered since the last marker: what browsers need for real pages, and no attack grows. */
const MOST = 64;
/** Of equal formatting elements so many are remembered ("Noah's Ark clause"). */
const MOST_EQUAL = 3;
/** Rounds of the adoption agency, and its steps from the block outwards that keep formatting elements. */
const ROUNDS = 8;
const KEPT_STEPS = 3;

/**
 * The list of active formatting elements (WHATWG HTML 13.2.4.3), which says what an end tag in the wrong place closes. Where HTML copies
 * an element, the stack has an entry without a node, or the element goes on.
 */
export class ActiveFormatting {
  readonly #nodes: NodeTable;
  readonly #open: OpenElements;
  #list: Entry[] = [];
  #ids = 0;

  constructor(nodes: NodeTable, open: OpenElements) {
    this.#nodes = nodes;
    this.#open = open;
  }

  reset(): void {
    this.#list = [];
    this.#ids = 0;
  }

  /** Remembers the formatting element that is on top of the stack. */
  add(node: number): void {
    const list = this.#list;
    const first = this.#afterMarker();
    const entry = this.#entryOfTop(node);
    let equal = 0;
    let oldest = first;
    for (let at = list.length - 1; at >= first && equal < MOST_EQUAL; at--) {
      if (!this.#areEqual(list[at]!, entry)) continue;
      equal++;
      oldest = at;
    }
    if (equal === MOST_EQUAL) list.splice(oldest, 1);
    else if (list.length - first >= MOST) list.splice(first, 1);
    list.push(entry);
  }

  /** Shields the inside of the element on top of the stack. */
  addMarker(): void {
    this.#forgetClosed();
    this.#list.push({ node: -1, id: 0, depth: -1 });
    this.#open.markTop();
  }

  #entryOfTop(node: number): Entry {
    const depth = this.#open.depth - 1;
    this.#open.identify(depth, ++this.#ids);
    return { node, id: this.#ids, depth };
  }

  /** Is there anything to reopen? Seldom, so this is asked first. */
  mayReopen(): boolean {
    if (this.#list.length === 0) return false;
    const newest = this.#list[this.#list.length - 1]!;
    return newest.node < 0 ? this.#open.closedShields > 0 : !this.#isOpen(newest);
  }

  /** Opens what was closed with the element around it ("reconstruct the active formatting elements"). */
  reopen(): void {
    if (!this.mayReopen()) return;
    const list = this.#list;
    const first = this.#afterMarker();
    let next = list.length;
    while (next > first && !this.#isOpen(list[next - 1]!)) next--;
    for (; next < list.length && this.#open.copies < MOST; next++) {
      const entry = list[next]!;
      entry.depth = this.#open.depth;
      this.#open.pushAgain(entry.node, entry.id);
    }
  }

  /** Closes an `a` that a second one ends, or that a table hides. */
  closeLink(at: number): void {
    const entry = this.#last(a);
    if (!entry) return;
    this.close(a, at, -1);
    const left = this.#list.lastIndexOf(entry);
    if (left < 0) return;
    this.#list.splice(left, 1);
    if (this.#isOpen(entry)) this.#open.endLater(entry.depth);
  }

  /**
   * What the end tag of a formatting element does ("adoption agency", 13.2.6.4.7). A block open inside it goes out of it.
   * @param nameEnd of the end tag's name; -1 when a start tag at `at` implies the end
   * @returns false when no such element is remembered
   */
  close(name: number, at: number, nameEnd: number): boolean {
    const open = this.#open;
    this.#forgetClosed();
    const top = open.depth - 1;
    if (open.topName() === name && !open.isForeignAt(top)) {
      const known = this.#find(open.idAt(top));
      // Nothing is open inside it.
      if (!known || known === this.#list.at(-1)) {
        this.#end(top, at, nameEnd);
        if (known) this.#list.pop();
        return true;
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      const entry = this.#last(name);
      if (!entry) return false;
      const found = this.#isOpen(entry);
      if (found && !open.isInScope(entry.depth)) return true;
      const block = found ? open.furthestBlock(entry.depth) : -1;
      if (block < 0) {
        if (found) this.#end(entry.depth, at, nameEnd);
        this.#list.splice(this.#list.lastIndexOf(entry), 1);
        return true;
      }
      this.#split(entry, block);
    }
    return true;
  }

  #end(depth: number, at: number, nameEnd: number): void {
    if (nameEnd < 0) this.#open.popTo(depth, at);
    else this.#open.closeAt(depth, at, nameEnd);
  }

  /** One round of the adoption agency. */
  #split(entry: Entry, block: number): void {
    const open = this.#open;
    const kept: number[] = [];
    let before = entry;
    let steps = 0;
    for (let depth = block - 1; depth > entry.depth; depth--) {
      if (open.hasEnded(depth)) continue;
      const between = this.#find(open.idAt(depth));
      if (!between) steps++;
      else if (++steps > KEPT_STEPS || open.copies >= MOST) this.#list.splice(this.#list.lastIndexOf(between), 1);
      else {
        if (kept.length === 0) before = between;
        kept.unshift(depth);
      }
    }
    const id = ++this.#ids;
    const depth = open.splitAt(entry.depth, block, id, kept);
    this.#list.splice(this.#list.lastIndexOf(before) + 1, 0, { node: entry.node, id, depth });
    this.#list.splice(this.#list.lastIndexOf(entry), 1);
    for (let moved = open.depth - 1; moved >= depth - 1 - kept.length; moved--) {
      const known = this.#find(open.idAt(moved));
      if (known) known.depth = moved;
    }
  }

  /** The newest entry of this name since the last marker. */
  #last(name: number): Entry | undefined {
    const first = this.#afterMarker();
    for (let at = this.#list.length - 1; at >= first; at--) {
      if (this.#nodes.name[this.#list[at]!.node] === name) return this.#list[at];
    }
    return undefined;
  }

  /** The entry since the last marker that has this number on the stack. */
  #find(id: number): Entry | undefined {
    for (let at = id ? this.#list.length - 1 : -1; at >= 0 && this.#list[at]!.node >= 0; at--) {
      if (this.#list[at]!.id === id) return this.#list[at];
    }
    return undefined;
  }

  /** Where the entries since the last marker begin. */
  #afterMarker(): number {
    this.#forgetClosed();
    let first = this.#list.length;
    while (first > 0 && this.#list[first - 1]!.node >= 0) first--;
    return first;
  }

  /** Forgets what is since the marker of an element that was closed, and the marker. */
  #forgetClosed(): void {
    const list = this.#list;
    for (; this.#open.closedShields > 0; this.#open.closedShields--) {
      let entry = list.pop();
      while (entry && entry.node >= 0) entry = list.pop();
    }
  }

  #isOpen({ id, depth }: Entry): boolean {
    return id > 0 && depth < this.#open.depth && this.#open.idAt(depth) === id;
  }

  /** Have two elements the same name and attributes? Values are compared as they are written. */
  #areEqual(one: Entry, other: Entry): boolean {
    const { name, attrFirst } = this.#nodes;
    if (name[one.node] !== name[other.node]) return false;
    const count = (node: number) => attrFirst[node + 1]! - attrFirst[node]!;
    if (count(one.node) !== count(other.node)) return false;
    return count(one.node) === 0 || this.#attributes(one) === this.#attributes(other);
  }

  #attributes(entry: Entry): string {
    if (entry.attributes !== undefined) return entry.attributes;
    const { source, attrFirst, attrNameStart, attrNameEnd, attrValueStart, attrValueEnd } = this.#nodes;
    const attributes: string[] = [];
    for (let at = attrFirst[entry.node]!; at < attrFirst[entry.node + 1]!; at++) {
      const name = source.slice(attrNameStart[at]!, attrNameEnd[at]!).toLowerCase();
      attributes.push(`${name}=${source.slice(attrValueStart[at]!, attrValueEnd[at]!)}`);
    }
    entry.attributes = attributes.sort().join('\n');
    return entry.attributes;
  }
}
