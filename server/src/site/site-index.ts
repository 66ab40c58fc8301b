import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'templens-shared/settings';
import type { EngineEvent, PageRegions, WorkCounts } from 'templens-shared/stream';
import { deviatingRanges, withDeviating } from '../core/classify/deviating.ts';
import { pageLabels, templateShare } from '../core/classify/page-labels.ts';
import { pageRegions } from '../core/classify/regions.ts';
import { neededFeatures } from '../core/extractors/index.ts';
import type { PageDigest } from '../core/page/page-digest.ts';
import { SiteModel } from '../core/site-model.ts';
import { CheckPhase } from './check-phase.ts';
import { equalStamps, type FileStamp } from './discover.ts';
import { GroupLog } from './group-log.ts';
import { isHalfTyped, type SavedPage, savedPage } from './half-typed.ts';
import { matchesGlobs } from './page-filter.ts';
import { type PageRecord, PageStore } from './page-store.ts';
import { differenceFromFresh } from './paranoid.ts';
import { type ParseContext, type ParsedFile, type ParsedTree, parseFile, parseText } from './parse-file.ts';
import { parseInWorkers } from './parse-pool.ts';
import { PartCatalog } from './part-catalog.ts';
import { readPageFile } from './read-page.ts';
import { SiteFiles } from './site-files.ts';
import { TemplateFiles } from './template-files.ts';

/** Pages in one slice of work. */
const SLICE = 25;
/** Fewer pages are parsed before another thread is warm. */
const POOL_MINIMUM = 400;

/**
 * One open site: its pages on disk and in the editor, and the model of what they say together. Work is done in slices, each short
 * enough that commands get in between; the owner calls `work` until it has none, then `classify`, then `check` until they have none.
 */
export class SiteIndex {
  readonly store = new PageStore();
  readonly #emit: (event: EngineEvent) => void;
  readonly #parseWorker: URL;
  /** `page` events are wanted, so every page is classified; else only pages that are open. */
  readonly #labels: boolean;
  #settings: Settings;
  readonly #files: SiteFiles;
  readonly #templates = new TemplateFiles();
  #model: SiteModel;
  /** Where findings are wanted. */
  readonly checks: CheckPhase | undefined;
  /** The parts that the pages share. */
  readonly parts: PartCatalog;

  readonly #buffers = new Map<string, { version: number; text: string }>();
  /** The model changed since it was last settled, through these pages or a removal. */
  readonly #merged = new Set<string>();
  readonly #removed = new Set<string>();
  #settleDue = false;
  /** All pages are to be checked anew. */
  #recheck = false;
  readonly #toClassify = new Set<string>();
  readonly #regionsDue = new Set<string>();
  /** What of open pages was told to deviate. */
  readonly #deviating = new Map<string, string>();
  /** The parts of open pages that were told. */
  readonly #toldParts = new Map<string, string>();

  readonly #groups = new GroupLog();
  /** The model is a new one, to which all pages were just added. */
  #rebuilt = false;
  #poolFailed = false;
  /** Parse workers are at work with limits that count no longer. */
  #limitsChanged = false;
  #ready = false;
  /** Pages parsed, and pages to classify, of the work that is under way. */
  #indexed = 0;
  #classifyTotal = 0;
  #checkTotal = 0;
  /** There is something to say at the next idle. */
  #idleDue = true;
  #counts = noWork();

