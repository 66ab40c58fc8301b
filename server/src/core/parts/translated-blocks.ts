import { combine53, number53 } from '../../html/hash.ts';
import { BLANK, COMMENT, ELEMENT, type PageTree } from '../../html/tree.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import { addTo, frameMask } from './frames.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';
import { type KeyLanes, nameHash } from './variant.ts';

const { blockNodes, translatedNodes } = thresholds;

/** A page's vote for a block: an element with enough informative nodes that is mostly shared, word for word. */
interface Vote {
  /** 53-bit hash of the block: its element's key and its sequence of tags. */
  readonly block: number;
  /** Id of the node key of the block's element, valid while the page has it. */
  readonly root: number;
  /** Positions of informative nodes that are not shared: indices in the block's nodes, see `blockOf`. */
  readonly own: readonly number[];
}

/** Votes of one page for its blocks. */
interface PageVotes {
  readonly language: string;
  readonly votes: readonly Vote[];
}

/** Counts of the pages that vote for a block. */
class Block {
  /** Id and hash of the node key of its element. Ids are reused: if the hash differs, the id is no longer valid. */
  readonly root: number;
  readonly rootHash: number;
  pages = 0;
  /** Number of pages by language. */
  readonly languages = new Map<string, number>();
  /** By position, the number of pages where the node is not shared. */
  readonly own = new Map<number, number>();

  constructor(root: number, rootHash: number) {
    this.root = root;
    this.rootHash = rootHash;
  }

  /** Adds a page's vote (1), or removes it (-1). */
  count(language: string, { own }: Vote, by: 1 | -1): void {
    this.pages += by;
    addTo(this.languages, language, by);
    for (const position of own) addTo(this.own, position, by);
  }

  /** Returns the state of the block as pages of other languages see it. */
  state(minimumPages: number): BlockState {
    const few = new Set<string>();
    for (const [language, pages] of this.languages) if (this.pages - pages < minimumPages) few.add(language);
    const slots = new Set<number>();
    for (const [position, pages] of this.own) if (pages * 2 >= this.pages) slots.add(position);
    return { root: this.root, rootHash: this.rootHash, enough: this.pages >= minimumPages, few, slots };
  }
}

/** State of a block as pages of other languages see it. */
interface BlockState {
  readonly root: number;
  readonly rootHash: number;
  /** True if enough pages vote for the block. */
  readonly enough: boolean;
  /** Languages for which too few pages of other languages vote for it. */
  readonly few: ReadonlySet<string>;
  /** Positions where the node is not shared on at least half of the pages. */
  readonly slots: ReadonlySet<number>;
}

/** True if a block with this state is shared on pages of the language because enough pages of other languages vote for it. */
const isTranslated = (state: Pick<BlockState, 'enough' | 'few'> | undefined, language: string): boolean =>
  language !== '' && state?.enough === true && !state.few.has(language);

const noVotes: readonly Vote[] = [];
const noPages: readonly number[] = [];

/**
 * Finds translated blocks: elements with the same label path, attributes and sequence of tags as a block that enough pages of other languages
 * share. So the menu of a language with a single page is found by the menus of the other languages. Nothing is counted while all pages have one
 * language. The result depends on the set of pages only, not on the order of changes.
 */
export class TranslatedBlocks {
  /** Blocks by hash. */
  readonly #blocks = new Map<number, Block>();
  /** Number of blocks by the hash of their element's node key. */
  readonly #roots = new Map<number, number>();
  /** Pages with a known language, and their votes; without votes while the site has one language. */
  readonly #votes = new Map<number, PageVotes>();
  /** Number of pages by language. */
  readonly #languages = new Map<string, number>();
  /** True if pages had several languages at the last `takeChanged`. */
  #hadSeveral = false;
  /** Blocks whose votes changed since `takeChanged`, with their state then. */
  readonly #before = new Map<number, BlockState | undefined>();
  #minimumPages = 0;

  /** Number of blocks and pages held, to detect leaks. */
  get size(): number {
    return this.#blocks.size + this.#votes.size;
  }

  /** Sets the least number of pages of a shared block. If it changes, all pages must be put again. */
  set minimumPages(minimumPages: number) {
    this.#minimumPages = minimumPages;
  }

