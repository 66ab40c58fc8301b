import { dequal } from 'dequal';
import type { Settings } from 'templens-shared/settings';
import type { EngineCommand, EngineEvent, WorkCounts } from 'templens-shared/stream';
import { LruCache } from '../core/counts/lru-cache.ts';
import type { ComparedPage } from '../core/keys/compared-page.ts';
import { SiteModel } from '../core/model/site-model.ts';
import type { HashKey } from '../html/keyed-hash.ts';
import { type InputFile, inputOf, type SiteInputs } from './cache/site-inputs.ts';
import type { CrashNote } from './crash-note.ts';
import { DreamweaverTemplates } from './dreamweaver-templates.ts';
import { ExistingFiles } from './existing-files.ts';
import { GroupLog } from './group-log.ts';
import { matchesGlobs } from './page-filter.ts';
import { type PageRecord, PageStore } from './page-store.ts';
import { type ParseContext, parseText } from './parse-text.ts';
import { Quarantine } from './quarantine.ts';
import { equalStamps, type FileStamp, type SiteDisk } from './site-disk.ts';
import { SiteFiles } from './site-files.ts';

/** Returns a random 64-bit key for keyed hashes. */
export function randomHashKey(): HashKey {
  const [k0, k1] = crypto.getRandomValues(new Int32Array(2));
  return { k0: k0!, k1: k1! };
}

type OpenCommand = Extract<EngineCommand, { command: 'open' }>;

/** The options of the command `open`, besides the root and the settings, with their defaults applied. */
export type Wanted = Required<Pick<OpenCommand, 'labels' | 'regions' | 'checks' | 'quarantined'>> & {
  /** True if files are to be hashed, because answers are kept in a cache. */
  hashed: boolean;
};

/** Capacity of `comparedWhenParsed`: length of the texts of its pages together, in UTF-16 code units. Each takes about seven bytes. */
const COMPARED_TEXT = 1 << 20;

/** The state that the phases of a site share: pages with their states, the model, and the output of events. */
export class SiteState {
  readonly store = new PageStore();
  readonly files: SiteFiles;
  readonly templates = new DreamweaverTemplates();
  readonly wanted: Wanted;
  settings: Settings;
  /** Secret key of the hashes of compared texts and values (docs/decisions/0008). Random for each index; no output depends on it. */
  readonly hashKey: HashKey = randomHashKey();
  model: SiteModel;
  /** True if the first index is complete, and the model is not being rebuilt. */
  ready = false;
  #isUnsettled = false;
  /** The groups as last reported, and their changes since. */
  readonly groups = new GroupLog();
  /** Files beside pages that findings depend on. */
  readonly existing: ExistingFiles;
  /** True if something happened since the last `idle` event, so that there must be another one. */
  idleDue = true;
  /** Work since the last `idle` event. */
  counts = noWork();
  /** Notes the page that is being worked on, in case the engine crashes. */
  readonly crashNote: Pick<CrashNote, 'during'>;
  readonly quarantine: Quarantine;
  /** Compared forms of pages that were parsed in this thread, if findings are wanted. Valid only for their `revision`. */
  readonly comparedWhenParsed = new LruCache<{ revision: number; page: ComparedPage }>(
    COMPARED_TEXT,
    ({ page }) => page.source.length,
  );
  /** True if a file had another stamp or hash when it was read again for an answer: the answer may not fit the indexed file. */
  isReread = false;
  readonly #emit: (event: EngineEvent) => void;

  constructor(
    root: string,
    settings: Settings,
    wanted: Wanted,
    { disk, crashNote, emit }: { disk: SiteDisk; crashNote: Pick<CrashNote, 'during'>; emit: (event: EngineEvent) => void },
  ) {
    this.settings = settings;
    this.wanted = wanted;
    this.crashNote = crashNote;
    this.quarantine = new Quarantine(wanted.quarantined, emit);
    this.#emit = emit;
    this.files = new SiteFiles(root, settings, disk);
    this.existing = new ExistingFiles(this.files, page => this.model.has(page));
    this.model = newModel(settings);
  }

  /** False if pages, rules or template files changed since the model was settled. */
  get isModelSettled(): boolean {
    return !this.#isUnsettled && this.templates.due === 0;
  }

  /** Marks the model as not settled. */
  markUnsettled(): void {
    this.#isUnsettled = true;
  }

  /** Marks the model as settled. */
  markSettled(): void {
    this.#isUnsettled = false;
  }

  /** Emits an event. */
  emit(event: EngineEvent): void {
    this.#emit(event);
  }

  /** Reports a problem with a page, or with the site if `page` is undefined. */
  reportProblem(severity: 'error' | 'warning', page: string | undefined, message: string): void {
    this.idleDue = true;
    this.emit({ event: 'problem', severity, ...(page !== undefined && { page }), message });
  }

  /** Reports a problem with a page, unless it is the last one that was reported about the page. */
  reportPageProblem(record: PageRecord, message: string): void {
    if (record.reportedProblem === message) return;
    record.reportedProblem = message;
    this.reportProblem('warning', record.page, message);
  }