  constructor(
    root: string,
    settings: Settings,
    wanted: { labels: boolean; checks: boolean },
    parseWorker: URL,
    emit: (event: EngineEvent) => void,
  ) {
    this.#settings = settings;
    this.#labels = wanted.labels;
    this.#parseWorker = parseWorker;
    this.#emit = emit;
    this.#files = new SiteFiles(root, settings);
    this.#model = newModel(settings);
    this.parts = new PartCatalog(this, settings.parts, { events: wanted.labels });
    if (!wanted.checks) return;
    const { store } = this;
    const checked = (record: PageRecord): void => this.#sayDeviating(record);
    const openPages = (): Iterable<string> => this.#buffers.keys();
    const source = (page: string): string | undefined => this.source(page);
    this.checks = new CheckPhase({ root, store, openPages, emit, checked, source }, this.#model, settings);
  }

  get model(): SiteModel {
    return this.#model;
  }

  // ---- What may happen to a site; each only lowers states and notes what is due.

  /** Files at which something may have happened. */
  hint(pages: readonly string[]): void {
    this.#files.hint(pages);
  }

  rescan(): void {
    this.#files.rescan();
  }

  setText(page: string, version: number, text: string): void {
    const known = this.#buffers.get(page);
    const buffer = { version, text };
    this.#buffers.set(page, buffer);
    this.#idleDue = true;
    if (!this.#files.isPage(page)) return;
    const record = this.store.add(page);
    record.buffer = buffer;
    this.#regionsDue.add(page);
    if (known?.text !== text) this.store.lower(record);
  }

  closeText(page: string): void {
    this.#buffers.delete(page);
    this.#regionsDue.delete(page);
    this.#idleDue = true;
    const record = this.store.get(page);
    if (!record?.buffer) return;
    record.buffer = undefined;
    record.halfTyped = false;
    record.saved = undefined;
    this.#deviating.delete(page);
    this.#toldParts.delete(page);
    this.store.lower(record);
  }

  changeSettings(settings: Settings): void {
    const old = this.#settings;
    this.#settings = settings;
    this.#idleDue = true;
    const differs = (...keys: (keyof Settings)[]) => keys.some(key => JSON.stringify(old[key]) !== JSON.stringify(settings[key]));
    if (differs('include', 'exclude', 'gitignore')) this.#files.rescan();
    const known = neededFeatures(old);
    const compared = this.checks !== undefined && differs('normalisers');
    const declaring = ({ parts }: Settings): string => JSON.stringify(parts.filter(({ declare }) => declare));
    if (
      differs('maxPageBytes', 'maxDepth', 'grouping') ||
      compared ||
      declaring(old) !== declaring(settings) ||
      neededFeatures(settings).some(part => !known.includes(part))
    ) {
      this.#limitsChanged = true;
      for (const record of this.store.values()) this.store.lower(record);
    }
    if (differs('extractor', 'extractorOptions', 'candidates', 'grouping', 'groupThreshold', 'layouts')) this.#rebuild();
    else if (differs('checks', 'support', 'normalisers', 'ignore', 'required')) this.#restartChecks();
    if (differs('parts')) {
      this.parts.rename(settings.parts);
      for (const page of this.#toldParts.keys()) this.#regionsDue.add(page);
    }
  }

  // ---- Work, in slices.

  /**
   * Does one slice of what brings every page to `merged` and the model up to date, and says the regions of open pages; false where there
   * is nothing to do. `onSlice` is called inside longer work when commands should be let in; it says whether to go on.
   */
  async work(onSlice: () => boolean): Promise<boolean> {
    if (this.#files.walkDue) this.#walk();
    else if (this.#files.hinted) this.#lookAtHints();
    else if (this.store.changed.size > 0) await this.#parse(onSlice);
    else if (this.#settleDue) this.#settle();
    else if (this.#regionsDue.size > 0) this.#sayRegions();
    else {
      this.#sayReady();
      return false;
    }
    return true;
  }

  /** Works out and says the labels of some pages that need it; false where there are none. */
  classify(): boolean {
    let left = SLICE;
    for (const page of this.#toClassify) {
      if (left-- === 0) break;
      this.#toClassify.delete(page);
      this.#classifyPage(page);
    }
    if (left === SLICE) return false;
    const { size } = this.#toClassify;
    if (this.#classifyTotal > SLICE) {
      this.#emit({ event: 'progress', phase: 'classify', done: this.#classifyTotal - size, total: this.#classifyTotal });
    }
    if (size === 0) this.#classifyTotal = 0;
    return true;
  }

  /** Looks for findings on some pages that need it; false where there are none. */
  check(): boolean {
    if (!this.checks || this.checks.slice() === 0) return false;
    this.#idleDue = true;
    const { due } = this.checks;
    if (this.#checkTotal > SLICE) {
      this.#emit({ event: 'progress', phase: 'check', done: this.#checkTotal - due, total: this.#checkTotal });
    }
    if (due === 0) this.#checkTotal = 0;
    return true;
  }

  /**
   * To be called when there is no work: says what waits for that moment, and returns what was done since the last time; undefined where
   * nothing happened. It may find work: in paranoid mode, and where a file changed meanwhile.
   */
  settled(): WorkCounts | 'work' | undefined {
    if (this.#settings.paranoid && this.#idleDue) {
      const pages = this.#mergedPages().map(page => ({ page, features: this.store.get(page)!.features }));
      const difference = differenceFromFresh(this.#model, this.#freshModel(), pages, this.checks);
      if (difference !== undefined) {
        this.#problem(
          'error',
          undefined,
          `The index differs from a fresh one (${difference}); it is rebuilt. Please report this.`,
        );
        this.#rebuild();
        return 'work';
      }
    }
    const parts = this.parts.news();
    if (!parts) return 'work';
    for (const event of [...this.#groups.take(), ...parts]) this.#emit(event);
    const asked = [...(this.checks?.takeAsked() ?? []), ...this.#files.takeAsked()];
    if (asked.length > 0) this.#emit({ event: 'asked', paths: asked });
    if (!this.#idleDue) return undefined;
    this.#idleDue = false;
    this.#counts.nodesTouched += this.#model.takeVersionWork();
    const counts = { ...this.#counts, pagesChecked: this.checks?.takeCount() ?? 0 };
    this.#counts = noWork();
    return counts;
  }

  // ---- Phase: which files are pages, and which changed.

  #walk(): void {
    this.checks?.filesChanged();
    const { pages, templates, problems } = this.#files.walk(this.#settings);
    this.#takeTemplates(templates);
    for (const { page, message } of problems) this.#problem(page === '' ? 'error' : 'warning', page || undefined, message);
    for (const [page, stamp] of pages) this.#found(page, stamp);
    for (const [page, buffer] of this.#buffers) {
      if (!this.#files.isPage(page) || this.store.get(page)?.buffer) continue;
      const record = this.store.add(page);
      record.buffer = buffer;
      this.store.lower(record);
      this.#regionsDue.add(page);
    }
    for (const { page } of [...this.store.values()]) if (!pages.has(page)) this.#missing(page);
    if (!this.#ready) this.#emit({ event: 'progress', phase: 'discover', done: pages.size, total: pages.size });
  }

  #takeTemplates(found: ReadonlyMap<string, FileStamp | undefined>): void {
    const { changed, problems } = this.#templates.update(found, this.#context(), this.#model);
    for (const message of problems) this.#problem('warning', undefined, message);
    if (!changed) return;
    this.#settleDue = true;
    this.#idleDue = true;
  }

  #lookAtHints(): void {
    this.checks?.filesChanged();
    for (const seen of this.#files.lookAtHints()) {
      if (seen.there) this.#found(seen.page, seen.stamp);
      else this.#missing(seen.page);
    }
  }

  /** There is something at the page's path; without a stamp, it is looked at when it is read. */
  #found(page: string, stamp: FileStamp | undefined): void {
    const record = this.store.add(page);
    if (record.buffer) this.#foundSaved(record, stamp);
    else if (record.state !== 'changed' && !equalStamps(record.stamp, stamp)) this.store.lower(record);
  }

  /** The file of an open page may be another one: it says what of the buffer is half-typed. */
  #foundSaved(record: PageRecord, stamp: FileStamp | undefined): void {
    if (record.saved && equalStamps(record.saved.stamp, stamp)) return;
    record.saved = undefined;
    if (record.halfTyped) this.store.lower(record);
  }

  /** There is no file at the page's path; an open buffer keeps the page. */
  #missing(page: string): void {
    const record = this.store.get(page);
    if (!record) return;
    if (!record.buffer || !this.#files.isPage(page)) this.#remove(record);
    else if (record.saved) this.#foundSaved(record, undefined);
  }

  #remove(record: PageRecord): void {
    this.#leaveModel(record);
    this.store.delete(record.page);
    this.#regionsDue.delete(record.page);
    this.#idleDue = true;
  }

  #skip(record: PageRecord, reason: string): void {
    this.#leaveModel(record);
    this.store.skip(record, reason);
    this.#regionsDue.delete(record.page);
    this.#tellAbout(record, reason);
  }

  #leaveModel(record: PageRecord): void {
    const { page } = record;
    this.#toClassify.delete(page);
    this.#merged.delete(page);
    this.#deviating.delete(page);
    this.#toldParts.delete(page);
    this.checks?.forget(page);
    if (this.#model.has(page)) {
      this.#model.remove(page);
      this.#removed.add(page);
      this.#settleDue = true;
    }
    if (record.announced) this.#emit({ event: 'page', change: 'remove', page });
    record.announced = false;
  }

  // ---- Phase: text to tree to model.

  async #parse(onSlice: () => boolean): Promise<void> {
    const { changed } = this.store;
    if (this.#settings.threads > 1 && !this.#poolFailed && changed.size - this.#buffers.size >= POOL_MINIMUM) {
      return this.#parseInWorkers(onSlice);
    }
    const slice: PageRecord[] = [];
    for (const page of this.#buffers.keys()) {
      const record = this.store.get(page);
      if (record?.state === 'changed') slice.push(record);
    }
    for (const record of changed) {
      if (slice.length >= SLICE) break;
      if (!record.buffer) slice.push(record);
    }
    for (const record of slice) this.#parseOne(record);
    this.#sayIndexed(slice.length);
  }

  #parseOne(record: PageRecord): void {
    const { page, buffer } = record;
    if (!buffer) this.#take(record, parseFile(this.#context(), page));
    else if (buffer.text.length > this.#settings.maxPageBytes) {
      this.#skip(record, `The text of ${page} is longer than "maxPageBytes" allows; it is left out.`);
    } else {
      const parsed = parseText(page, buffer.text, this.#context(), undefined);
      this.#take(record, this.checks && parsed.kind === 'tree' ? this.#asTyped(record, buffer.text, parsed) : parsed);
    }
  }

  /** Where a page is being typed, it votes as its file does. */
  #asTyped(record: PageRecord, text: string, parsed: ParsedTree): ParsedTree {
    record.saved ??= this.#readSaved(record.page);
    record.halfTyped = isHalfTyped(text, parsed.digest.tree, record.saved);
    if (!record.halfTyped) return parsed;
    const { checks: _, ...digest } = parsed.digest;
    const checks = record.saved?.checks;
    return { ...parsed, digest: { ...digest, ...(checks && { checks }) } };
  }

  #readSaved(page: string): SavedPage | undefined {
    const file = readPageFile(this.#files.root, page, this.#files.realRoot, this.#settings);
    if (file.kind !== 'text') return undefined;
    const parsed = parseText(page, file.text, this.#context(), file.stamp);
    return parsed.kind === 'tree' ? savedPage(file.text, parsed.digest, file.stamp) : undefined;
  }

  async #parseInWorkers(onSlice: () => boolean): Promise<void> {
    const revisions = new Map<string, number>();
    for (const { page, buffer, revision } of this.store.changed) if (!buffer) revisions.set(page, revision);
    this.#limitsChanged = false;
    const take = (files: ParsedFile[]): boolean => {
      for (const file of files) {
        const record = this.store.get(file.page);
        // Else an edit, a newer hint or a removal overtook the worker.
        if (record?.revision === revisions.get(file.page)) this.#take(record!, file);
      }
      this.#sayIndexed(files.length);
      return onSlice() && !this.#limitsChanged;
    };
    const options = { file: this.#parseWorker, threads: this.#settings.threads, context: this.#context() };
    try {
      await parseInWorkers([...revisions.keys()], options, take);
    } catch (error) {
      this.#poolFailed = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#problem('warning', undefined, `A parse worker failed (${reason}); pages are parsed in one thread.`);
    }
  }

  #context(): ParseContext {
    const { maxPageBytes, maxDepth, extractor, extractorOptions, candidates, grouping } = this.#settings;
    const { root, realRoot } = this.#files;
    const compared = this.checks && { normalisers: this.#settings.normalisers };
    const parts = this.#settings.parts.filter(({ declare }) => declare);
    return { root, realRoot, maxPageBytes, maxDepth, extractor, extractorOptions, candidates, grouping, parts, compared };
  }

  #take(record: PageRecord, file: ParsedFile): void {
    this.#idleDue = true;
    if (file.kind === 'missing') this.#remove(record);
    else if (file.kind === 'refused') this.#skip(record, file.message);
    else this.#takeTree(record, file);
  }

  #takeTree(record: PageRecord, file: ParsedTree): void {
    this.#counts.pagesParsed++;
    record.stamp = file.stamp;
    const sameFeatures = isDeepStrictEqual(record.features, file.features);
    record.digest = file.digest;
    record.features = file.features;
    this.store.raise(record, 'parsed');
    if (file.digest.tree.depthExceeded) {
      const message = `${record.page} nests elements deeper than ${this.#settings.maxDepth} levels ("maxDepth"); deeper ones are attached there.`;
      this.#tellAbout(record, message);
    } else if (file.tooSlow.length > 0) {
      const message = `${file.tooSlow.map(select => `"${select}"`).join(', ')} in "parts" takes too many steps on ${record.page}; it matches nothing there.`;
      this.#tellAbout(record, message);
    } else record.toldProblem = undefined;
    this.#merge(record, file.digest, sameFeatures);
  }

  /** Hands a parsed page to the model, unless it has the very same. */
  #merge(record: PageRecord, digest: PageDigest, sameFeatures: boolean): void {
    const { page } = record;
    record.digest = undefined;
    this.store.raise(record, 'merged');
    if (sameFeatures && this.#model.has(page) && isDeepStrictEqual(this.#model.digest(page), digest)) {
      if (record.announced && !this.#toClassify.has(page) && !this.#merged.has(page)) this.store.raise(record, 'classified');
      // The text may be another one all the same.
      this.checks?.lower(page);
      this.parts.forget();
      return;
    }
    this.#model.upsert(page, digest, record.features);
    this.#merged.add(page);
    this.#settleDue = true;
  }

  // ---- Phase: what changed on the site.

  #settle(): void {
    this.#settleDue = false;
    const change = this.#model.settle();
    if (change.parts) this.parts.changed();
    this.checks?.settle(change, new Set([...(this.#recheck ? this.#mergedPages() : this.#merged), ...this.#removed]));
    this.#recheck = false;
    this.#removed.clear();
    this.#counts.nodesTouched += change.work.nodesTouched;
    this.#counts.pagesRelabelled += change.relabel.length;
    this.#counts.pagesRegrouped += change.regrouped.length;
    this.#groups.note(change.groups, this.#rebuilt);
    this.#rebuilt = false;
    const pages = new Set([...this.#merged, ...change.relabel, ...change.regrouped]);
    for (const page of this.#ready ? pages : [...pages].sort(byCodeUnits)) {
      const record = this.store.get(page);
      if (!record) continue;
      this.store.unclassify(record);
      if (record.buffer) this.#regionsDue.add(page);
      if (this.#labels) this.#toClassify.add(page);
    }
    this.#merged.clear();
    this.#classifyTotal = Math.max(this.#classifyTotal, this.#toClassify.size);
    this.#checkTotal = Math.max(this.#checkTotal, this.checks?.due ?? 0);
    if (change.parts) this.#tellParts();
    this.#sayRegions();
    for (const page of this.#labels ? [] : pages) this.#skipCheck(page);
  }

  #freshModel(): SiteModel {
    const model = newModel(this.#settings);
    this.#templates.fill(model);
    return model;
  }

  #rebuild(): void {
    const old = this.#model;
    const pages = this.#mergedPages();
    this.#model = this.#freshModel();
    this.parts.forget();
    this.#merged.clear();
    for (const page of pages) {
      const { features } = this.store.get(page)!;
      this.#model.upsert(page, old.digest(page), features);
      this.#merged.add(page);
    }
    this.#rebuilt = true;
    this.#restartChecks();
    this.#settleDue = true;
    this.#idleDue = true;
  }

  /** All pages are checked anew, because of other settings or another model. */
  #restartChecks(): void {
    if (!this.checks) return;
    this.checks.restart(this.#model, this.#settings);
    this.#recheck = true;
    this.#settleDue = true;
  }

  /** A page whose labels are known again, and whose findings are those that were told, is done. */
  #skipCheck(page: string): void {
    const record = this.store.get(page);
    const waits = record?.state === 'merged' || record?.state === 'classified';
    if (waits && this.checks && !this.checks.isDue(page)) this.store.raise(record, 'checked');
  }

  #mergedPages(): string[] {
    return [...this.store.values()]
      .map(({ page }) => page)
      .filter(page => this.#model.has(page))
      .sort(byCodeUnits);
  }

  // ---- Phase: labels.

  #classifyPage(page: string): void {
    const record = this.store.get(page);
    if (record?.state !== 'merged') return;
    const { template, layout, pages } = this.#model.group(page);
    const line = pageLabels(page, { template, layout, pages: pages.length }, this.#model.tree(page), this.#model.labels(page));
    this.store.raise(record, 'classified');
    this.#emit({ event: 'page', change: record.announced ? 'change' : 'add', ...line });
    record.announced = true;
    this.#skipCheck(page);
  }

  /** Says the regions of open pages; those whose text changed are the first in the set. */
  #sayRegions(): void {
    for (const page of this.#regionsDue) {
      const record = this.store.get(page);
      if (!record?.buffer || !this.#model.has(page)) continue;
      // So that what deviates does not vanish between two messages.
      if (this.#ready && this.#deviating.has(page)) this.checks?.check(page);
      const regions = this.regions(page);
      this.#toldParts.set(page, JSON.stringify(regions.parts));
      this.#emit({ event: 'regions', page, version: record.buffer.version, ...regions });
      this.#noteDeviating(page);
      if (!this.#labels && record.state === 'merged') this.store.raise(record, 'classified');
    }
    this.#regionsDue.clear();
  }

  #deviatingRanges(page: string): ReturnType<typeof deviatingRanges> {
    return deviatingRanges(this.checks?.findings(page) ?? []);
  }

  /** Remembers what the last regions of an open page said to deviate; returns whether that is new. */
  #noteDeviating(page: string): boolean {
    const now = JSON.stringify(this.#deviatingRanges(page));
    const before = this.#deviating.get(page) ?? '[]';
    if (now === '[]') this.#deviating.delete(page);
    else this.#deviating.set(page, now);
    return now !== before;
  }

  /** Says the regions of an open page anew where other parts of it deviate. */
  #sayDeviating({ page, buffer }: PageRecord): void {
    if (buffer && !this.#regionsDue.has(page) && this.#noteDeviating(page)) this.#regionsDue.add(page);
  }

  /** Says the regions of open pages anew whose parts, or what is said of these, changed. */
  #tellParts(): void {
    for (const [page, told] of this.#toldParts) if (JSON.stringify(this.parts.onPage(page)) !== told) this.#regionsDue.add(page);
  }

  /** The page's regions, its group and its parts. */
  regions(page: string): PageRegions {
    const tree = this.#model.tree(page);
    const { label } = this.#model.labels(page);
    const { template, layout, pages } = this.#model.group(page);
    const ranges = this.store.get(page)?.state === 'checked' ? this.#deviatingRanges(page) : [];
    const regions = withDeviating(pageRegions(tree, label, this.#model.directives(page)), ranges);
    const parts = this.parts.onPage(page) ?? [];
    return { regions, template, layout, pages: pages.length, templateShare: templateShare(tree, label), parts };
  }

  /** The text that the page's tree is of; undefined where the file changed since, which is then due to be indexed. */
  source(page: string): string | undefined {
    const template = this.#templates.text(page);
    if (template !== undefined) return template;
    const record = this.store.get(page)!;
    if (record.buffer) return record.buffer.text;
    const file = readPageFile(this.#files.root, page, this.#files.realRoot, this.#settings);
    if (file.kind === 'text') {
      if (equalStamps(file.stamp, record.stamp)) return file.text;
      const parsed = parseText(page, file.text, this.#context(), file.stamp);
      if (parsed.kind === 'tree' && isDeepStrictEqual(parsed.digest, this.#model.digest(page))) return file.text;
    }
    this.store.lower(record);
    return undefined;
  }

  // ---- What is said beside the answers.

  #sayReady(): void {
    if (this.#ready) return;
    this.#ready = true;
    const pages = this.#mergedPages().length;
    this.#emit({ event: 'ready', root: this.#files.root, pages, groups: this.#groups.size });
  }

  #sayIndexed(pages: number): void {
    this.#indexed += pages;
    const left = this.store.changed.size;
    if (!this.#ready || left > 0)
      this.#emit({ event: 'progress', phase: 'index', done: this.#indexed, total: this.#indexed + left });
    if (left === 0) this.#indexed = 0;
  }

  #tellAbout(record: PageRecord, message: string): void {
    if (record.toldProblem === message) return;
    record.toldProblem = message;
    this.#problem('warning', record.page, message);
  }

  #problem(severity: 'error' | 'warning', page: string | undefined, message: string): void {
    this.#idleDue = true;
    this.#emit({ event: 'problem', severity, ...(page !== undefined && { page }), message });
  }
}

/** A model of a site by these settings, without pages. */
export function newModel({ extractor, extractorOptions, candidates, grouping, groupThreshold, layouts }: Settings): SiteModel {
  const corrections = { statements: layouts, matches: matchesGlobs };
  return new SiteModel({ extractor, extractorOptions, candidates, grouping, groupThreshold, layouts: corrections });
}

function noWork(): WorkCounts {
  return { pagesParsed: 0, nodesTouched: 0, pagesRelabelled: 0, pagesRegrouped: 0, pagesChecked: 0 };
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
