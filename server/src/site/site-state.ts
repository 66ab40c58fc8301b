import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'templens-shared/settings';
import type { EngineCommand, EngineEvent, WorkCounts } from 'templens-shared/stream';
import { LruCache } from '../core/counts/lru-cache.ts';
import type { ComparedPage } from '../core/keys/compared-page.ts';
import { SiteModel } from '../core/model/site-model.ts';
import type { HashKey } from '../html/keyed-hash.ts';
import { type InputFile, inputOf, type SiteInputs } from './cache/site-inputs.ts';
import type { CrashNote } from './crash-note.ts';
import { equalStamps, type FileStamp } from './discover.ts';
import { DreamweaverTemplates } from './dreamweaver-templates.ts';
import { ExistingFiles } from './existing-files.ts';
import { GroupLog } from './group-log.ts';
import { matchesGlobs } from './page-filter.ts';
import { type PageRecord, PageStore } from './page-store.ts';
import { type ParseContext, parseText } from './parse-file.ts';
import { Quarantine } from './quarantine.ts';
import { SiteFiles } from './site-files.ts';

/** A key that nobody can guess. */
export function randomHashKey(): HashKey {
  const bytes = randomBytes(8);
  return { k0: bytes.readInt32LE(0), k1: bytes.readInt32LE(4) };
}

type OpenCommand = Extract<EngineCommand, { command: 'open' }>;

/** What is wanted of a site: `page` events (else labels of open pages only), regions of open pages, findings; and pages that ended an engine. */
export type Wanted = Required<Pick<OpenCommand, 'labels' | 'regions' | 'checks' | 'quarantined'>> & {
  /** The hashes of files are wanted: answers are kept in a cache. */
  hashed: boolean;
  /** See the command. */
  inMemory: OpenCommand['inMemory'];
};

/** Most characters of text in `comparedWhenParsed`. Each takes about seven bytes. */
const COMPARED_TEXT = 1 << 20;

/** What the phases of work on a site share: its pages and their states, the model of them, and what is said. */
export class SiteState {
  readonly store = new PageStore();
  readonly files: SiteFiles;
  readonly templates = new DreamweaverTemplates();
  readonly wanted: Wanted;
  settings: Settings;
  /** Secret key of the hashes of compared texts and values, see decision 8. Drawn once for the index; no output depends on it. */
  readonly hashKey: HashKey = randomHashKey();
  model: SiteModel;
  /** The first index is complete, and since then none of another model began. */
  ready = false;
  #isUnsettled = false;
  /** The groups as last reported. */
  readonly groups = new GroupLog();
  /** Files beside pages that findings depend on. */
  readonly existing: ExistingFiles;
  /** There is something to say at the next idle. */
  idleDue = true;
  counts = noWork();
  /** Where the page that is worked on is noted. */
  readonly crashNote: CrashNote;
  readonly quarantine: Quarantine;
  /** Compared pages from when they were parsed in this thread, where findings are wanted. Valid only for their `revision`. */
  readonly comparedWhenParsed = new LruCache<{ revision: number; page: ComparedPage }>(
    COMPARED_TEXT,
    ({ page }) => page.source.length,
  );
  /** An answer may be of a text that was read again, and is not that of the file as it was indexed. */
  isReread = false;
  readonly #emit: (event: EngineEvent) => void;

  constructor(root: string, settings: Settings, wanted: Wanted, journal: CrashNote, emit: (event: EngineEvent) => void) {
    this.settings = settings;
    this.wanted = wanted;
    this.crashNote = journal;
    this.quarantine = new Quarantine(wanted.quarantined, emit);
    this.#emit = emit;
    this.files = new SiteFiles(root, settings, wanted.inMemory);
    this.existing = new ExistingFiles(this.files, page => this.model.has(page));
    this.model = newModel(settings);
  }

  /** False while pages, rules or template files were put into the model that it has not taken account of. */
  get isModelSettled(): boolean {
    return !this.#isUnsettled && this.templates.due === 0;
  }

  /** The model is to be settled, whether or not a page changed. */
  unsettle(): void {
    this.#isUnsettled = true;
  }

  settled(): void {
    this.#isUnsettled = false;
  }

  say(event: EngineEvent): void {
    this.#emit(event);
  }

  problem(severity: 'error' | 'warning', page: string | undefined, message: string): void {
    this.idleDue = true;
    this.say({ event: 'problem', severity, ...(page !== undefined && { page }), message });
  }

  /** Reports a problem with a page, once. */
  problemOf(record: PageRecord, message: string): void {
    if (record.reportedProblem === message) return;
    record.reportedProblem = message;
    this.problem('warning', record.page, message);
  }

  /** The pages of the model, sorted. */
  modelPages(): string[] {
    return [...this.store.values()]
      .map(({ page }) => page)
      .filter(page => this.model.has(page))
      .sort(byCodeUnits);
  }

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
   * What the site was read from; undefined where that is not only files as they were indexed: an open text is not saved, something waits to be read, or
   * a page is skipped because it ended an engine.
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
      problems: files.problems.sort(),
    };
  }

  /** The file of an open page, if it has the same text. */
  #savedAs(page: string, text: string): { stamp: FileStamp | undefined; hash: string | undefined } | undefined {
    const file = this.files.read(page, { maxPageBytes: this.settings.maxPageBytes, hashed: true });
    return file.kind === 'text' && file.text === text ? { stamp: file.stamp, hash: file.hash } : undefined;
  }

  /** Is there a page, or another file, at a path from the site's root? */
  exists(path: string): boolean {
    return path.split('/').includes('..') || this.model.has(path) || this.files.exists(path);
  }

  /** Another model, by the current settings, without pages: it is not asked before the pages are in it and it is settled. */
  renewModel(): void {
    this.model = this.freshModel();
    this.ready = false;
  }

  /** A model by the settings as they are now, with the template files that the model has, and without pages. */
  freshModel(): SiteModel {
    const model = newModel(this.settings);
    this.templates.fill(model);
    return model;
  }

  /** As `source`; of a half-typed page, the text of its file, which the model's tree is of. */
  indexedText(page: string): string | undefined {
    const record = this.store.get(page);
    return (record?.halfTyped ? record.saved?.text : undefined) ?? this.source(page);
  }

  /** The text that the shown tree of a page, or the tree of a template file, is of; undefined if the file changed since, which is then due to be parsed. */
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
      if (parsed.kind === 'tree' && isDeepStrictEqual(parsed.digest, this.model.digest(page))) return file.text;
    }
    this.store.lower(record);
    return undefined;
  }
}

/** A model of a site by these settings, without pages. */
export function newModel({
  extractor,
  extractorOptions,
  candidates,
  grouping,
  groupThreshold,
  layouts,
  labels,
}: Settings): SiteModel {
  const corrections = { statements: layouts, matches: matchesGlobs };
  return new SiteModel({
    extractor,
    extractorOptions,
    candidates,
    grouping,
    groupThreshold,
    layouts: corrections,
    labelRules: labels,
  });
}

export function noWork(): WorkCounts {
  return { pagesParsed: 0, nodesTouched: 0, pagesRelabelled: 0, pagesRegrouped: 0, pagesChecked: 0 };
}

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
