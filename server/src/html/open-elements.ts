import { CELL, category, IMPLIED_END, MATH_POINT, nameId, SCOPE, SPECIAL, SVG_POINT } from './names.ts';
import { grown, type NodeTable } from './node-table.ts';
import { step } from './steps.ts';

/** Ids of element names. */
const n = {
  annotation: nameId('annotation-xml'),
  html: nameId('html'),
  table: nameId('table'),
  template: nameId('template'),
} as const;

/** State bits of entries. The end tag came out of order: searches skip the entry, and it closes when it is on top again. */
const ENDED = 1;
/** The entry is a copy of a formatting element, which has no node: what it contains goes into the element below. */
const COPY = 2;
/** The list of active formatting elements has a marker for the element. */
const MARKED = 4;
/** An SVG or MathML element whose children are HTML. */
const INTEGRATES = 8;

/** The stack of open elements (WHATWG HTML 13.2.4.2). A depth is an index into it; 0 is the root element, the top is innermost. */
export class OpenElements {
  /** Number of entries. */
  depth = 0;
  /** Number of entries that are copies. */
  copies = 0;
  /** Number of closed elements whose markers are still in the list of active formatting elements. */
  staleMarkers = 0;
  /** Nodes closed by their end tag. Until the whole page is read, their `end` is the end of the tag's name, not of the tag. */
  closedByOwnTag: number[] = [];
  /** Nodes closed by the end tag of an element inside them, after their own out-of-order one. Their `end` is set as in `closedByOwnTag`. */
  closedByInnerTag: number[] = [];

  readonly #nodes: NodeTable;
  /** By name id, the number of entries that are not `ENDED`. It answers most searches for names that are not open. */
  readonly #names = new Uint32Array(0x10000);
  #node = new Int32Array(64);
  #state = new Uint8Array(64);
  /** Identifies the entry in the list of active formatting elements; 0 for entries that are not in the list. */
  #id = new Int32Array(64);

  constructor(nodes: NodeTable) {
    this.#nodes = nodes;
  }

  reset(): void {
    if (this.depth > 0) this.#names.fill(0);
    this.depth = this.copies = this.staleMarkers = 0;
    this.closedByOwnTag = [];
    this.closedByInnerTag = [];
  }

  /** @param integrates the node is an SVG or MathML element whose children are HTML */
  push(node: number, integrates = false): void {
    this.#push(node, integrates ? INTEGRATES : 0, 0);
  }

  /** Opens a formatting element again: the element continues if no node follows it at the current place; else the entry is a copy. */
  pushAgain(node: number, id: number): void {
    const goesOn = this.#nodes.subtreeEnd[node] === this.#nodes.size && this.#nodes.parent[node] === this.current();
    this.#push(node, goesOn ? 0 : COPY, id);
    if (!goesOn) this.copies++;
  }

