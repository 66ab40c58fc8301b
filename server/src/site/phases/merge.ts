import { dequal } from 'dequal';
import type { PackedDigest, PageDigest } from '../../core/digest/page-digest.ts';
import type { SiteChange, SiteModel } from '../../core/model/site-model.ts';
import { unpackTree } from '../../html/packed-tree.ts';
import { byCodeUnits, type SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent, Scope, SettledEvent } from './phase.ts';

/** Puts parsed pages and template files into the model of the site, and settles it. */
export class MergePhase implements Phase {
  readonly #state: SiteState;
  /** Pages that were parsed, skipped or found missing. */
  readonly #pending = new Set<string>();
  /** Pages that were put into the model, and pages that were removed from it, since it was settled. */
  readonly #merged = new Set<string>();
  readonly #removed = new Set<string>();
  /** Files that are no longer pages, whether or not the model had them. */
  readonly #gone = new Set<string>();
  /** True if the model was replaced since the last `settle`. */
  #isRebuilt = false;
  /** True if the next `settled` event has all pages as edited, so that all are checked again. */
  #isAllEdited = false;
  /** Pages whose digests are those that the model has. */
  #unchanged: string[] = [];

  constructor(state: SiteState) {
    this.#state = state;
  }

  due(scope: Scope): number {
    return scope === 'open' ? this.#open().length : this.#pending.size + (this.#state.isModelSettled ? 0 : 1);
  }

  handle(event: PhaseEvent): void {
    if (event.kind === 'parsed') for (const page of event.pages) this.#pending.add(page);
    // After 'settings', an open page may be merged and the model settled before the rules are matched.
    const isRuleChange = event.kind === 'settings' && event.change.differs('labels');
    if (event.kind === 'rulesMatched' || isRuleChange) this.#state.markUnsettled();
    if (event.kind === 'rebuild') this.#rebuild(event.pages);
    if (event.kind === 'recheck') {
      this.#isAllEdited = true;
      this.#state.markUnsettled();
    }
  }

  /** Merges `budget` pages, or the open ones; settles the model if some of the budget is left. */
  slice(budget: number, scope: Scope): readonly PhaseEvent[] {
    let left = budget;
    for (const page of scope === 'open' ? this.#open() : this.#pending) {
      if (left === 0) break;
      left--;
      this.#merge(page);
    }
    const settled = !this.#state.isModelSettled && left > 0 ? [this.#settle()] : [];
    const unchanged = this.#unchanged.splice(0);
    return unchanged.length > 0 ? [{ kind: 'unchanged', pages: unchanged }, ...settled] : settled;
  }

  /** Pending pages that are open in an editor. */
  #open(): string[] {
    return [...this.#state.store.openTexts.keys()].filter(page => this.#pending.has(page));
  }

  /** Replaces the model by one with the current settings, with the same pages or without pages. */
  #rebuild(kept: 'same' | 'none'): void {
    const { model: old } = this.#state;
    const pages = kept === 'same' ? this.#state.modelPages() : [];
    this.#state.renewModel();
    const { model } = this.#state;
    this.#merged.clear();
    this.#removed.clear();
    this.#unchanged = [];
    for (const page of pages) {
      model.upsert(page, old.digest(page), old.features(page));
      model.setShown(page, old.shownOverride(page));
      this.#merged.add(page);
    }
    this.#isRebuilt = true;
    this.#state.markUnsettled();
    this.#state.idleDue = true;
  }

  /** Puts a pending page into the model, or removes it from there. */
  #merge(page: string): void {
    const { store, model } = this.#state;
    this.#pending.delete(page);
    const record = store.get(page);
    if (!record || record.state === 'skipped') this.#remove(page);
    // A page in another state changed again, and is pending again after it is parsed.
    if (record?.state !== 'parsed') return;
    const { digest, features, shown } = record.parsed!;
    record.parsed = undefined;
    store.raise(record, 'merged');
    if (model.has(page) && dequal(model.features(page), features) && hasDigest(model, page, digest)) {
      model.setShown(page, shown);
      this.#unchanged.push(page);
      return;
    }
    model.upsert(page, digest, features);
    model.setShown(page, shown);
    this.#merged.add(page);
    this.#state.markUnsettled();
  }

  /** Removes a page from the model. */
  #remove(page: string): void {
    const { model } = this.#state;
    this.#state.idleDue = true;
    this.#merged.delete(page);
    this.#gone.add(page);
    this.#state.markUnsettled();
    if (!model.has(page)) return;
    model.remove(page);
    this.#removed.add(page);
  }

  /** Returns the pages whose reported labels or regions contain a group's name or number of pages that changed. */
  #pagesReporting({ renamed }: SiteChange): Iterable<string> {
    const { model, store, wanted } = this.#state;
    if (wanted.labels) return renamed.flatMap(({ pages }) => pages);
    const templates = new Set(renamed.map(({ template }) => template));
    return [...store.openTexts.keys()].filter(page => model.has(page) && templates.has(model.group(page).template));
  }

  /** Settles the model, and counts the work. */
  #settle(): SettledEvent {
    const { model, templates, counts, groups, ready } = this.#state;
    templates.merge(model);
    const change = model.settle();
    const edited = new Set([...(this.#isAllEdited ? this.#state.modelPages() : this.#merged), ...this.#removed]);
    counts.nodesTouched += change.work.nodesTouched;
    counts.pagesRelabelled += change.relabel.length;
    counts.pagesRegrouped += change.regrouped.length;
    groups.note(change.groups, this.#isRebuilt);
    const affected = new Set([
      ...this.#gone,
      ...this.#merged,
      ...change.relabel,
      ...change.regrouped,
      ...this.#pagesReporting(change),
    ]);
    this.#isAllEdited = this.#isRebuilt = false;
    this.#state.markSettled();
    this.#merged.clear();
    this.#removed.clear();
    this.#gone.clear();
    const pages = ready ? [...affected] : [...affected].sort(byCodeUnits);
    return { kind: 'settled', change, edited, pages };
  }
}

/** True if the model holds the same digest of the page. Compares nodes first: most pages that differ do so there. */
function hasDigest(model: SiteModel, page: string, digest: PageDigest | PackedDigest): boolean {
  if (!dequal(model.nodeLanes(page), digest.nodeKeys)) return false;
  const { tree } = digest;
  return dequal(model.digest(page), { ...digest, tree: 'packed' in tree ? unpackTree(tree) : tree });
}
