import { BandCrossings } from '../counts/band-crossings.ts';
import { type Bands, keysWithChangedBand } from '../counts/page-counts.ts';
import { bandWithoutCopies, leastAffectedCount, siteBand } from '../labels/bands.ts';
import { decidedRows } from '../labels/directed-labels.ts';
import type { PageScores } from '../labels/extractor.ts';
import type { LearnedScores } from '../labels/learned-scores.ts';
import { PartBands } from '../labels/part-bands.ts';
import type { PooledScores } from '../labels/pooled-scores.ts';
import type { ChangedGroup, RenamedGroup } from './group-names.ts';
import { ungrouped } from './site-groups.ts';
import type { SitePage } from './site-page.ts';
import type { ModelStore } from './store.ts';

/** What an update changed. */
export interface SiteChange {
  /** Pages whose labels may have changed; sorted. */
  relabel: string[];
  /** Pages whose group is another one, or has another id; sorted. */
  regrouped: string[];
  /** Groups of whose pages something else is said, because it says what the group is called and how many they are. */
  renamed: readonly RenamedGroup[];
  groups: ChangedGroup[];
  /** Pages whose `sharedShare` may have changed although they did not; sorted. */
  reshared: string[];
  /** Pages that may have other parts, or have them at other nodes; sorted. */
  reparted: string[];
  /** What is said of parts may have changed. */
  parts: boolean;
  /** Tree nodes visited and keys changed. */
  work: { nodesTouched: number };
}

/** So many pages must have a node so that each shares it with others. */
export const FEWEST_SHARING = 3;

/** Brings groups, parts and labels up to date with the pages that came and went, and finds out for which pages something else holds. */
export class Settling {
  readonly #store: ModelStore;
  readonly #crossings: BandCrossings;
  readonly #partBands: PartBands;
  /** Hears the scores of the one page that changed, which is mostly labelled next. */
  readonly #onScored: (page: SitePage, scores: PageScores) => void;

  constructor(store: ModelStore, onScored: (page: SitePage, scores: PageScores) => void) {
    this.#store = store;
    this.#onScored = onScored;
    this.#crossings = new BandCrossings(store.site.nodes);
    this.#partBands = new PartBands(() => store.parts.all());
  }

