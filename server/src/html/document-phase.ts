import { nameId } from './names.ts';
import type { NodeTable } from './node-table.ts';
import type { OpenElements } from './open-elements.ts';
import { ELEMENT, IMPLIED } from './tree.ts';

const n = {
  body: nameId('body'),
  head: nameId('head'),
  html: nameId('html'),
} as const;

/** Where the document is, in the order in which it goes on (WHATWG insertion modes, merged). */
export const BEFORE_HTML = 0;
export const BEFORE_HEAD = 1;
export const IN_HEAD = 2;
export const AFTER_HEAD = 3;
export const IN_BODY = 4;
/** The page has a `frameset` instead of a `body`. */
export const IN_FRAMESET = 5;
export const AFTER_FRAMESET = 6;

/** The elements `html`, `head` and `body` of a page, which every page has, and which of them are read already. */
export class DocumentPhase {
  current = BEFORE_HTML;
  root = -1;
  /** The `body`, or the `frameset` in its place. */
  body = -1;
  /** The `body` has no start tag, and nothing in it is to be seen yet: a `frameset` may take its place. */
  mayBeFrameset = true;
  /** The head had ended, and goes on with what belongs there. */
  headGoesOn = false;
  #head = -1;
  readonly #nodes: NodeTable;
  readonly #open: OpenElements;

  constructor(nodes: NodeTable, open: OpenElements) {
    this.#nodes = nodes;
    this.#open = open;
  }

  reset(): void {
    this.current = BEFORE_HTML;
    this.root = this.#head = this.body = -1;
    this.mayBeFrameset = true;
    this.headGoesOn = false;
  }

  /** Opens an element that has no start tag. */
  imply(name: number, at: number): number {
    const node = this.#nodes.add(ELEMENT, IMPLIED, this.#open.current(), at, at, name);
    this.#open.push(node);
    return node;
  }

  openRoot(node: number): void {
    this.root = node;
    this.#open.push(node);
    this.current = BEFORE_HEAD;
  }

  openHead(node: number): void {
    this.#head = node;
    this.#open.push(node);
    this.current = IN_HEAD;
  }

  openBody(node: number, phase = IN_BODY): void {
    this.body = node;
    this.#open.push(node);
    this.current = phase;
    this.mayBeFrameset = false;
  }

  ensureHtml(at: number): void {
    if (this.current > BEFORE_HTML) return;
    this.root = this.imply(n.html, at);
    this.current = BEFORE_HEAD;
  }

  ensureHead(at: number): void {
    this.ensureHtml(at);
    if (this.current > BEFORE_HEAD) return;
    this.#head = this.imply(n.head, at);
    this.current = IN_HEAD;
  }

  leaveHead(at: number): void {
    this.ensureHead(at);
    if (this.current > IN_HEAD) return;
    this.#open.popTo(1, at);
    this.current = AFTER_HEAD;
  }

  ensureBody(at: number): void {
    if (this.current >= IN_BODY) return;
    this.leaveHead(at);
    this.body = this.imply(n.body, at);
    this.current = IN_BODY;
  }

  /** Between `</head>` and the body, what belongs into the head goes there, and with it the comments before it. */
  reopenHead(): void {
    const { parent, size } = this.#nodes;
    for (let node = this.#nodes.subtreeEnd[this.#head]!; node < size; node++) parent[node] = this.#head;
    this.#open.endTags = this.#open.endTags.filter(node => node !== this.#head);
    this.#open.push(this.#head);
    this.current = IN_HEAD;
    this.headGoesOn = true;
  }

  /** Takes the body away, with all that is in it. */
  dropBody(at: number): void {
    this.#open.popTo(1, at);
    this.#open.forgetFrom(this.body);
    this.#nodes.removeFrom(this.body);
  }
}
