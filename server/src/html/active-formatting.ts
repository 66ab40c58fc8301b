import { nameId } from './names.ts';
import type { NodeTable } from './node-table.ts';
import type { OpenElements } from './open-elements.ts';
import { limits, thresholds } from './thresholds.ts';

const a = nameId('a');

/** An entry of the list: a formatting element, or a marker (`node` is -1). Formatting before a marker does not apply after it. */
interface Entry {
  node: number;
  /** Identifies the element, or its copy, on the stack of open elements. */
  id: number;
  /** Last known index of the element in the stack of open elements; the element may have been closed since. */
  depth: number;
  /** Attributes of the element as one string, made when they are first compared. */
  attributes?: string;
}

/**
 * The list of active formatting elements (WHATWG HTML 13.2.4.3). It decides what a misnested end tag closes, and which formatting
 * elements are reopened. Where HTML makes a copy of an element, the stack has an entry without a node, or the element continues.
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

  /** Adds the formatting element `node`, which is on top of the stack. */
  add(node: number): void {
    const list = this.#list;
    const first = this.#afterMarker();
    const entry = this.#entryOfTop(node);
    let equal = 0;
    let oldest = first;
    for (let at = list.length - 1; at >= first && equal < thresholds.equalFormatting; at--) {
      if (!this.#areEqual(list[at]!, entry)) continue;
      equal++;
      oldest = at;
    }
    if (equal === thresholds.equalFormatting) list.splice(oldest, 1);
    else if (list.length - first >= limits.formatting) list.splice(first, 1);
    list.push(entry);
  }

  /** Adds a marker for the element on top of the stack: formatting around the element does not apply inside it. */
  addMarker(): void {
    this.#forgetClosed();
    this.#list.push({ node: -1, id: 0, depth: -1 });
    this.#open.markTop();
  }

  /** An entry for the element on top of the stack, which gets a new id. */
  #entryOfTop(node: number): Entry {
    const depth = this.#open.depth - 1;
    this.#open.identify(depth, ++this.#ids);
    return { node, id: this.#ids, depth };
  }

  /** True if formatting elements may have to be reopened. A cheap test: usually there are none. */
  mayReopen(): boolean {
    if (this.#list.length === 0) return false;
    const newest = this.#list[this.#list.length - 1]!;
    return newest.node < 0 ? this.#open.staleMarkers > 0 : !this.#isOpen(newest);
  }

  /** Opens formatting elements again that were closed with the element around them ("reconstruct the active formatting elements"). */
  reopen(): void {
    if (!this.mayReopen()) return;
    const list = this.#list;
    const first = this.#afterMarker();
    let next = list.length;
    while (next > first && !this.#isOpen(list[next - 1]!)) next--;
    for (; next < list.length && this.#open.copies < limits.formatting; next++) {
      const entry = list[next]!;
      entry.depth = this.#open.depth;
      this.#open.pushAgain(entry.node, entry.id);
    }
  }

  /** Closes the open `a`, if any, before the start tag of another `a` at the offset `at`. */
  closeLink(at: number): void {
    const entry = this.#last(a);
    if (!entry) return;
    this.close(a, at, -1);
    // The adoption agency leaves an entry whose element is not in scope, such as an `a` outside the table.
    const index = this.#list.lastIndexOf(entry);
    if (index < 0) return;
    this.#list.splice(index, 1);
    if (this.#isOpen(entry)) this.#open.endLater(entry.depth);
  }

  /**
   * Applies the end tag of a formatting element ("adoption agency", WHATWG HTML 13.2.6.4.7). A block that is open inside the element is
   * moved out of it.
   * @param name name id of the tag
   * @param at offset of the tag
   * @param nameEnd end of the end tag's name; -1 if a start tag at `at` implies the end
   * @returns false if the list has no such element: then the tag is handled like any other end tag
   */
  close(name: number, at: number, nameEnd: number): boolean {
    const open = this.#open;
    this.#forgetClosed();
    const top = open.depth - 1;
    if (open.topName() === name && !open.isForeignAt(top)) {
      const known = this.#find(open.idAt(top));
      // The common case: nothing is open inside the element.
      if (!known || known === this.#list.at(-1)) {
        this.#end(top, at, nameEnd);
        if (known) this.#list.pop();
        return true;
      }
    }
    for (let round = 0; round < thresholds.adoptionRounds; round++) {
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

  /** Closes the element at `depth`, by an end tag or, if `nameEnd` is -1, without one. */
  #end(depth: number, at: number, nameEnd: number): void {
    if (nameEnd < 0) this.#open.popTo(depth, at);
    else this.#open.closeAt(depth, at, nameEnd);
  }

  /** One round of the adoption agency: moves the block at depth `block` out of the formatting element `entry`. */
  #split(entry: Entry, block: number): void {
    const open = this.#open;
    const kept: number[] = [];
    let before = entry;
    let steps = 0;
    for (let depth = block - 1; depth > entry.depth; depth--) {
      if (open.hasEnded(depth)) continue;
      const between = this.#find(open.idAt(depth));
      if (!between) steps++;
      else if (++steps > thresholds.adoptionSteps || open.copies >= limits.formatting) {
        this.#list.splice(this.#list.lastIndexOf(between), 1);
      } else {
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

  /** The entry since the last marker with this id; undefined for the id 0 of elements that are not in the list. */
  #find(id: number): Entry | undefined {
    for (let at = id ? this.#list.length - 1 : -1; at >= 0 && this.#list[at]!.node >= 0; at--) {
      if (this.#list[at]!.id === id) return this.#list[at];
    }
    return undefined;
  }

  /** Index of the first entry after the last marker. */
  #afterMarker(): number {
    this.#forgetClosed();
    let first = this.#list.length;
    while (first > 0 && this.#list[first - 1]!.node >= 0) first--;
    return first;
  }

  /** Removes the entries back to the last marker, and the marker, once for every element with a marker that was closed. */
  #forgetClosed(): void {
    const list = this.#list;
    for (; this.#open.staleMarkers > 0; this.#open.staleMarkers--) {
      let entry = list.pop();
      while (entry && entry.node >= 0) entry = list.pop();
    }
  }

  /** True if the element of an entry, or its copy, is still on the stack. */
  #isOpen({ id, depth }: Entry): boolean {
    return id > 0 && depth < this.#open.depth && this.#open.idAt(depth) === id;
  }

  /** True if two elements have the same name and attributes; values are compared as they are written. */
  #areEqual(one: Entry, other: Entry): boolean {
    const { name, attrFirst } = this.#nodes;
    if (name[one.node] !== name[other.node]) return false;
    const count = (node: number) => attrFirst[node + 1]! - attrFirst[node]!;
    if (count(one.node) !== count(other.node)) return false;
    return count(one.node) === 0 || this.#attributes(one) === this.#attributes(other);
  }

  /** The attributes of an entry as one string, sorted by name. */
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