  /** Brings groups up to date, and names what changed since the last call. */
  settle(): SiteChange {
    const { byParts, moved: reparted, parts } = this.#settleParts();
    const byCopies = this.#settleCopies();
    const { moved, work } = this.#store.groups.regroup(this.#store.dirty);
    this.#store.nodesTouched += work;
    const relabel = new Set<string>();
    if (this.#store.extractor.usesSiteCounts) {
      for (const { id } of moved) for (const page of this.#store.site.copies.originalsOf(id)) byCopies.add(page);
      for (const id of [...byParts, ...byCopies]) relabel.add(this.#store.byId(id).name);
    }
    for (const group of this.#store.groups.touched) {
      const changed = group.settle();
      this.#store.nodesTouched += group.takeWork();
      if (!this.#store.candidateLabels) for (const id of changed) relabel.add(this.#store.byId(id).name);
    }
    for (const page of this.#store.dirty) this.#store.nodesTouched += this.#store.candidateLabels?.put(ungrouped(page)) ?? 0;
    for (const id of this.#store.candidateLabels?.settle() ?? []) relabel.add(this.#store.byId(id).name);
    this.#store.nodesTouched += this.#store.candidateLabels?.takeWork() ?? 0;
    this.#relabelBySite(relabel);
    this.#store.nodesTouched += this.#crossings.takeWork();
    this.#settlePool(relabel);
    this.#store.nodesTouched += this.#store.sample.takeWork();
    const { regrouped, renamed, groups, work: renaming } = this.#store.groups.settleNames();
    this.#store.nodesTouched += renaming;
    for (const name of this.#store.rules.settle({ put: this.#store.dirty, regrouped, renamed })) relabel.add(name);
    this.#settleLearned(relabel);
    this.#store.nodesTouched += this.#store.rules.takeWork();
    for (const name of relabel) this.#store.templateShares.lower(this.#store.page(name));
    const change: SiteChange = {
      relabel: [...relabel].sort(),
      regrouped: [...regrouped].sort(),
      renamed,
      groups,
      reshared: this.#reshared(),
      reparted: [...reparted].map(id => this.#store.byId(id).name).sort(),
      parts: parts || groups.length > 0,
      work: { nodesTouched: this.#store.nodesTouched },
    };
    this.#store.settled();
    return change;
  }

  /** Gives the pages whose labels may have changed with their parts, and whether parts changed. */
  #settleParts(): { byParts: Set<number>; moved: Set<number>; parts: boolean } {
    const size = this.#store.pages.size;
    const put = [...this.#store.dirty].map(({ id }) => id);
    const { walked, moved, touched, work } = this.#store.parts.settle(size, {
      put,
      nodes: this.#store.nodeChange,
      all: this.#store.allChanged,
    });
    this.#store.nodesTouched += work;
    const changed = this.#partBands.settle(touched, size, this.#store.parts.minimumPages);
    this.#store.nodesTouched += this.#partBands.takeWork();
    // With another number of needed pages, parts come and go untouched; then all pages are walked.
    return { byParts: new Set([...walked, ...changed]), moved, parts: walked.size > 0 || touched.size > 0 };
  }

  /** Pages with a node that came to be shared, or ceased to be, because of other pages. */
  #reshared(): string[] {
    if (this.#store.allChanged) return [...this.#store.pages.keys()].sort();
    const { nodes } = this.#store.site;
    const band = (count: number): number => (count >= FEWEST_SHARING ? 1 : 0);
    const pages = new Set<string>();
    for (const key of keysWithChangedBand(nodes, this.#store.nodeChange, { before: band, after: band, resized: false }))
      nodes.forEachPage(key, page => pages.add(this.#store.byId(page).name));
    this.#store.nodesTouched += pages.size;
    return [...pages].sort();
  }

  /** Gives the pages whose labels may have changed with their copies. */
  #settleCopies(): Set<number> {
    if (!this.#store.extractor.usesSiteCounts) return new Set();
    const put = [...this.#store.dirty].map(({ id }) => id);
    const { changed, work } = this.#store.site.copies.settle({ put, nodes: this.#store.nodeChange, all: this.#store.allChanged });
    this.#store.nodesTouched += work;
    return changed;
  }

  /** Learns from the nodes that rules decide, on the pages that are labelled anew, and adds the pages about whose nodes other things are known. */
  #settleLearned(relabel: Set<string>): void {
    const { learned } = this.#store.site;
    const teaches = !this.#store.rules.isEmpty && this.#store.extractor.usesSiteCounts && !this.#store.candidateLabels;
    if (!teaches && learned.size === 0) return;
    const teaching = teaches ? this.#store.rules.teaching : [];
    this.#keepScores(learned, teaching, relabel, (page, { rows, keys, logOdds }) =>
      learned.put(page.id, keys, logOdds, decidedRows(page.packed.tree, rows.nodes, this.#store.rules.directives(page)!)),
    );
  }

  /** Scores the sampled pages that are labelled anew, and adds the pages that hold a key whose mean score changed. */
  #settlePool(relabel: Set<string>): void {
    const { pool } = this.#store.site;
    if (this.#store.candidateLabels || !this.#store.extractor.usesSiteCounts) return;
    this.#keepScores(pool, this.#store.sample.pages, relabel, ({ id }, { keys, logOdds }) => pool.put(id, keys, logOdds));
  }

  /**
   * Keeps the scores of these pages and of no others: puts in what is new and what is labelled anew. Adds the pages that hold a key about
   * which something else is known since.
   */
  #keepScores(
    store: PooledScores | LearnedScores,
    pages: Iterable<SitePage>,
    relabel: Set<string>,
    put: (page: SitePage, scores: PageScores) => void,
  ): void {
    const kept = [...pages];
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of [...store.pages.keys()]) if (!ids.has(id)) store.delete(id);
    for (const page of kept) {
      if (store.pages.has(page.id) && !relabel.has(page.name)) continue;
      const scores = page.group!.scores(page.id);
      if (!scores) continue;
      if (this.#store.dirty.size === 1 && this.#store.dirty.has(page)) this.#onScored(page, scores);
      put(page, scores);
      this.#store.nodesTouched += page.packed.size;
    }
    const changed = store.takeChanged();
    for (const kind of ['nodes', 'places'] as const)
      for (const id of changed[kind])
        this.#store.site[kind].forEachPage(id, page => {
          this.#store.nodesTouched++;
          relabel.add(this.#store.byId(page).name);
        });
  }

  /** Pages of any group that hold a key whose count in the site passed a band. */
  #relabelBySite(relabel: Set<string>): void {
    if (!this.#store.extractor.usesSiteCounts) return;
    if (this.#store.allChanged) {
      this.#crossings.reindex(leastAffectedCount(this.#store.pages.size, this.#store.pages.size));
      for (const page of this.#store.pages.keys()) relabel.add(page);
      return;
    }
    const size = this.#store.pages.size;
    const bands: Bands = {
      before: count => siteBand(count, this.#store.sizeBefore),
      after: count => siteBand(count, size),
      resized: this.#store.sizeBefore !== size,
    };
    const { nodes, copies } = this.#store.site;
    const least = leastAffectedCount(this.#store.sizeBefore, size);
    for (const id of this.#crossings.keysWithChangedBand(this.#store.nodeChange, bands, least))
      nodes.forEachPage(id, page => relabel.add(this.#store.byId(page).name));
    if (copies.size === 0) return;
    const withoutCopies: Bands = {
      before: count => bandWithoutCopies(siteBand, count, this.#store.sizeBefore),
      after: count => bandWithoutCopies(siteBand, count, size),
      resized: bands.resized,
    };
    for (const id of this.#crossings.keysWithChangedBand(this.#store.nodeChange, withoutCopies, least))
      nodes.forEachPage(id, page => {
        if (copies.has(page)) relabel.add(this.#store.byId(page).name);
      });
  }
}