  /** Returns the paths of the pages of the model, sorted. */
  modelPages(): string[] {
    return [...this.store.values()]
      .map(({ page }) => page)
      .filter(page => this.model.has(page))
      .sort(byCodeUnits);
  }

  /** Returns the settings that parsing depends on. */
  parseContext(): ParseContext {
    const { maxPageBytes, maxDepth, extractor, extractorOptions, candidates, grouping, labels, normalisers } = this.settings;
    const { root, realRoot } = this.files;
    const compared = this.wanted.checks ? { settings: { normalisers }, key: this.hashKey } : undefined;
    const parts = this.settings.parts.filter(({ declare }) => declare);
    const hashed = this.wanted.hashed;
    return {
      root,
      realRoot,
      maxPageBytes,
      maxDepth,
      extractor,
      extractorOptions,
      candidates,
      grouping,
      parts,
      labels,
      compared,
      hashed,
    };
  }

  /**
   * Returns the files that the site was read from; undefined if answers depend on more than these files as they were indexed: an open text
   * is not saved, something waits to be read, a page is quarantined, or files are not hashed.
   */
  inputs(): SiteInputs | undefined {
    const { store, files, templates, quarantine } = this;
    const isRead = store.changed.size === 0 && !files.searchDue && !files.hinted && templates.due === 0;
    if (!isRead || this.isReread || !quarantine.isEmpty || !this.wanted.hashed) return undefined;
    const pages: InputFile[] = [];
    for (const record of store.values()) {
      const file = record.buffer ? this.#savedAs(record.page, record.buffer.text) : record;
      if (!file || record.halfTyped || record.unsaved) return undefined;
      pages.push(inputOf(record.page, file));
    }
    return {
      pages: pages.sort((a, b) => byCodeUnits(a.path, b.path)),
      templates: templates.inputs,
      looked: [...files.looked],
      read: [...files.readOthers],
      problems: files.problems.sort(),
    };
  }

  /** Returns stamp and hash of an open page's file, if it has the same text. */
  #savedAs(page: string, text: string): { stamp: FileStamp | undefined; hash: string | undefined } | undefined {
    const file = this.files.read(page, { maxPageBytes: this.settings.maxPageBytes, hashed: true });
    return file.kind === 'text' && file.text === text ? { stamp: file.stamp, hash: file.hash } : undefined;
  }

  /** True if there is a page or another file at a path from the site's root. Paths outside of the site count as existing. */
  exists(path: string): boolean {
    return path.split('/').includes('..') || this.model.has(path) || this.files.exists(path);
  }

  /** Replaces the model by `freshModel`. The site is not ready until all pages are in it and it is settled. */
  renewModel(): void {
    this.model = this.freshModel();
    this.ready = false;
  }

  /** Returns a model with the current settings and the template files of the model, without pages. */
  freshModel(): SiteModel {
    const model = newModel(this.settings);
    this.templates.fill(model);
    return model;
  }

  /** Returns the text of which the model has the tree: for a half-typed page the text of its file, otherwise as `source`. */
  indexedText(page: string): string | undefined {
    const record = this.store.get(page);
    return (record?.halfTyped ? record.saved?.text : undefined) ?? this.source(page);
  }

  /**
   * Returns the text of a page that the offsets of its shown tree are for (the editor's text, or the file), or the text of a template file.
   * Undefined if none exists, or if the file changed since it was indexed; the page is then due to be parsed.
   */
  source(page: string): string | undefined {
    const template = this.templates.text(page);
    if (template !== undefined) return template;
    const record = this.store.get(page);
    if (!record) return undefined;
    if (record.buffer) return record.buffer.text;
    const { hashed } = this.wanted;
    const file = this.files.read(page, { maxPageBytes: this.settings.maxPageBytes, hashed });
    if (file.kind === 'text') {
      const isSame = hashed && record.hash !== undefined ? file.hash === record.hash : equalStamps(file.stamp, record.stamp);
      if (isSame) return file.text;
      this.isReread = true;
      const parsed = parseText(page, file.text, this.parseContext(), file.stamp);
      if (parsed.kind === 'tree' && dequal(parsed.digest, this.model.digest(page))) return file.text;
    }
    this.store.lower(record);
    return undefined;
  }
}

/** Returns a model with these settings, without pages. */
export function newModel({
  extractor,
  extractorOptions,
  candidates,
  grouping,
  groupThreshold,
  layouts,
  labels,
}: Settings): SiteModel {
  const layoutSettings = { corrections: layouts, matches: matchesGlobs };
  return new SiteModel({
    extractor,
    extractorOptions,
    candidates,
    grouping,
    groupThreshold,
    layouts: layoutSettings,
    labelRules: labels,
  });
}

/** Returns counts of zero. */
export function noWork(): WorkCounts {
  return { pagesParsed: 0, nodesTouched: 0, pagesRelabelled: 0, pagesRegrouped: 0, pagesChecked: 0 };
}

/** Compares strings by UTF-16 code units, for sorting. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