  /**
   * Starts an update: removes the votes of changed pages and counts their languages. Returns the pages to `put`: none while the site has one
   * language, all pages when a second language appears, else the changed pages.
   * @param all returns the ids of all pages
   * @param language returns the language of a page, empty if unknown
   */
  change(changed: Iterable<number>, all: () => Iterable<number>, language: (page: number) => string): Iterable<number> {
    for (const page of changed) {
      this.delete(page);
      const now = language(page);
      if (now === '') continue;
      this.#votes.set(page, { language: now, votes: noVotes });
      addTo(this.#languages, now, 1);
    }
    if (this.#languages.size < 2) return noPages;
    return this.#hadSeveral ? changed : all();
  }

  /** Adds the votes of a page, after `change`. Takes time linear in the page. */
  put(page: PageInParts, sharing: Sharing, counts: PageCounts): void {
    const { language } = page;
    if (language === '') return;
    const votes = votesOf(page, sharing, counts);
    this.#votes.set(page.id, { language, votes });
    for (const vote of votes) {
      const rootHash = keyHash(counts, vote.root);
      let block = this.#blocks.get(vote.block);
      if (!block) {
        block = new Block(vote.root, rootHash);
        this.#note(vote.block);
        this.#blocks.set(vote.block, block);
        addTo(this.#roots, rootHash, 1);
      } else this.#note(vote.block);
      block.count(language, vote, 1);
    }
  }

  /** Removes the votes of a page. */
  delete(page: number): void {
    const known = this.#votes.get(page);
    if (!known) return;
    this.#votes.delete(page);
    addTo(this.#languages, known.language, -1);
    for (const vote of known.votes) {
      this.#note(vote.block);
      const block = this.#blocks.get(vote.block)!;
      block.count(known.language, vote, -1);
      if (block.pages > 0) continue;
      this.#blocks.delete(vote.block);
      addTo(this.#roots, block.rootHash, -1);
    }
  }

  /** Returns the pages that may have gained or lost a translated block since the last call. */
  takeChanged(counts: PageCounts, language: (page: number) => string): Set<number> {
    const pages = new Set<number>();
    for (const [hash, before] of this.#before) {
      const after = this.#blocks.get(hash)?.state(this.#minimumPages);
      const root = after ?? before;
      if (!root || sameState(before, after)) continue;
      if (keyHash(counts, root.root) !== root.rootHash || counts.count(root.root) === 0) continue;
      counts.forEachPage(root.root, page => {
        if (isTranslated(before, language(page)) || isTranslated(after, language(page))) pages.add(page);
      });
    }
    this.#before.clear();
    const hasSeveral = this.#languages.size > 1;
    if (this.#hadSeveral && !hasSeveral) this.#forgetBlocks();
    this.#hadSeveral = hasSeveral;
    return pages;
  }

  /** See `withTranslatedBlocks`. */
  withTranslations(page: PageInParts, sharing: Sharing, counts: PageCounts): Sharing {
    if (this.#languages.size < 2) return sharing;
    const state = (block: number) => this.#blocks.get(block)?.state(this.#minimumPages);
    return withTranslatedBlocks(page, sharing, counts, { roots: this.#roots, state });
  }

  /** Returns the blocks that enough pages vote for, by hash; none while the site has one language. */
  freeze(): FrozenBlock[] {
    if (this.#languages.size < 2) return [];
    return [...this.#blocks].flatMap(([hash, block]) => {
      const { rootHash, enough, few, slots } = block.state(this.#minimumPages);
      return enough ? [{ hash, rootHash, few: [...few], slots: [...slots] }] : [];
    });
  }

  /** Drops all votes, when only one language is left. */
  #forgetBlocks(): void {
    this.#blocks.clear();
    this.#roots.clear();
    for (const [page, { language }] of this.#votes) this.#votes.set(page, { language, votes: noVotes });
  }

  /** Keeps the state of a block before its first change since `takeChanged`. */
  #note(block: number): void {
    if (!this.#before.has(block)) this.#before.set(block, this.#blocks.get(block)?.state(this.#minimumPages));
  }
}

/** A block that enough pages vote for, see `BlockState`. */
export interface FrozenBlock {
  readonly hash: number;
  readonly rootHash: number;
  readonly few: readonly string[];
  readonly slots: readonly number[];
}

/** Translated blocks by hash, and the hashes of the node keys of their elements. */
export interface BlockStates {
  readonly roots: { readonly has: (rootHash: number) => boolean };
  readonly state: (block: number) => Pick<BlockState, 'enough' | 'few' | 'slots'> | undefined;
}

/** Returns `sharing` with the nodes of translated blocks counted as shared. Frames are not translated as a whole, only the blocks in them. */
export function withTranslatedBlocks(
  page: PageInParts,
  sharing: Sharing,
  counts: KeyLanes,
  { roots, state: stateOf }: BlockStates,
): Sharing {
  const { tree, keys, language } = page;
  if (language === '') return sharing;
  let translated: Uint8Array | undefined;
  const isFrame = frameMask(tree, sharing);
  for (let node = 0; node < tree.size; node++) {
    if (
      isFrame[node] === 1 ||
      !isBlock(tree, node, sharing) ||
      sharing.isMostlyShared(node) ||
      !roots.has(keyHash(counts, keys[node]!))
    )
      continue;
    const { hash, nodes } = blockOf(page, node, counts);
    const state = stateOf(hash);
    if (!isTranslated(state, language)) continue;
    translated ??= new Uint8Array(tree.size);
    nodes.forEach((at, position) => {
      if (!state!.slots.has(position)) translated![at] = 1;
    });
    node = tree.subtreeEnd[node]! - 1;
  }
  return translated ? sharing.withShared(translated) : sharing;
}

/** True if two states have the same effect on other pages. */
function sameState(a: BlockState | undefined, b: BlockState | undefined): boolean {
  if (!a?.enough && !b?.enough) return true;
  return a?.enough === b?.enough && sameSet(a!.few, b!.few) && sameSet(a!.slots, b!.slots);
}

function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every(each => b.has(each));
}

/** True for elements of a size that is counted as a block. */
function isBlock(tree: PageTree, node: number, sharing: Sharing): boolean {
  return tree.kind[node] === ELEMENT && tree.subtreeEnd[node]! - node <= translatedNodes && sharing.count(node) >= blockNodes;
}

/** Returns the votes of a page, one per block. */
function votesOf(page: PageInParts, sharing: Sharing, counts: PageCounts): Vote[] {
  const { tree, keys } = page;
  const votes = new Map<number, Vote>();
  for (let node = 0; node < tree.size; node++) {
    if (keys[node]! < 0 || !isBlock(tree, node, sharing) || !sharing.isMostlyShared(node)) continue;
    const { hash, nodes } = blockOf(page, node, counts);
    if (votes.has(hash)) continue;
    const own: number[] = [];
    nodes.forEach((at, position) => {
      if (sharing.informative[at] === 1) own.push(position);
    });
    votes.set(hash, { block: hash, root: keys[node]!, own });
  }
  return [...votes.values()];
}

/** Returns a block's nodes without comments and blank texts, and a 53-bit hash of its element's node key and of the tags in it with their depths. */
function blockOf({ tree, keys }: PageInParts, root: number, counts: KeyLanes): { hash: number; nodes: number[] } {
  const nodes: number[] = [];
  const end = tree.subtreeEnd[root]!;
  const depths = new Uint16Array(end - root);
  let hash = keyHash(counts, keys[root]!);
  for (let node = root; node < end; node++) {
    if (tree.kind[node] === COMMENT || tree.flags[node]! & BLANK) continue;
    const depth = node === root ? 0 : depths[tree.parent[node]! - root]! + 1;
    depths[node - root] = depth;
    nodes.push(node);
    hash = combine53(hash, depth);
    hash = combine53(hash, tree.kind[node] === ELEMENT ? nameHash(tree, node) : 0);
  }
  return { hash, nodes };
}

/** 53-bit hash of a node key by its id; 0 for id -1. */
function keyHash(counts: KeyLanes, id: number): number {
  return id < 0 ? 0 : number53(counts.keyLo(id), counts.keyHi(id));
}
