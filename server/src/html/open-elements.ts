import { CELL, category, IMPLIED_END, MATH_POINT, nameId, SCOPE, SPECIAL, SVG_POINT } from './names.ts';
import { grown, type NodeTable } from './node-table.ts';
import { step } from './steps.ts';

const n = {
  annotation: nameId('annotation-xml'),
  html: nameId('html'),
  table: nameId('table'),
  template: nameId('template'),
} as const;

/** The end tag was seen out of order: the element closes when it is on top again, and is no longer found. */
const ENDED = 1;
/** HTML makes a copy of the formatting element here. It is no node: what it holds is in the element below. */
const COPY = 2;
/** The list of active formatting elements has a marker for the element. */
const MARKED = 4;
/** An element of SVG or MathML whose children are HTML. */
const INTEGRATES = 8;

/** The stack of open elements (WHATWG HTML 13.2.4.2). A depth is an index into it; 0 is the root element. */
export class OpenElements {
  depth = 0;
  /** Entries that are copies. */
  copies = 0;
  /** Cells, captions, templates and objects that were closed: the list of active formatting elements still has their markers. */
  closedShields = 0;
  /** Elements whose end is the `>` after the name of an end tag; their `end` is that of the name. */
  endTags: number[] = [];
  /** Elements that end where the end tag of an element inside them does; in their `end`, too, is that of its name. */
  endsOfInner: number[] = [];

  readonly #nodes: NodeTable;
  /** How many entries that do not end later have each name: most searches for what is not open end with a look at it. */
  readonly #names = new Uint32Array(0x10000);
  #node = new Int32Array(64);
  #state = new Uint8Array(64);
  /** What the list of active formatting elements knows the entry by; 0 for those that it does not know. */
  #id = new Int32Array(64);

  constructor(nodes: NodeTable) {
    this.#nodes = nodes;
  }

  reset(): void {
    if (this.depth > 0) this.#names.fill(0);
    this.depth = this.copies = this.closedShields = 0;
    this.endTags = [];
    this.endsOfInner = [];
  }

  /** @param integrates whether this is an element of SVG or MathML whose children are HTML */
  push(node: number, integrates = false): void {
    this.#push(node, integrates ? INTEGRATES : 0, 0);
  }

  /** Opens a formatting element again: the element goes on if nothing came after it; else it is a copy. */
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

  /** Is an element of this name open, HTML or foreign, that does not end later? */
  holds(name: number): boolean {
    return this.#names[name]! > 0;
  }

  /** Is a `template` of HTML open? */
  isInTemplate(): boolean {
    if (!this.holds(n.template)) return false;
    let depth = this.depth - 1;
    while (depth >= 0 && (this.nameAt(depth) !== n.template || this.isForeignAt(depth))) depth--;
    step(this.depth - depth);
    return depth >= 0;
  }

  /** Closes the top element at `at`, and those below it whose end tags came before. */
  pop(at: number): void {
    this.#closeTop(at);
    while (this.#topHasEnded()) this.#closeTop(at);
  }

  /** Gives the node that it closes, or -1 for a copy. */
  #closeTop(at: number): number {
    const depth = --this.depth;
    const node = this.#node[depth]!;
    const state = this.#state[depth]!;
    if (!(state & ENDED)) this.#names[this.#nodes.name[node]!]!--;
    if (state & COPY) {
      this.copies--;
      return -1;
    }
    if (state & MARKED && category(this.nameAt(depth)) & CELL) this.closedShields++;
    this.#nodes.close(node, this.#nodes.size, at);
    return node;
  }

