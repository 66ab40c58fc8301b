import { Tokenizer } from 'htmlparser2';
import { CodeUnits } from './code-units.ts';
import { hashPage } from './hash-page.ts';
import { type Island, mayHoldIslands } from './islands.ts';
import type { NodeTable } from './node-table.ts';
import { pageLanguage } from './page-language.ts';
import { scan } from './scan.ts';
import { tokenize } from './tokenize.ts';
import { COMMENT, ELEMENT, type HtmlPage, ISLAND, TEXT } from './tree.ts';
import { TreeBuilder } from './tree-builder.ts';

export interface ParseOptions {
  /** Deepest element level; deeper elements are attached to it. Default 512. */
  maxDepth?: number;
  /** Path of the page, relative to the site's root, with `/`: relative addresses are hashed as where they lead. Without it, as written. */
  path?: string;
  /** False: by htmlparser2's tokenizer alone, which the scanner is compared with. */
  scans?: boolean;
}

/** Parses one page after another in the same memory. */
class PageParser {
  readonly #builder = new TreeBuilder();
  readonly #units = new CodeUnits();
  readonly #tokenizer = new Tokenizer({ decodeEntities: false }, this.#builder);

  /** Gives the tree of a page's text; its hashes in `scratch`, if that is large enough. */
  parse(text: string, options: ParseOptions, scratch: Int32Array | undefined): HtmlPage {
    const { maxDepth = 512, path } = options;
    this.#reset(maxDepth);
    const { nodes } = this.#builder;
    nodes.source = text;
    nodes.units = this.#units.load(text);
    const islands = this.#tokenize(text, options);
    const page = finishTree(this.#builder, islands, path, scratch);
    this.#reset(maxDepth);
    return page;
  }

  /** Gives the tokenizer's part to the scanner where that knows all that the page is made of. */
  #tokenize(text: string, { maxDepth = 512, scans = true }: ParseOptions): Island[] {
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

let pooled: PageParser | undefined;

/**
 * Parses a whole page. Never throws, whatever the text; a half-written tag at the end is skipped.
 * @param scratch memory for the page's hashes (`HASH_WORDS` words a node), used if it is large enough; the next call may use it again.
 */
export function parseHtml(text: string, options: ParseOptions = {}, scratch?: Int32Array): HtmlPage {
  const parser = pooled ?? new PageParser();
  // One that throws is not used again.
  pooled = undefined;
  const page = parser.parse(text, options, scratch);
  pooled = parser;
  return page;
}

function finishTree(
  builder: TreeBuilder,
  islands: readonly Island[],
  path: string | undefined,
  scratch: Int32Array | undefined,
): HtmlPage {
  const { nodes } = builder;
  const { size, attrCount, source } = nodes;
  markIslands(nodes, islands);
  // One buffer for all arrays: one allocation, and one thing to hand to another thread.
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

function markIslands(nodes: NodeTable, islands: readonly Island[]): void {
  let node = 0;
  for (const island of islands) {
    // The last node that starts at or before the island holds it, or is the element whose start tag does.
    while (node + 1 < nodes.size && nodes.start[node + 1]! <= island.start) node++;
    const inside = island.start < nodes.tagEnd[node]!;
    if (inside && [ELEMENT, TEXT, COMMENT].includes(nodes.kind[node]!)) nodes.flags[node]! |= ISLAND;
  }
}
