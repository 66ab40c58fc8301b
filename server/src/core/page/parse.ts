import { Tokenizer } from 'htmlparser2';
import type { GroupingName } from 'templens-shared/settings';
import { type CheckContext, checkDigest } from '../checks/check-digest.ts';
import { readDirectives } from './directives.ts';
import { HASH_WORDS, hashPage } from './hash-page.ts';
import { Closers, type Island, maskIsland, mayHoldIslands, nextIsland } from './islands.ts';
import { nameId } from './names.ts';
import type { NodeTable } from './node-table.ts';
import { digestPage, type PageDigest } from './page-digest.ts';
import { pageLanguage } from './page-language.ts';
import { COMMENT, ELEMENT, ISLAND, type ParsedPage, TEXT } from './tree.ts';
import { TreeBuilder } from './tree-builder.ts';

export interface ParseOptions {
  /** Deepest element level; deeper elements are attached to it. Default 512. */
  maxDepth?: number;
  /** Path of the page, relative to the site's root, with `/`: relative addresses are hashed as where they lead. Without it, as written. */
  path?: string;
}

const script = nameId('script');
const style = nameId('style');

/**
 * Parses a page piece by piece: `write` the text in any pieces, then `end`. The tree depends on the whole text alone, not on the pieces.
 */
export class PageTreeBuilder {
  #builder = new TreeBuilder();
  #tokenizer = new Tokenizer({ decodeEntities: false }, this.#builder);
  /** Characters handed to the tokenizer. */
  #fed = 0;
  #islands: Island[] = [];
  #path: string | undefined;

  constructor(options: ParseOptions = {}) {
    this.reset(options);
  }

  /** Drops what was written. */
  reset(options: ParseOptions = {}): void {
    this.#builder.reset(options.maxDepth ?? 512);
    this.#tokenizer.reset();
    this.#fed = 0;
    this.#islands = [];
    this.#path = options.path;
  }

  /** Takes the next piece of the page's text. */
  write(piece: string): void {
    this.#builder.nodes.source += piece;
    this.#feed(false);
  }

  /** Takes the last piece, and gives the tree of all that was written; its hashes in `scratch`, if that is large enough. */
  end(piece = '', scratch?: Int32Array): ParsedPage {
    this.#builder.nodes.source += piece;
    this.#feed(true);
    this.#tokenizer.end();
    return finishTree(this.#builder, this.#islands, this.#path, scratch);
  }

  #feed(final: boolean): void {
    const source = this.#builder.nodes.source;
    if (this.#fed === 0 && final && !mayHoldIslands(source)) {
      this.#pass(source, source.length);
      return;
    }
    const closers = new Closers(source);
    for (;;) {
      const { found, held } = nextIsland(source, closers, this.#fed, final);
      this.#pass(source.slice(this.#fed, held), held);
      if (!found) return;
      if (this.#insideScript()) this.#pass(source.slice(found.start, found.start + 1), found.start + 1);
      else {
        this.#islands.push(found);
        this.#pass(maskIsland(source, found, this.#builder.insideTag), found.end);
      }
    }
  }

  #pass(text: string, end: number): void {
    if (text) this.#tokenizer.write(text);
    this.#fed = end;
  }

  /** Braces in a script or a style sheet are its own. */
  #insideScript(): boolean {
    const name = this.#builder.openElementName();
    return name === script || name === style;
  }
}

let pooled: PageTreeBuilder | undefined;

/** Parses a whole page. Never throws, whatever the text; a half-written tag at the end is left out. */
export function parsePage(text: string, options: ParseOptions = {}): ParsedPage {
  return parseWith(text, options, undefined);
}

let scratch = new Int32Array(0);

/**
 * Parses a page and keeps only what the model of a site needs; the hashes live in memory that the next call uses again.
 * @param checks given where findings are wanted: settings of the page's `checkDigest`.
 */
export function digestText(
  text: string,
  grouping: GroupingName = 'default',
  options: ParseOptions = {},
  checks?: CheckContext['settings'],
): PageDigest {
  const page = parseWith(text, options, scratch);
  const needed = page.size * HASH_WORDS;
  if (needed > scratch.length) scratch = new Int32Array(needed * 2);
  const digest = digestPage(page, grouping);
  return checks ? { ...digest, checks: checkDigest(page, text, { path: options.path ?? '', settings: checks }) } : digest;
}

function parseWith(text: string, options: ParseOptions, hashes: Int32Array | undefined): ParsedPage {
  const parser = pooled ?? new PageTreeBuilder(options);
  pooled = undefined;
  parser.reset(options);
  const page = parser.end(text, hashes);
  parser.reset();
  pooled = parser;
  return page;
}

function finishTree(
  builder: TreeBuilder,
  islands: readonly Island[],
  path: string | undefined,
  scratch: Int32Array | undefined,
): ParsedPage {
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
    otherNames: builder.otherNames,
    depthExceeded: builder.depthExceeded,
    root: builder.root,
    textLength: new Uint32Array(size),
  };
  return Object.assign(shape, {
    language: pageLanguage(shape, source, path ?? ''),
    hashes: hashPage(shape, source, path, scratch),
    directives: readDirectives(shape, source),
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
