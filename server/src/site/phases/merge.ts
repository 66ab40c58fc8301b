import { isDeepStrictEqual } from 'node:util';
import type { PackedDigest, PageDigest } from '../../core/digest/page-digest.ts';
import type { SiteChange, SiteModel } from '../../core/model/site-model.ts';
import { unpackTree } from '../../html/packed-tree.ts';
import { GroupLog } from '../group-log.ts';
import { byCodeUnits, type SiteState } from '../site-state.ts';
import type { Phase } from './phase.ts';

/** What came of settling the model. */
export interface Settled {
  change: SiteChange;
  /** Pages that were put into the model or taken out. */
  edited: ReadonlySet<string>;
}

/** Puts parsed pages and template files into the model of the site, and brings it up to date. Between slices, a site that is ready is settled. */
export class MergePhase implements Phase {
  /** The groups as last reported. */
  readonly groups = new GroupLog();
  readonly #state: SiteState;
  readonly #pending = new Set<string>();
  /** Put in, or taken out, since the model was settled. */
  readonly #merged = new Set<string>();
  readonly #removed = new Set<string>();
  /** Files that are no longer pages, whether or not the model had them. */
  readonly #gone = new Set<string>();
  #isUnsettled = false;
  /** The model is a new one, to which all pages were just added. */
  #isRebuilt = false;
  /** All pages count as edited. */
  #isAll = false;
  #settled: Settled | undefined;
  #same: string[] = [];

  constructor(state: SiteState) {
    this.#state = state;
  }

  get due(): number {
    return this.#pending.size + (this.isUnsettled ? 1 : 0);
  }

  get isUnsettled(): boolean {
    return this.#isUnsettled || this.#state.templates.due > 0;
  }

  /** Pages that wait. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Pages that wait and are open in an editor. */
  get open(): string[] {
    return [...this.#state.store.open.keys()].filter(page => this.#pending.has(page));
  }

  lower(page: string): void {
    this.#pending.add(page);
  }

  /** Gives the pages whose labels, group or presence may have changed, where the budget lasts for settling the model, too. */
  slice(budget: number): readonly string[] {
    let left = budget;
    for (const page of this.#pending) {
      if (left === 0) break;
      left--;
      this.#merge(page);
    }
    return this.isUnsettled && left > 0 ? this.#settle() : [];
  }

  /** As `slice`, of the open pages alone. */
  sliceOpen(): readonly string[] {
    for (const page of this.open) this.#merge(page);
    return this.isUnsettled ? this.#settle() : [];
  }

  /** What the last slice changed in the model. */
  takeSettled(): Settled | undefined {
    const settled = this.#settled;
    this.#settled = undefined;
    return settled;
  }

  /** Pages that were parsed anew to what the model has of them; their texts may differ all the same. */
  takeSame(): string[] {
    return this.#same.splice(0);
  }

  /** The model is to be settled once more, although no page changed. */
  unsettle(): void {
    this.#isUnsettled = true;
  }

  /** All pages count as edited when the model is settled next. */
  lowerAll(): void {
    this.#isAll = true;
    this.#isUnsettled = true;
  }

  /** Another model, by the current settings, of the same pages; of none, where they are parsed anew. */
  rebuild({ pages: kept }: { pages: 'same' | 'none' }): void {
    const { model: old } = this.#state;
    const pages = kept === 'same' ? this.#state.modelPages() : [];
    this.#state.renewModel();
    const { model } = this.#state;
    this.#merged.clear();
    this.#removed.clear();
    this.#same = [];
    for (const page of pages) {
      model.upsert(page, old.digest(page), old.features(page));
      model.show(page, old.shownElsewhere(page));
      this.#merged.add(page);
    }
    this.#isRebuilt = true;
    this.#isUnsettled = true;
    this.#state.idleDue = true;
  }

  #merge(page: string): void {
    const { store, model } = this.#state;
    this.#pending.delete(page);
    const record = store.get(page);
    if (!record || record.state === 'skipped') this.#takeOut(page);
    // Else it changed once more, and comes back when it is parsed.
    if (record?.state !== 'parsed') return;
    const { digest, features, shown } = record.parsed!;
    record.parsed = undefined;
    store.raise(record, 'merged');
    if (model.has(page) && isDeepStrictEqual(model.features(page), features) && hasDigest(model, page, digest)) {
      model.show(page, shown);
      this.#same.push(page);
      return;
    }
    model.upsert(page, digest, features);
    model.show(page, shown);
    this.#merged.add(page);
    this.#isUnsettled = true;
  }

  #takeOut(page: string): void {
    const { model } = this.#state;
    this.#state.idleDue = true;
    this.#merged.delete(page);
    this.#gone.add(page);
    this.#isUnsettled = true;
    if (!model.has(page)) return;
    model.remove(page);
    this.#removed.add(page);
  }

  /** The pages whose lines or regions say what their groups are called and how many pages these have, where that changed. */
  #saidOf({ restated }: SiteChange): Iterable<string> {
    const { model, store, wanted } = this.#state;
    if (wanted.labels) return restated.flatMap(({ pages }) => pages);
    const templates = new Set(restated.map(({ template }) => template));
    return [...store.open.keys()].filter(page => model.has(page) && templates.has(model.group(page).template));
  }

  #settle(): string[] {
    const { model, templates, counts, ready } = this.#state;
    templates.merge(model);
    const change = model.settle();
    const edited = new Set([...(this.#isAll ? this.#state.modelPages() : this.#merged), ...this.#removed]);
    this.#settled = { change, edited };
    counts.nodesTouched += change.work.nodesTouched;
    counts.pagesRelabelled += change.relabel.length;
    counts.pagesRegrouped += change.regrouped.length;
    this.groups.note(change.groups, this.#isRebuilt);
    const pages = [...new Set([...this.#gone, ...this.#merged, ...change.relabel, ...change.regrouped, ...this.#saidOf(change)])];
    this.#isAll = this.#isRebuilt = this.#isUnsettled = false;
    this.#merged.clear();
    this.#removed.clear();
    this.#gone.clear();
    return ready ? pages : pages.sort(byCodeUnits);
  }
}

/** Most pages that differ do so in their nodes, which are cheaper to compare. */
function hasDigest(model: SiteModel, page: string, digest: PageDigest | PackedDigest): boolean {
  if (!isDeepStrictEqual(model.nodeLanes(page), digest.nodes)) return false;
  const { tree } = digest;
  return isDeepStrictEqual(model.digest(page), { ...digest, tree: 'packed' in tree ? unpackTree(tree) : tree });
}
