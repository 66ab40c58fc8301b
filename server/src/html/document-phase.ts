import { nameId } from './names.ts';
import type { NodeTable } from './node-table.ts';
import type { OpenElements } from './open-elements.ts';
import { ELEMENT, IMPLIED } from './tree.ts';

/** Ids of element names. */
const n = {
  body: nameId('body'),
  head: nameId('head'),
  html: nameId('html'),
} as const;

/** The phases of a document, in the order in which a page goes through them: the insertion modes of HTML, some of them merged. */
export const BEFORE_HTML = 0;
export const BEFORE_HEAD = 1;
export const IN_HEAD = 2;
export const AFTER_HEAD = 3;
export const IN_BODY = 4;
/** The page has a `frameset` instead of a `body`. */
export const IN_FRAMESET = 5;
export const AFTER_FRAMESET = 6;

/** The phase of the document being read, and its `html`, `head` and `body`: creates those that have no start tag. */
export class DocumentPhase {
  /** The phase: `BEFORE_HTML` to `AFTER_FRAMESET`. */
  current = BEFORE_HTML;
  /** Node of the `html` element, or -1. */
  root = -1;
  /** Node of the `body`, or of the `frameset` in its place; or -1. */
  body = -1;
  /** The "frameset-ok flag": a `frameset` may replace the body, since nothing visible is in it. */
  framesetOk = true;
  /** The head was opened again after `</head>`. */
  headReopened = false;
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
    this.framesetOk = true;
    this.headReopened = false;
  }

  /** Adds and opens an element that has no start tag; returns its node. `at` is the offset where it begins. */
  imply(name: number, at: number): number {
    const node = this.#nodes.add(ELEMENT, IMPLIED, this.#open.current(), at, at, name);
    this.#open.push(node);
    return node;
  }

  /** Opens the `html` element, which was just added, and enters the phase `BEFORE_HEAD`. */
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

  /** Opens the `body`, which was just added; with the phase `IN_FRAMESET`, the `frameset` in its place. */
  openBody(node: number, phase = IN_BODY): void {
    this.body = node;
    this.#open.push(node);
    this.current = phase;
    this.framesetOk = false;
  }

  /** Creates and opens the `html` element at the offset `at`, if it does not exist yet. */
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

  /** Closes the head at the offset `at`, if it is open. A head without a start tag is created first. */
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

  /** Opens the head again, for a tag between `</head>` and the body that belongs there. Comments since `</head>` move into the head. */
  reopenHead(): void {
    const { parent, size } = this.#nodes;
    for (let node = this.#nodes.subtreeEnd[this.#head]!; node < size; node++) parent[node] = this.#head;
    this.#open.closedByOwnTag = this.#open.closedByOwnTag.filter(node => node !== this.#head);
    this.#open.push(this.#head);
    this.current = IN_HEAD;
    this.headReopened = true;
  }

  /** Closes the body at `at`, and removes it with everything in it. */
  dropBody(at: number): void {
    this.#open.popTo(1, at);
    this.#open.forgetFrom(this.body);
    this.#nodes.removeFrom(this.body);
  }
}
