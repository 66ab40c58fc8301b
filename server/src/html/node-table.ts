import { QuoteType } from 'htmlparser2';
import { COMMENT, FOREIGN, MATH, OPAQUE, VERBATIM } from './tree.ts';

/** Flags that children take over from their parent. */
const inherited = FOREIGN | MATH | OPAQUE | VERBATIM;

/** A copy of a typed array with twice its length. */
export function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/** The nodes of a page while it is parsed: the arrays of a `PageTree`, which grow, and the attributes of the start tag being read. */
export class NodeTable {
  /** Text of the page. */
  source = '';
  /** UTF-16 code units of `source`; the array may be longer. */
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
  /** End of the attributes that belong to nodes; those after it are of the tag being read. */
  attrEnd = 0;

  reset(): void {
    this.source = '';
    this.size = this.attrCount = this.attrEnd = 0;
  }

  /** Adds a node after all others, as the last child of `parent` (-1 for no parent), and returns its index. */
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

  /** Ends an element without an end tag: at the offset `at`, before the node `next`. */
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

  /** Adds an attribute of the tag being read, whose name is at `start..end`. */
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

  /** Sets the value of the attribute added last, or continues it: the tokenizer may deliver a value in pieces. */
  addAttributeValue(start: number, end: number): void {
    const at = this.attrCount - 1;
    if (!this.attrValueStart[at]) this.attrValueStart[at] = start;
    this.attrValueEnd[at] = end;
  }

  /** Ends the attribute added last. One without a value gets an empty one: after its name, or at `end` if there is a `=`. */
  endAttribute(quote: QuoteType, end: number): void {
    const at = this.attrCount - 1;
    if (!this.attrValueStart[at]) {
      this.attrValueStart[at] = this.attrValueEnd[at] = quote === QuoteType.NoValue ? this.attrNameEnd[at]! : end;
    }
  }

  /** Assigns the attributes of the tag being read to `node`, the node added last. */
  takeAttributes(node: number): void {
    this.attrFirst[node + 1] = this.attrEnd = this.attrCount;
  }

  /** True if the start tag being read has an attribute whose name and value match. */
  hasAttribute(name: RegExp, value = /^/): boolean {
    for (let at = this.attrEnd; at < this.attrCount; at++) {
      if (!name.test(this.source.slice(this.attrNameStart[at]!, this.attrNameEnd[at]!))) continue;
      if (value.test(this.source.slice(this.attrValueStart[at]!, this.attrValueEnd[at]!))) return true;
    }
    return false;
  }

  /** Discards the attributes of the tag being read. */
  dropAttributes(): void {
    this.attrCount = this.attrEnd;
  }

  /** Removes a node and all nodes after it; keeps the attributes of the tag being read. */
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

/** Offset after the `>` of the tag at `at`; the end of the source if none exists. */
export function afterTag(source: string, at: number): number {
  const close = source.indexOf('>', at);
  return close < 0 ? source.length : close + 1;
}

/**
 * Ends the `body` or `html` element at its end tag. When `</body>` or `</html>` is read, it closes nothing, since content after it still
 * goes inside. If nothing but comments followed, the element ends at the tag after all, and the comments become its siblings.
 * @param tag offset of the end tag
 */
export function setLateEnd(nodes: NodeTable, node: number, tag: number): void {
  const { kind, parent, subtreeEnd, start, closeStart, end } = nodes;
  const stop = subtreeEnd[node]!;
  let firstBeside = stop;
  while (kind[firstBeside - 1] === COMMENT && start[firstBeside - 1]! > tag) firstBeside--;
  if (start[firstBeside - 1]! > tag) return;
  for (let inside = node + 1; inside < firstBeside; inside++) {
    if (subtreeEnd[inside]! > firstBeside) subtreeEnd[inside] = firstBeside;
    if (end[inside]! > tag) closeStart[inside] = end[inside] = tag;
  }
  parent.fill(parent[node]!, firstBeside, stop);
  subtreeEnd[node] = firstBeside;
  closeStart[node] = tag;
  end[node] = afterTag(nodes.source, tag);
}
