import { enlarged } from '../../html/enlarged.ts';
import { ELEMENT } from '../../html/tree.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import { addTo, Frames, framesOf, noFrames, type PageFrames } from './frames.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';

const { containerNodes, containerPages } = thresholds;

/** Places that a page has an element of at least two informative nodes at. */
export interface PageVotes {
  /** Those where all of these elements are mostly shared. */
  readonly shared: Int32Array;
  /** Those where one of them is mostly the page's own. */
  readonly own: Int32Array;
  readonly frames: PageFrames;
}

/** By place: what the page that is looked at has there, 0 for nothing. */
let votes = new Uint8Array(1 << 10);
const SHARED = 1;
const OWN = 2;

const noVotes: PageVotes = { shared: new Int32Array(0), own: new Int32Array(0), frames: noFrames };

/**
 * Containers: places (label paths with display attributes) whose elements at least half of the pages fill with something of their own. They
 * are no part of any page, also not of one that is so short that most of what it has there is shared. So parts have the same extent on
 * all pages. Frames that vary (see `Frames`) are containers, too.
 */
export class Containers {
  readonly #shared = new Map<number, number>();
  readonly #own = new Map<number, number>();
  readonly #frames = new Frames();
  readonly #votes = new Map<number, PageVotes>();
  /** What places were before the last `settle`, of those whose votes changed since. */
  readonly #before = new Map<number, boolean>();

  /** Number of places that pages voted about. */
  get size(): number {
    return this.#shared.size + this.#own.size + this.#frames.size + this.#votes.size;
  }

  isContainer(place: number): boolean {
    const own = this.#own.get(place) ?? 0;
    return (own >= containerPages && own >= (this.#shared.get(place) ?? 0)) || this.#frames.varies(place);
  }

  /**
   * Puts a page's votes in the place of its old ones.
   * @param sharing with translated blocks; `inWords` without them, since a frame in several languages does not vary.
   */
  put(page: PageInParts, sharing: Sharing, inWords: Sharing, counts: PageCounts): void {
    this.delete(page.id);
    const votes = votesOf(page, sharing, inWords, counts);
    this.#votes.set(page.id, votes);
    this.#count(votes, 1);
  }

  delete(page: number): void {
    this.#count(this.#votes.get(page) ?? noVotes, -1);
    this.#votes.delete(page);
  }

  /** Places that became containers, or stopped being containers, since the last call. */
  takeChanged(): number[] {
    const changed = [...this.#before].filter(([place, before]) => this.isContainer(place) !== before);
    this.#before.clear();
    return changed.map(([place]) => place);
  }

  #count({ shared, own, frames }: PageVotes, by: 1 | -1): void {
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

function votesOf(page: PageInParts, sharing: Sharing, inWords: Sharing, counts: PageCounts): PageVotes {
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
    if (votes[place] === SHARED && !sharing.isGood(node)) votes[place] = OWN;
  }
  const shared: number[] = [];
  const own: number[] = [];
  for (const place of voted) {
    (votes[place] === SHARED ? shared : own).push(place);
    votes[place] = 0;
  }
  return { shared: Int32Array.from(shared), own: Int32Array.from(own), frames: framesOf(page, inWords, counts) };
}