  #topHasEnded(): boolean {
    return this.depth > 0 && this.hasEnded(this.depth - 1);
  }

  popTo(depth: number, at: number): void {
    while (this.depth > depth) this.pop(at);
  }

  /** Closes the element at `depth` by an end tag whose name ends at `nameEnd`. */
  closeAt(depth: number, tagStart: number, nameEnd: number): void {
    this.popTo(depth + 1, tagStart);
    if (this.depth <= depth) return;
    // Of other elements than cells, only the end tag removes the marker.
    if (this.#state[depth]! & MARKED && !(category(this.nameAt(depth)) & CELL)) this.closedShields++;
    this.#endAt(this.#closeTop(tagStart), nameEnd, this.endTags);
    while (this.#topHasEnded()) this.#endAt(this.#closeTop(tagStart), nameEnd, this.endsOfInner);
  }

  #endAt(node: number, nameEnd: number, ends: number[]): void {
    if (node < 0) return;
    this.#nodes.end[node] = nameEnd;
    ends.push(node);
  }

  /** Lets the element at `depth` stay only until what is open inside it is closed. */
  endLater(depth: number): void {
    if (this.hasEnded(depth)) return;
    this.#state[depth]! |= ENDED;
    this.#names[this.nameAt(depth)]!--;
  }

  /** Forgets where the elements from this node on end; all of them must be closed. */
  forgetFrom(node: number): void {
    this.endTags = this.endTags.filter(ended => ended < node);
    this.endsOfInner = this.endsOfInner.filter(ended => ended < node);
  }

  generateImpliedEnds(at: number, except = -1): void {
    while (category(this.topName()) & IMPLIED_END && this.topName() !== except) this.pop(at);
  }

  // ---- what is where

  /** Node of the innermost element that is no copy, or -1: the parent of what comes next. */
  current(): number {
    return this.#nodeBelow(this.depth);
  }

  #nodeBelow(depth: number): number {
    let below = depth - 1;
    while (below >= 0 && this.#state[below]! & COPY) below--;
    return below < 0 ? -1 : this.#node[below]!;
  }

  /** Name id of the innermost element, or -1. */
  topName(): number {
    return this.depth ? this.nameAt(this.depth - 1) : -1;
  }

  /** Is the innermost element the one of HTML with this name? */
  topIs(name: number): boolean {
    return this.topName() === name && !this.isForeignAt(this.depth - 1);
  }

  nameAt(depth: number): number {
    return this.#nodes.name[this.#node[depth]!]!;
  }

  isForeignAt(depth: number): boolean {
    return this.#nodes.isForeign(this.#node[depth]!);
  }

  hasEnded(depth: number): boolean {
    return (this.#state[depth]! & ENDED) !== 0;
  }

  /** Is the innermost element SVG or MathML, and what comes next, too? */
  topIsForeign(): boolean {
    return this.depth > 0 && this.isForeignAt(this.depth - 1) && !this.integratesAt(this.depth - 1);
  }

  /** SVG or MathML whose children are HTML. */
  integratesAt(depth: number): boolean {
    return (this.#state[depth]! & INTEGRATES) !== 0;
  }

  /** Is the innermost element one of MathML whose children are HTML, but for two names ("MathML text integration point")? */
  topIsMathText(): boolean {
    const top = this.depth - 1;
    return top >= 0 && this.integratesAt(top) && this.#nodes.isMath(this.#node[top]!) && this.nameAt(top) !== n.annotation;
  }

  // ---- scopes (13.2.4.2); elements that end later are in none

  isBoundary(depth: number): boolean {
    const bits = category(this.nameAt(depth)) & (SCOPE | MATH_POINT | SVG_POINT);
    if (bits === 0) return false;
    const node = this.#node[depth]!;
    return (bits & (this.#nodes.isMath(node) ? MATH_POINT : this.#nodes.isForeign(node) ? SVG_POINT : SCOPE)) !== 0;
  }

  /** Is it in the category "special" (13.2.4.2)? All boundaries of scopes are. */
  isSpecial(depth: number): boolean {
    return this.isForeignAt(depth) ? this.isBoundary(depth) : (category(this.nameAt(depth)) & SPECIAL) !== 0;
  }

  /** Depth of the nearest open element of this name in scope, or -1; `also` names further boundaries. */
  inScope(name: number, also1 = -1, also2 = -1): number {
    if (!this.holds(name)) return -1;
    const names = this.#nodes.name;
    for (let depth = this.depth - 1; depth >= 0; depth--) {
      step();
      if (this.#state[depth]! & ENDED) continue;
      const at = names[this.#node[depth]!]!;
      if (at === name && !this.isForeignAt(depth)) return depth;
      if (at === also1 || at === also2 || this.isBoundary(depth)) return -1;
    }
    return -1;
  }

  /** Is the element at this depth in scope? */
  isInScope(depth: number): boolean {
    step(this.depth - depth);
    for (let above = this.depth - 1; above > depth; above--) if (this.isBoundary(above)) return false;
    return true;
  }

  inTableScope(name: number): number {
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

  /** Depth of the table that is open here with no cell or caption of it, or -1: what comes next is misplaced, unless it is a part of it. */
  tableAround(): number {
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

  /** Says of the top element that the list of active formatting elements has a marker for it. */
  markTop(): void {
    this.#state[this.depth - 1]! |= MARKED;
  }

  /** Gives the element at `depth` the number that the list of active formatting elements knows it by. */
  identify(depth: number, id: number): void {
    this.#id[depth] = id;
  }

  idAt(depth: number): number {
    return this.#id[depth]!;
  }

  /** Depth of the outermost special element inside the element at `depth`, or -1: the "furthest block" of the adoption agency. */
  furthestBlock(depth: number): number {
    for (let above = depth + 1; above < this.depth; above++) {
      step();
      if (!this.hasEnded(above) && this.isSpecial(above)) return above;
    }
    return -1;
  }

  /**
   * Takes the block at depth `block` out of the formatting element at depth `from`: this and what is open between them end where the
   * block starts. Open again are then those of the depths `kept` (ascending) around the block, and the formatting element inside it, by
   * the new number `id`. Out of a copy nothing has to go: what is kept there goes on.
   * @returns the depth of the formatting element in the block
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
