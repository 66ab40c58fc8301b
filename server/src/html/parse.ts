import { Tokenizer } from 'htmlparser2';
import { CodeUnits } from './code-units.ts';
import { hashPage } from './hash-page.ts';
import { type Island, mayHoldIslands } from './islands.ts';
import type { NodeTable } from './node-table.ts';
import { pageLanguage } from './page-language.ts';
import { scan } from './scan.ts';
import { thresholds } from './thresholds.ts';
import { tokenize } from './tokenize.ts';
import { COMMENT, ELEMENT, type HtmlPage, ISLAND, TEXT } from './tree.ts';
import { TreeBuilder } from './tree-builder.ts';

/** Options of `parseHtml`. */
export interface ParseOptions {
  /** Levels of elements; deeper elements become children of the deepest allowed one. Default 512. */
  maxDepth?: number;
  /** Path of the page, relative to the site's root, with `/`. With it, relative addresses are hashed by where they lead, else as written. */
  path?: string;
  /** False to use htmlparser2's tokenizer only. Tests compare the scanner with it. */
  scans?: boolean;
}

/** Parses pages, one after another, in memory that it reuses. */
class PageParser {
  readonly #builder = new TreeBuilder();
  readonly #units = new CodeUnits();
  readonly #tokenizer = new Tokenizer({ decodeEntities: false }, this.#builder);

  /** See `parseHtml`. */
  parse(text: string, options: ParseOptions, scratch: Int32Array | undefined): HtmlPage {
    const { maxDepth = thresholds.depth, path } = options;
    this.#reset(maxDepth);
    const { nodes } = this.#builder;
    nodes.source = text;
    nodes.units = this.#units.load(text);
    const islands = this.#tokenize(text, options);
    const page = finishTree(this.#builder, islands, path, scratch);
    this.#reset(maxDepth);
    return page;
  }

  /** Reads the page by the scanner, or by htmlparser2's tokenizer if the scanner gives up. Returns the islands. */
  #tokenize(text: string, { maxDepth = thresholds.depth, scans = true }: ParseOptions): Island[] {
    if (scans && !mayHoldIslands(text)) {
      if (scan(text, this.#builder.nodes.units, this.#builder)) return [];
      this.#reset(maxDepth);
      this.#builder.nodes.source = text;
    }
    const islands = tokenize(text, this.#tokenizer, this.#builder);
    this.#tokenizer.end();
    return islands;
  }

  #reset(maxDepth: number): void {
    this.#builder.reset(maxDepth);
    this.#tokenizer.reset();
  }
}

/** The parser that the next call uses. */
let pooled: PageParser | undefined;

/**
 * Parses a whole page. Never throws on invalid HTML; a half-written tag at the end is skipped. Under a step limit (`steps.ts`) it throws
 * `TooManySteps`.
 * @param scratch memory for the page's hashes (`HASH_WORDS` words a node), used if it is large enough; the next call may overwrite it
 */
export function parseHtml(text: string, options: ParseOptions = {}, scratch?: Int32Array): HtmlPage {
  const parser = pooled ?? new PageParser();
  // A parser that throws is in an unknown state, and is not used again.
  pooled = undefined;
  const page = parser.parse(text, options, scratch);
  pooled = parser;
  return page;
}

/** Copies the tree out of the parser's memory, and hashes its nodes. */
function finishTree(
  builder: TreeBuilder,
  islands: readonly Island[],
  path: string | undefined,
  scratch: Int32Array | undefined,
): HtmlPage {
  const { nodes } = builder;
  const { size, attrCount, source } = nodes;
  markIslands(nodes, islands);
  // One buffer for all arrays: one allocation, and one object to transfer to another thread.
  const words = new ArrayBuffer((size * 7 + 1 + attrCount * 4) * 4 + size * 4);
  let at = 0;
  const keep = <T extends typeof Int32Array | typeof Uint32Array | typeof Uint16Array | typeof Uint8Array>(
    type: T,
    from: InstanceType<T>,
    length: number,
  ): InstanceType<T> => {
    const view = new type(words, at, length) as InstanceType<T>;
    view.set(from.subarray(0, length));
    at += view.byteLength;
    return view;
  };
  const shape = {
    sourceLength: source.length,
    size,
    parent: keep(Int32Array, nodes.parent, size),
    subtreeEnd: keep(Int32Array, nodes.subtreeEnd, size),
    start: keep(Uint32Array, nodes.start, size),
    tagEnd: keep(Uint32Array, nodes.tagEnd, size),
    closeStart: keep(Uint32Array, nodes.closeStart, size),
    end: keep(Uint32Array, nodes.end, size),
    attrFirst: keep(Uint32Array, nodes.attrFirst, size + 1),
    attrNameStart: keep(Uint32Array, nodes.attrNameStart, attrCount),
    attrNameEnd: keep(Uint32Array, nodes.attrNameEnd, attrCount),
    attrValueStart: keep(Uint32Array, nodes.attrValueStart, attrCount),
    attrValueEnd: keep(Uint32Array, nodes.attrValueEnd, attrCount),
    name: keep(Uint16Array, nodes.name, size),
    kind: keep(Uint8Array, nodes.kind, size),
    flags: keep(Uint8Array, nodes.flags, size),
    otherNames: builder.names.others,
    depthExceeded: builder.tree.depthExceeded,
    root: builder.tree.root,
    textLength: new Uint32Array(size),
  };
  return Object.assign(shape, {
    language: pageLanguage(shape, source, path ?? ''),
    hashes: hashPage(shape, source, path, scratch, undefined, nodes.units),
  });
}

/** Sets the flag `ISLAND` on the nodes whose text, comment or start tag contains an island. */
function markIslands(nodes: NodeTable, islands: readonly Island[]): void {
  let node = 0;
  for (const island of islands) {
    // Only the last node that starts at or before the island can contain it in its text, comment or start tag.
    while (node + 1 < nodes.size && nodes.start[node + 1]! <= island.start) node++;
    const inside = island.start < nodes.tagEnd[node]!;
    if (inside && [ELEMENT, TEXT, COMMENT].includes(nodes.kind[node]!)) nodes.flags[node]! |= ISLAND;
  }
}