  #push(node: number, state: number, id: number): void {
    const depth = this.depth++;
    if (depth === this.#node.length) {
      this.#node = grown(this.#node);
      this.#state = grown(this.#state);
      this.#id = grown(this.#id);
    }
    this.#node[depth] = node;
    this.#state[depth] = state;
    this.#id[depth] = id;
    this.#names[this.#nodes.name[node]!]!++;
  }

  /** True if an element of this name is open, in HTML, SVG or MathML, and not `ENDED`. */
  holds(name: number): boolean {
    return this.#names[name]! > 0;
  }

  /** True if a `template` of HTML is open. */
  isInTemplate(): boolean {
    if (!this.holds(n.template)) return false;
    let depth = this.depth - 1;
    while (depth >= 0 && (this.nameAt(depth) !== n.template || this.isForeignAt(depth))) depth--;
    step(this.depth - depth);
    return depth >= 0;
  }

  /** Closes the top element at the offset `at`, and then the `ENDED` ones below it. */
  pop(at: number): void {
    this.#closeTop(at);
    while (this.#topHasEnded()) this.#closeTop(at);
  }

  /** Returns the closed node, or -1 for a copy. */
  #closeTop(at: number): number {
    const depth = --this.depth;
    const node = this.#node[depth]!;
    const state = this.#state[depth]!;
    if (!(state & ENDED)) this.#names[this.#nodes.name[node]!]!--;
    if (state & COPY) {
      this.copies--;
      return -1;
    }
    if (state & MARKED && category(this.nameAt(depth)) & CELL) this.staleMarkers++;
    this.#nodes.close(node, this.#nodes.size, at);
    return node;
  }

  #topHasEnded(): boolean {
    return this.depth > 0 && this.hasEnded(this.depth - 1);
  }

  /** Closes elements at the offset `at` until `depth` entries are left. */
  popTo(depth: number, at: number): void {
    while (this.depth > depth) this.pop(at);
  }

  /** Closes the element at `depth`, and all above it, by an end tag whose name ends at `nameEnd`. */
  closeAt(depth: number, tagStart: number, nameEnd: number): void {
    this.popTo(depth + 1, tagStart);
    if (this.depth <= depth) return;
    // The marker of a cell goes whenever the cell closes, that of other elements only by their end tag.
    if (this.#state[depth]! & MARKED && !(category(this.nameAt(depth)) & CELL)) this.staleMarkers++;
    this.#endAt(this.#closeTop(tagStart), nameEnd, this.closedByOwnTag);
    while (this.#topHasEnded()) this.#endAt(this.#closeTop(tagStart), nameEnd, this.closedByInnerTag);
  }

  /** Records the end of a node, if it is one, in one of the two lists. */
  #endAt(node: number, nameEnd: number, ends: number[]): void {
    if (node < 0) return;
    this.#nodes.end[node] = nameEnd;
    ends.push(node);
  }

  /** Marks the element at `depth` as ended: it closes as soon as the elements above it are closed. */
  endLater(depth: number): void {
    if (this.hasEnded(depth)) return;
    this.#state[depth]! |= ENDED;
    this.#names[this.nameAt(depth)]!--;
  }

  /** Discards the recorded ends of this node and all after it, which are about to be removed. All of them must be closed. */
  forgetFrom(node: number): void {
    this.closedByOwnTag = this.closedByOwnTag.filter(ended => ended < node);
    this.closedByInnerTag = this.closedByInnerTag.filter(ended => ended < node);
  }

  /** "Generate implied end tags" (13.2.6.3), except for elements with the name `except`. */
  generateImpliedEnds(at: number, except = -1): void {
    while (category(this.topName()) & IMPLIED_END && this.topName() !== except) this.pop(at);
  }

  // ---- properties of entries

  /** Node of the innermost element that is not a copy, or -1: the parent of the next node. */
  current(): number {
    return this.#nodeBelow(this.depth);
  }

  /** Node of the innermost element below `depth` that is not a copy, or -1. */
  #nodeBelow(depth: number): number {
    let below = depth - 1;
    while (below >= 0 && this.#state[below]! & COPY) below--;
    return below < 0 ? -1 : this.#node[below]!;
  }

  /** Name id of the innermost element, or -1. */
  topName(): number {
    return this.depth ? this.nameAt(this.depth - 1) : -1;
  }

  /** True if the innermost element is an HTML element with this name. */
  topIs(name: number): boolean {
    return this.topName() === name && !this.isForeignAt(this.depth - 1);
  }

  /** Name id of the element at `depth`. */
  nameAt(depth: number): number {
    return this.#nodes.name[this.#node[depth]!]!;
  }

  /** True for SVG and MathML elements. */
  isForeignAt(depth: number): boolean {
    return this.#nodes.isForeign(this.#node[depth]!);
  }

  /** True if the end tag of the element came out of order, see `endLater`. */
  hasEnded(depth: number): boolean {
    return (this.#state[depth]! & ENDED) !== 0;
  }

  /** True if the innermost element is SVG or MathML and its children are, too. */
  topIsForeign(): boolean {
    return this.depth > 0 && this.isForeignAt(this.depth - 1) && !this.integratesAt(this.depth - 1);
  }

  /** True for SVG and MathML elements whose children are HTML ("integration points"). */
  integratesAt(depth: number): boolean {
    return (this.#state[depth]! & INTEGRATES) !== 0;
  }

  /** True if the innermost element is a "MathML text integration point": its children are HTML, except `mglyph` and `malignmark`. */
  topIsMathText(): boolean {
    const top = this.depth - 1;
    return top >= 0 && this.integratesAt(top) && this.#nodes.isMath(this.#node[top]!) && this.nameAt(top) !== n.annotation;
  }

  // ---- scopes (13.2.4.2). Elements that are `ENDED` are not in any scope.

  /** True if the element ends the search for an element "in scope". */
  isBoundary(depth: number): boolean {
    const bits = category(this.nameAt(depth)) & (SCOPE | MATH_POINT | SVG_POINT);
    if (bits === 0) return false;
    const node = this.#node[depth]!;
    return (bits & (this.#nodes.isMath(node) ? MATH_POINT : this.#nodes.isForeign(node) ? SVG_POINT : SCOPE)) !== 0;
  }

  /** True for elements of the category "special" (13.2.4.2). It includes all boundaries of scopes. */
  isSpecial(depth: number): boolean {
    return this.isForeignAt(depth) ? this.isBoundary(depth) : (category(this.nameAt(depth)) & SPECIAL) !== 0;
  }

  /** Depth of the innermost element of this name that is in scope, or -1; the other two names are further boundaries. */
  depthInScope(name: number, boundary1 = -1, boundary2 = -1): number {
    if (!this.holds(name)) return -1;
    const names = this.#nodes.name;
    for (let depth = this.depth - 1; depth >= 0; depth--) {
      step();
      if (this.#state[depth]! & ENDED) continue;
      const at = names[this.#node[depth]!]!;
      if (at === name && !this.isForeignAt(depth)) return depth;
      if (at === boundary1 || at === boundary2 || this.isBoundary(depth)) return -1;
    }
    return -1;
  }

  /** True if the element at this depth is in scope. */
  isInScope(depth: number): boolean {
    step(this.depth - depth);
    for (let above = this.depth - 1; above > depth; above--) if (this.isBoundary(above)) return false;
    return true;
  }

  /** Depth of the innermost element of this name that is "in table scope", or -1. */
  depthInTableScope(name: number): number {
    if (!this.holds(name)) return -1;
    for (let depth = this.depth - 1; depth >= 0; depth--) {
      step();
      if (this.isForeignAt(depth)) continue;
      const at = this.nameAt(depth);
      if (at === name) return depth;
      if (at === n.table || at === n.template || at === n.html) return -1;
    }
    return -1;
  }

  /** Depth of the innermost table if neither a cell nor a caption of it is open, else -1. Content other than table parts is misplaced there. */
  depthOfTableAround(): number {
    if (!this.holds(n.table)) return -1;
    for (let depth = this.depth - 1; depth >= 0; depth--) {
      step();
      if (this.isForeignAt(depth)) continue;
      const name = this.nameAt(depth);
      if (name === n.table) return depth;
      if (category(name) & CELL || name === n.template) return -1;
    }
    return -1;
  }

  // ---- formatting elements

  /** Records that the list of active formatting elements has a marker for the top element. */
  markTop(): void {
    this.#state[this.depth - 1]! |= MARKED;
  }

  /** Sets the id by which the list of active formatting elements refers to the element at `depth`. */
  identify(depth: number, id: number): void {
    this.#id[depth] = id;
  }

  /** The id that `identify` set for the element at `depth`; 0 if it is not in the list of active formatting elements. */
  idAt(depth: number): number {
    return this.#id[depth]!;
  }

  /** Depth of the "furthest block" of the adoption agency: the outermost special element inside the element at `depth`; or -1. */
  furthestBlock(depth: number): number {
    for (let above = depth + 1; above < this.depth; above++) {
      step();
      if (!this.hasEnded(above) && this.isSpecial(above)) return above;
    }
    return -1;
  }

  /**
   * Moves the block at depth `block` out of the formatting element at depth `from`. The formatting element and the elements between end
   * where the block starts. Then the elements at the depths `kept` (ascending) are reopened around the block, and a copy of the formatting
   * element, with the id `id`, inside it. If the formatting element is a copy itself, kept elements inside it continue instead.
   * @returns the depth of the copy inside the block
   */
  splitAt(from: number, block: number, id: number, kept: readonly number[]): number {
    const nodes = this.#nodes;
    const inner = this.#node[block]!;
    const formatting = this.#node[from]!;
    let to = from;
    while (this.hasEnded(to - 1)) to--;
    let goesOn = to === from && (this.#state[from]! & COPY) !== 0;
    for (let depth = to; depth < block; depth++) {
      const node = this.#node[depth]!;
      const state = this.#state[depth]!;
      const isKept = kept.includes(depth);
      step();
      if (!(state & ENDED)) this.#names[nodes.name[node]!]!--;
      if (state & COPY) this.copies--;
      else if (!(goesOn && isKept)) {
        nodes.close(node, inner, nodes.start[inner]!);
        goesOn = false;
      }
      if (!isKept) continue;
      const again = goesOn && !(state & COPY) ? 0 : COPY;
      if (again === COPY) this.copies++;
      this.#put(to++, node, again, this.#id[depth]!);
      this.#names[nodes.name[node]!]!++;
    }
    nodes.parent[inner] = this.#nodeBelow(to);
    this.#put(to, inner, this.#state[block]!, this.#id[block]!);
    for (const entries of [this.#node, this.#state, this.#id]) entries.copyWithin(to + 2, block + 1, this.depth);
    this.#put(to + 1, formatting, COPY, id);
    this.#names[nodes.name[formatting]!]!++;
    this.copies++;
    this.depth -= block - to - 1;
    return to + 1;
  }

  #put(depth: number, node: number, state: number, id: number): void {
    this.#node[depth] = node;
    this.#state[depth] = state;
    this.#id[depth] = id;
  }
}

/** Open elements nested deeper than the limit. They are leaves of the tree, and are remembered so that their end tags close nothing else. */
export class TooDeep {
  #names: number[] = [];
  /** By name id, how many of `#names` have it. */
  readonly #counts = new Map<number, number>();

  /** Adds an element by its name id, unless there are `most` already. */
  push(name: number, most: number): void {
    if (this.#names.length >= most) return;
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  clear(): void {
    if (this.#names.length === 0) return;
    this.#names = [];
    this.#counts.clear();
  }

  /** Closes the elements up to and including the innermost one of this name. Returns false if none exists. */
  close(name: number): boolean {
    if (this.#names.length === 0 || !this.#counts.get(name)) return false;
    for (;;) {
      const closed = this.#names.pop()!;
      this.#counts.set(closed, this.#counts.get(closed)! - 1);
      if (closed === name) return true;
    }
  }
}
