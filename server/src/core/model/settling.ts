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

/** What changed in the model since the last `settle`. Pages are paths. */
export interface SiteChange {
  /** Pages whose labels may have changed; sorted. */
  relabel: string[];
  /** Pages that joined a group, or whose group's id changed; sorted. */
  regrouped: string[];
  /** Groups whose name or number of pages changed. The labels of all their pages contain both. */
  renamed: readonly RenamedGroup[];
  /** Groups whose id, name or pages changed; sorted by id. */
  groups: ChangedGroup[];
  /** Pages whose `sharedShare` may have changed because of changes to other pages; sorted. */
  reshared: string[];
  /** Pages whose parts, or the nodes of these parts, may have changed; sorted. */
  reparted: string[];
  /** True if parts, or the layouts that summaries of parts list, may have changed. */
  parts: boolean;
  /** Tree nodes visited and keys changed. */
  work: { nodesTouched: number };
}

/** Least number of pages, including the page itself, that must have a node so that `sharedShare` counts it as shared. */
export const FEWEST_SHARING = 3;

/** Brings groups, parts and labels up to date after pages were added, replaced or removed, and finds the pages that this affects. */
export class Settling {
  readonly #store: ModelStore;
  readonly #crossings: BandCrossings;
  readonly #partBands: PartBands;
  /** Called with the scores of a page that is probably labelled next: the only page that changed, or any if the model keeps scores. */
  readonly #onScored: (page: SitePage, scores: PageScores) => void;

  constructor(store: ModelStore, onScored: (page: SitePage, scores: PageScores) => void) {
    this.#store = store;
    this.#onScored = onScored;
    this.#crossings = new BandCrossings(store.site.nodes);
    this.#partBands = new PartBands(() => store.parts.all());
  }

  /** Brings the model up to date. Returns what changed since the last call. */
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
    for (const name of relabel) this.#store.templateShares.invalidate(this.#store.page(name));
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
    this.#store.endSettle();
    return change;
  }

  /**
   * Updates the parts. Returns the ids of pages whose labels may change with them (`byParts`), the ids of pages that may have other parts, or
   * parts at other nodes (`moved`), and whether parts changed.
   */
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
    // If the minimum number of pages of a part changes, parts appear and disappear without being touched, but then all pages are walked.
    return { byParts: new Set([...walked, ...changed]), moved, parts: walked.size > 0 || touched.size > 0 };
  }

  /** Returns the pages that have a node whose page count reached `FEWEST_SHARING` or fell below it. */
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

  /** Updates which pages are copies of others. Returns the ids of pages whose labels this may change. */
  #settleCopies(): Set<number> {
    if (!this.#store.extractor.usesSiteCounts) return new Set();
    const put = [...this.#store.dirty].map(({ id }) => id);
    const { changed, work } = this.#store.site.copies.settle({ put, nodes: this.#store.nodeChange, all: this.#store.allChanged });
    this.#store.nodesTouched += work;
    return changed;
  }

  /** Learns from the nodes whose labels rules decide. Adds to `relabel` the pages that have a key with other learned scores. */
  #settleLearned(relabel: Set<string>): void {
    const { learned } = this.#store.site;
    const teaches = !this.#store.rules.isEmpty && this.#store.extractor.usesSiteCounts && !this.#store.candidateLabels;
    if (!teaches && learned.size === 0) return;
    const teaching = teaches ? this.#store.rules.teaching : [];
    this.#keepScores(learned, teaching, relabel, (page, { rows, keys, logOdds }) =>
      learned.put(page.id, keys, logOdds, decidedRows(page.packed.tree, rows.nodes, this.#store.rules.directives(page)!)),
    );
  }

  /** Updates the pooled scores of the sampled pages. Adds to `relabel` the pages that have a key with another pooled score. */
  #settlePool(relabel: Set<string>): void {
    const { pool } = this.#store.site;
    if (this.#store.candidateLabels || !this.#store.extractor.usesSiteCounts) return;
    this.#keepScores(pool, this.#store.sample.pages, relabel, ({ id }, { keys, logOdds }) => pool.put(id, keys, logOdds));
  }

  /**
   * Makes a store hold the scores of exactly these pages: deletes other pages, and puts new pages and those in `relabel`. Adds to `relabel`
   * the pages that have a key whose entry in the store changed.
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
      const isOnlyChange = this.#store.dirty.size === 1 && this.#store.dirty.has(page);
      if (isOnlyChange || this.#store.options.keepsScores) this.#onScored(page, scores);
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

  /** Adds to `relabel` the pages that have a key whose page count in the site moved to another band. */
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
