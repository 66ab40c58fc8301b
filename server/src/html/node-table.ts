import { QuoteType } from 'htmlparser2';
import { COMMENT, FOREIGN, MATH, OPAQUE, VERBATIM } from './tree.ts';

const inherited = FOREIGN | MATH | OPAQUE | VERBATIM;

/** Typed array that doubles. */
export function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/** The nodes of a page while it is read, as the arrays of a `PageTree` that grow, and the attributes of the start tag being read. */
export class NodeTable {
  /** The text so far: what all offsets point into. */
  source = '';
  /** Its code units; the array may be longer. */
  units: Uint16Array = new Uint16Array(0);
  size = 0;
  kind = new Uint8Array(1024);
  flags = new Uint8Array(1024);
  name = new Uint16Array(1024);
  parent = new Int32Array(1024);
  subtreeEnd = new Int32Array(1024);
  start = new Uint32Array(1024);
  tagEnd = new Uint32Array(1024);
  closeStart = new Uint32Array(1024);
  end = new Uint32Array(1024);
  attrFirst = new Uint32Array(1025);
  attrCount = 0;
  attrNameStart = new Uint32Array(1024);
  attrNameEnd = new Uint32Array(1024);
  attrValueStart = new Uint32Array(1024);
  attrValueEnd = new Uint32Array(1024);
  /** Attributes of finished tags; those after it belong to the tag being read. */
  attrEnd = 0;

  reset(): void {
    this.source = '';
    this.size = this.attrCount = this.attrEnd = 0;
  }

  /** Adds a node after all others, as the last child of `parent` (-1: none), and gives its index. */
  add(kind: number, flags: number, parent: number, start: number, end: number, name: number): number {
    const node = this.size++;
    if (node + 1 >= this.kind.length) this.#grow();
    this.kind[node] = kind;
    this.flags[node] = flags | (kind === COMMENT ? OPAQUE : 0) | (parent < 0 ? 0 : this.flags[parent]! & inherited);
    this.name[node] = name;
    this.parent[node] = parent;
    this.subtreeEnd[node] = node + 1;
    this.start[node] = start;
    this.tagEnd[node] = this.closeStart[node] = this.end[node] = end;
    this.attrFirst[node] = this.attrFirst[node + 1] = this.attrEnd;
    return node;
  }

  /** Ends an element before the node `next`, at the offset `at`, without an end tag. */
  close(node: number, next: number, at: number): void {
    this.subtreeEnd[node] = next;
    this.closeStart[node] = this.end[node] = at;
  }

  isForeign(node: number): boolean {
    return (this.flags[node]! & FOREIGN) !== 0;
  }

  isMath(node: number): boolean {
    return (this.flags[node]! & MATH) !== 0;
  }

  addAttribute(start: number, end: number): void {
    const at = this.attrCount++;
    if (at === this.attrNameStart.length) {
      this.attrNameStart = grown(this.attrNameStart);
      this.attrNameEnd = grown(this.attrNameEnd);
      this.attrValueStart = grown(this.attrValueStart);
      this.attrValueEnd = grown(this.attrValueEnd);
    }
    this.attrNameStart[at] = start;
    this.attrNameEnd[at] = end;
    this.attrValueStart[at] = 0;
  }

  addAttributeValue(start: number, end: number): void {
    const at = this.attrCount - 1;
    if (!this.attrValueStart[at]) this.attrValueStart[at] = start;
    this.attrValueEnd[at] = end;
  }

  endAttribute(quote: QuoteType, end: number): void {
    const at = this.attrCount - 1;
    if (!this.attrValueStart[at]) {
      this.attrValueStart[at] = this.attrValueEnd[at] = quote === QuoteType.NoValue ? this.attrNameEnd[at]! : end;
    }
  }

  /** Gives the attributes of the tag being read to the node, which was added last. */
  takeAttributes(node: number): void {
    this.attrFirst[node + 1] = this.attrEnd = this.attrCount;
  }

  /** Has the start tag that is being read an attribute whose name and value match? */
  hasAttribute(name: RegExp, value = /^/): boolean {
    for (let at = this.attrEnd; at < this.attrCount; at++) {
      if (!name.test(this.source.slice(this.attrNameStart[at]!, this.attrNameEnd[at]!))) continue;
      if (value.test(this.source.slice(this.attrValueStart[at]!, this.attrValueEnd[at]!))) return true;
    }
    return false;
  }

  dropAttributes(): void {
    this.attrCount = this.attrEnd;
  }

  /** Removes this node and all after it; the attributes of the tag being read stay. */
  removeFrom(node: number): void {
    const to = this.attrFirst[node]!;
    const shift = this.attrEnd - to;
    for (const array of [this.attrNameStart, this.attrNameEnd, this.attrValueStart, this.attrValueEnd])
      array.copyWithin(to, this.attrEnd, this.attrCount);
    this.attrEnd -= shift;
    this.attrCount -= shift;
    this.size = node;
  }

  #grow(): void {
    this.kind = grown(this.kind);
    this.flags = grown(this.flags);
    this.name = grown(this.name);
    this.parent = grown(this.parent);
    this.subtreeEnd = grown(this.subtreeEnd);
    this.start = grown(this.start);
    this.tagEnd = grown(this.tagEnd);
    this.closeStart = grown(this.closeStart);
    this.end = grown(this.end);
    this.attrFirst = grown(this.attrFirst);
  }
}
