import { isDeepStrictEqual } from 'node:util';
import type { PackedDigest, PageDigest } from '../../core/digest/page-digest.ts';
import type { SiteChange, SiteModel } from '../../core/model/site-model.ts';
import { unpackTree } from '../../html/packed-tree.ts';
import { byCodeUnits, type SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent, Scope, SettledEvent } from './phase.ts';

/** Puts parsed pages and template files into the model of the site and settles it. Between slices, a site that is ready is settled. */
export class MergePhase implements Phase {
  readonly #state: SiteState;
  readonly #pending = new Set<string>();
  /** Pages put into the model, or removed from it, since it was settled. */
  readonly #merged = new Set<string>();
  readonly #removed = new Set<string>();
  /** Files that are no longer pages, whether or not the model had them. */
  readonly #gone = new Set<string>();
  /** The model is a new one, to which all pages were just added. */
  #isRebuilt = false;
  /** All pages count as edited. */
  #isAll = false;
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
    if (event.kind === 'rulesMatched' || isRuleChange) this.#state.unsettle();
    if (event.kind === 'rebuild') this.#rebuild(event.pages);
    if (event.kind === 'recheck') {
      this.#isAll = true;
      this.#state.unsettle();
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

  /** Pages that wait and are open in an editor. */
  #open(): string[] {
    return [...this.#state.store.openTexts.keys()].filter(page => this.#pending.has(page));
  }

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
      model.show(page, old.shownElsewhere(page));
      this.#merged.add(page);
    }
    this.#isRebuilt = true;
    this.#state.unsettle();
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
      this.#unchanged.push(page);
      return;
    }
    model.upsert(page, digest, features);
    model.show(page, shown);
    this.#merged.add(page);
    this.#state.unsettle();
  }

  #takeOut(page: string): void {
    const { model } = this.#state;
    this.#state.idleDue = true;
    this.#merged.delete(page);
    this.#gone.add(page);
    this.#state.unsettle();
    if (!model.has(page)) return;
    model.remove(page);
    this.#removed.add(page);
  }

  /** Pages whose reported lines or regions hold a group's name or number of pages that changed. */
  #reportedOf({ renamed }: SiteChange): Iterable<string> {
    const { model, store, wanted } = this.#state;
    if (wanted.labels) return renamed.flatMap(({ pages }) => pages);
    const templates = new Set(renamed.map(({ template }) => template));
    return [...store.openTexts.keys()].filter(page => model.has(page) && templates.has(model.group(page).template));
  }

  #settle(): SettledEvent {
    const { model, templates, counts, groups, ready } = this.#state;
    templates.merge(model);
    const change = model.settle();
    const edited = new Set([...(this.#isAll ? this.#state.modelPages() : this.#merged), ...this.#removed]);
    counts.nodesTouched += change.work.nodesTouched;
    counts.pagesRelabelled += change.relabel.length;
    counts.pagesRegrouped += change.regrouped.length;
    groups.note(change.groups, this.#isRebuilt);
    const affected = new Set([
      ...this.#gone,
      ...this.#merged,
      ...change.relabel,
      ...change.regrouped,
      ...this.#reportedOf(change),
    ]);
    this.#isAll = this.#isRebuilt = false;
    this.#state.settled();
    this.#merged.clear();
    this.#removed.clear();
    this.#gone.clear();
    const pages = ready ? [...affected] : [...affected].sort(byCodeUnits);
    return { kind: 'settled', change, edited, pages };
  }
}

/** True if the model holds the same digest of the page. Compares nodes first: most pages that differ do so there. */
function hasDigest(model: SiteModel, page: string, digest: PageDigest | PackedDigest): boolean {
  if (!isDeepStrictEqual(model.nodeLanes(page), digest.nodes)) return false;
  const { tree } = digest;
  return isDeepStrictEqual(model.digest(page), { ...digest, tree: 'packed' in tree ? unpackTree(tree) : tree });
}
