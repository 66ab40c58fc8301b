import { enlarged } from '../../html/enlarged.ts';
import { ELEMENT } from '../../html/tree.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import { addTo, Frames, noFrames, type PageFrames, pageFrames } from './frames.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';

const { containerNodes, containerPages } = thresholds;

/** Votes of a page on places at which it has elements with at least `containerNodes` informative nodes. */
interface ContainerVotes {
  /** Places where all of these elements are mostly shared. */
  readonly shared: Int32Array;
  /** Places where at least one of these elements is not mostly shared. */
  readonly own: Int32Array;
  readonly frames: PageFrames;
}

/** Scratch space of `votesOf`: by place, the page's vote; 0 for none. */
let votes = new Uint8Array(1 << 10);
const SHARED = 1;
const OWN = 2;

const noVotes: ContainerVotes = { shared: new Int32Array(0), own: new Int32Array(0), frames: noFrames };

/**
 * Finds containers: places (label paths with display attributes) whose elements hold mostly unshared nodes on at least half of the pages that
 * have them. Their elements are never part of a run, even on a page that is so short that most of its nodes there are shared: so parts have
 * the same extent on all pages. Frames that vary (see `Frames`) are containers, too.
 */
export class Containers {
  readonly #shared = new Map<number, number>();
  readonly #own = new Map<number, number>();
  readonly #frames = new Frames();
  readonly #votes = new Map<number, ContainerVotes>();
  /** Places whose votes changed since `takeChanged`, and whether they were containers then. */
  readonly #before = new Map<number, boolean>();

  /** Number of entries, to detect leaks. */
  get size(): number {
    return this.#shared.size + this.#own.size + this.#frames.size + this.#votes.size;
  }

  /** True if the place is a container, by the id of the place in the site's counts. */
  isContainer(place: number): boolean {
    const own = this.#own.get(place) ?? 0;
    return (own >= containerPages && own >= (this.#shared.get(place) ?? 0)) || this.#frames.varies(place);
  }

  /** Returns the ids of all containers. */
  all(): number[] {
    return [...new Set([...this.#own.keys(), ...this.#frames.places])].filter(place => this.isContainer(place));
  }

  /**
   * Adds the votes of a page, or replaces them.
   * @param sharing shared nodes of the page, including those of translated blocks
   * @param literalSharing shared nodes without translated blocks: a frame does not vary just because its blocks are translated
   * @param counts page counts of the node keys
   */
  put(page: PageInParts, sharing: Sharing, literalSharing: Sharing, counts: PageCounts): void {
    this.delete(page.id);
    const votes = votesOf(page, sharing, literalSharing, counts);
    this.#votes.set(page.id, votes);
    this.#count(votes, 1);
  }

  /** Removes the votes of a page. */
  delete(page: number): void {
    this.#count(this.#votes.get(page) ?? noVotes, -1);
    this.#votes.delete(page);
  }

  /** Returns the places that became containers, or ceased to be, since the last call. */
  takeChanged(): number[] {
    const changed = [...this.#before].filter(([place, before]) => this.isContainer(place) !== before);
    this.#before.clear();
    return changed.map(([place]) => place);
  }

  #count({ shared, own, frames }: ContainerVotes, by: 1 | -1): void {
    for (const place of frames.places) this.#note(place);
    this.#frames.count(frames, by);
    for (const [places, counts] of [
      [shared, this.#shared],
      [own, this.#own],
    ] as const) {
      for (const place of places) {
        this.#note(place);
        addTo(counts, place, by);
      }
    }
  }

  #note(place: number): void {
    if (!this.#before.has(place)) this.#before.set(place, this.isContainer(place));
  }
}

/** Returns the votes of a page. */
function votesOf(page: PageInParts, sharing: Sharing, literalSharing: Sharing, counts: PageCounts): ContainerVotes {
  const { tree, places } = page;
  const voted: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    const place = places[node]!;
    if (place < 0 || tree.kind[node] !== ELEMENT || sharing.count(node) < containerNodes) continue;
    if (place >= votes.length) votes = enlarged(votes, Math.max(votes.length * 2, place + 1));
    if (votes[place] === 0) {
      votes[place] = SHARED;
      voted.push(place);
    }
    if (votes[place] === SHARED && !sharing.isMostlyShared(node)) votes[place] = OWN;
  }
  const shared: number[] = [];
  const own: number[] = [];
  for (const place of voted) {
    (votes[place] === SHARED ? shared : own).push(place);
    votes[place] = 0;
  }
  return { shared: Int32Array.from(shared), own: Int32Array.from(own), frames: pageFrames(page, literalSharing, counts) };
}
