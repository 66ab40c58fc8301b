import { combine53, number53 } from '../../html/hash.ts';
import { BLANK, COMMENT, ELEMENT, type PageTree } from '../../html/tree.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import { addTo, framesIn } from './frames.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';
import { nameHash } from './variant.ts';

const { blockNodes, translatedNodes } = thresholds;

/** A block that a page shares in its own words with enough other pages. */
interface Vote {
  readonly block: number;
  /** Id of the key of the block's element, valid while the page holds it. */
  readonly root: number;
  /** Positions in the block of informative nodes that too few pages share. */
  readonly own: readonly number[];
}

interface PageVotes {
  readonly language: string;
  readonly votes: readonly Vote[];
}

/** Pages that have a block and share its words, by language. */
class Block {
  readonly root: number;
  readonly rootHash: number;
  pages = 0;
  readonly languages = new Map<string, number>();
  /** By position, the pages that do not share the node there. */
  readonly own = new Map<number, number>();

  constructor(root: number, rootHash: number) {
    this.root = root;
    this.rootHash = rootHash;
  }

  count(language: string, { own }: Vote, by: 1 | -1): void {
    this.pages += by;
    addTo(this.languages, language, by);
    for (const position of own) addTo(this.own, position, by);
  }

  state(need: number): BlockState {
    const few = new Set<string>();
    for (const [language, pages] of this.languages) if (this.pages - pages < need) few.add(language);
    const slots = new Set<number>();
    for (const [position, pages] of this.own) if (pages * 2 >= this.pages) slots.add(position);
    return { root: this.root, rootHash: this.rootHash, enough: this.pages >= need, few, slots };
  }
}

/** What the pages of other languages are compared with. */
interface BlockState {
  readonly root: number;
  readonly rootHash: number;
  /** Enough pages have the block. */
  readonly enough: boolean;
  /** Languages for which too few pages of other languages have it. */
  readonly few: ReadonlySet<string>;
  /** Positions that most of the pages do not share. */
  readonly slots: ReadonlySet<number>;
}

const isTranslated = (state: BlockState | undefined, language: string): boolean =>
  language !== '' && state?.enough === true && !state.few.has(language);

const noVotes: readonly Vote[] = [];
const noPages: readonly number[] = [];

/**
 * Blocks that are the same in other words: an element with the same label path, attributes and sequence of tags as one that enough pages of
 * other languages share. So the menu of a language with one page is found by the menus of the others. While all pages have one language,
 * nothing is counted. A function of the set of pages.
 */
export class TranslatedBlocks {
  readonly #blocks = new Map<number, Block>();
  /** Blocks by the hash of their element's key. */
  readonly #roots = new Map<number, number>();
  /** Pages in a language; without votes while there is one language. */
  readonly #votes = new Map<number, PageVotes>();
  readonly #languages = new Map<string, number>();
  /** Did pages have several languages at the last `takeChanged`? */
  #hadSeveral = false;
  /** What blocks were before the last `takeChanged`, of those that pages came to or left. */
  readonly #before = new Map<number, BlockState | undefined>();
  #need = 0;

  /** Number of blocks and pages held. */
  get size(): number {
    return this.#blocks.size + this.#votes.size;
  }

  /** Pages that must share a block. With another number all pages are to be looked at again. */
  set need(need: number) {
    this.#need = need;
  }

  /**
   * Takes out the blocks of changed pages, and notes the languages that the pages have now. Gives the pages to `put`: the changed ones, all
   * when the first page of a second language came, none while there is one language.
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

  /** Counts the blocks whose words the page shares, after `change`. Linear in the page. */
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

  /** Pages that may have a translated block, or have one no longer, since the last call. */
  takeChanged(counts: PageCounts, language: (page: number) => string): Set<number> {
    const pages = new Set<number>();
    for (const [hash, before] of this.#before) {
      const after = this.#blocks.get(hash)?.state(this.#need);
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

  /** The sharing of a page with its translated blocks counted as shared. Of a frame its blocks are, each by itself. */
  withTranslations(page: PageInParts, sharing: Sharing, counts: PageCounts): Sharing {
    const { tree, keys, language } = page;
    if (this.#languages.size < 2 || language === '') return sharing;
    let translated: Uint8Array | undefined;
    const isFrame = framesIn(tree, sharing);
    for (let node = 0; node < tree.size; node++) {
      if (
        isFrame[node] === 1 ||
        !isBlock(tree, node, sharing) ||
        sharing.isGood(node) ||
        !this.#roots.has(keyHash(counts, keys[node]!))
      )
        continue;
      const { hash, nodes } = blockOf(page, node, counts);
      const state = this.#blocks.get(hash)?.state(this.#need);
      if (!isTranslated(state, language)) continue;
      translated ??= new Uint8Array(tree.size);
      nodes.forEach((at, position) => {
        if (!state!.slots.has(position)) translated![at] = 1;
      });
      node = tree.subtreeEnd[node]! - 1;
    }
    return translated ? sharing.withShared(translated) : sharing;
  }

  #forgetBlocks(): void {
    this.#blocks.clear();
    this.#roots.clear();
    for (const [page, { language }] of this.#votes) this.#votes.set(page, { language, votes: noVotes });
  }

  #note(block: number): void {
    if (!this.#before.has(block)) this.#before.set(block, this.#blocks.get(block)?.state(this.#need));
  }
}

function sameState(a: BlockState | undefined, b: BlockState | undefined): boolean {
  if (!a?.enough && !b?.enough) return true;
  return a?.enough === b?.enough && sameSet(a!.few, b!.few) && sameSet(a!.slots, b!.slots);
}

function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every(each => b.has(each));
}

function isBlock(tree: PageTree, node: number, sharing: Sharing): boolean {
  return tree.kind[node] === ELEMENT && tree.subtreeEnd[node]! - node <= translatedNodes && sharing.count(node) >= blockNodes;
}

function votesOf(page: PageInParts, sharing: Sharing, counts: PageCounts): Vote[] {
  const { tree, keys } = page;
  const votes = new Map<number, Vote>();
  for (let node = 0; node < tree.size; node++) {
    if (keys[node]! < 0 || !isBlock(tree, node, sharing) || !sharing.isGood(node)) continue;
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

/** A block's nodes without comments and blank texts, and a 53-bit hash of its element and of the tags in it with their depths. */
function blockOf({ tree, keys }: PageInParts, root: number, counts: PageCounts): { hash: number; nodes: number[] } {
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

function keyHash(counts: PageCounts, id: number): number {
  return id < 0 ? 0 : number53(counts.keyLo(id), counts.keyHi(id));
}
