import type { PageRegions, PageStatus } from 'templens-shared/answers';
import type { Finding } from 'templens-shared/findings';
import { findingObject, partObject, siteEvent } from 'templens-shared/json-shapes';
import type { GroupSummary, LayoutLevel, PageLabels } from 'templens-shared/labels';
import type { PartInstance, PartVersionDetail, ReportedPart } from 'templens-shared/parts';
import type { Settings } from 'templens-shared/settings';
import type { SiteEvent } from 'templens-shared/site-event';
import type { EngineAnswers, EngineCommand, EngineEvent, EngineQuery } from 'templens-shared/stream';
import { checks } from '../core/findings/checks/index.ts';
import { adoptOnPages } from '../site/adopt-on-pages.ts';
import { loadConfiguration } from '../site/configuration.ts';
import { pageFilter } from '../site/discover.ts';
import { type EngineHandle, startEngine, startEngineWorker } from '../site/engine-handle.ts';
import { fixPages } from '../site/fix-pages.ts';
import type { PageFilter } from '../site/page-filter.ts';
import { readPage } from '../site/read-page.ts';
import { type AskEngine, entryLists, unusedEntries } from '../site/unused-entries.ts';
import { EventQueue } from './event-queue.ts';
import { extractedPages } from './extracted-pages.ts';
import { type Follower, followFolder } from './follow-folder.ts';
import type { SessionOptions } from './options.ts';
import type {
  Adoption,
  AdoptOptions,
  ChangedPage,
  ExtractedPage,
  ExtractOptions,
  Fixes,
  FixOptions,
  Site,
  SkippedPage,
} from './site.ts';
import { apiError, noPage, noPart, noVersion, TemplensError } from './templens-error.ts';

const code = 'templens/unused-ignore';

/** Findings about the configuration file of the site at `root`: its entries without effect. */
async function configurationFindings(root: string, settings: Settings, ask: AskEngine): Promise<Finding[]> {
  const severity = settings.checks[code] ?? checks[code].severity;
  if (severity === 'off') return [];
  const { name, text } = await loadConfiguration(root);
  const unused = await unusedEntries(ask, settings, text, entryLists);
  return unused.map(({ identity, ...entry }) => {
    const about = { page: name, ...entry, code, severity, confidence: 1 } as const;
    return {
      ...about,
      related: [],
      fixable: false,
      identity: `${code} ${identity}`,
      cause: `${code} ${identity}`,
      normalisers: [],
    };
  });
}

/** Options for opening a site, in addition to its settings. */
export interface OpenedSiteOptions extends SessionOptions {
  /** Texts of the files by path, for a site in memory. */
  texts?: ReadonlyMap<string, string>;
  /** Runs the engine in a worker thread. Default: false. */
  inWorker?: boolean;
  /** Folder of the cache on disk; without it, nothing is cached. */
  cache?: string | undefined;
  /** Runs the checks. Default: true. */
  checks?: boolean;
  /** Reads the settings again, after the configuration file changed. */
  reload?: () => Promise<Settings>;
}

/** Implements `Site` with an engine. */
export class OpenedSite implements Site {
  readonly root: string;
  #settings: Settings;
  readonly #opening: OpenedSiteOptions;
  readonly #engine: EngineHandle;
  protected readonly filter: PageFilter;
  /** Texts that replace those of files, by page. */
  readonly #edits = new Map<string, string>();
  #version = 0;
  #queue: EventQueue<SiteEvent> | undefined;
  #follower: Follower | undefined;
  /** The error that keeps the site from being read. */
  #fatal: string | undefined;
  #closed: Promise<void> | undefined;
  readonly #onAbort = (): void => {
    this.#queue?.fail(this.#opening.signal?.reason);
    void this.close();
  };

  constructor(root: string, settings: Settings, opening: OpenedSiteOptions = {}) {
    this.root = root;
    this.#settings = settings;
    this.#opening = opening;
    this.filter = pageFilter(root, settings);
    this.#engine = opening.inWorker ? startEngineWorker() : startEngine();
    this.#engine.onEvent(event => this.#handle(event));
    void this.#engine.down.then(sentence => this.#queue?.fail(new TemplensError('failed', sentence)));
    for (const [path, text] of opening.texts ?? []) if (this.filter.isPage(path)) this.#edits.set(path, text);
    opening.signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#open({ labels: false, checks: opening.checks ?? true });
  }

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  /**
   * Waits for the first index.
   * @throws TemplensError `unreadable-site`.
   */
  async waitForIndex(): Promise<this> {
    await this.firstIndex();
    return this;
  }

  /** Like `waitForIndex`; returns the status of every file. */
  protected async firstIndex(): Promise<PageStatus[]> {
    const statuses = await this.statuses();
    if (this.#fatal !== undefined) throw new TemplensError('unreadable-site', this.#fatal);
    return statuses;
  }

  /** Queries the engine; rejects with a `TemplensError`, or with the signal's reason. */
  protected query<K extends EngineQuery['kind']>(query: Extract<EngineQuery, { kind: K }>): Promise<EngineAnswers[K]> {
    return this.#run(() => this.#engine.query(query));
  }

  /** The status of every file, sorted by path: a page, or skipped. */
  protected async statuses(): Promise<PageStatus[]> {
    const statuses = await this.query({ kind: 'pages' });
    return statuses.sort((a, b) => (a.page < b.page ? -1 : 1));
  }

  async pages(): Promise<string[]> {
    return pagePaths(await this.statuses());
  }

  async skipped(): Promise<SkippedPage[]> {
    return skippedPages(await this.statuses());
  }

  async layouts({ level = 'layout' }: { level?: LayoutLevel } = {}): Promise<GroupSummary[]> {
    return (await this.query({ kind: 'grouping', level })).groups;
  }

  async parts(): Promise<ReportedPart[]> {
    const parts: ReportedPart[] = [];
    for (const part of await this.query({ kind: 'parts' })) {
      const versions = await this.query({ kind: 'partVersions', part: part.id, words: false });
      // Null if the part no longer exists.
      if (versions) parts.push(partObject({ ...part, versions }));
    }
    return parts;
  }

  async instances(part: string): Promise<PartInstance[]> {
    const known = (await this.query({ kind: 'partInstances' })).find(({ id }) => id === part);
    if (!known) throw noPart(part);
    return known.instances;
  }

  async versions(part: string): Promise<PartVersionDetail[]> {
    const versions = await this.query({ kind: 'partVersions', part, words: true });
    if (!versions) throw noPart(part);
    return versions;
  }

  labels(page: string): Promise<PageLabels> {
    return this.query({ kind: 'classify', page });
  }

  regions(page: string): Promise<PageRegions> {
    return this.query({ kind: 'regions', page });
  }

  async findings({ page, all = false }: { page?: string; all?: boolean } = {}): Promise<Finding[]> {
    // Rejects if the path is not a page.
    if (page !== undefined) await this.query({ kind: 'diagnostics', page });
    const found = (await this.query({ kind: 'check', all })).filter(entry => page === undefined || entry.page === page);
    const findings = found.flatMap(({ diagnostics }) => diagnostics);
    if (page === undefined) findings.push(...(await this.configurationFindings()));
    return findings.map(findingObject);
  }

  /** Findings about the configuration file; empty for pages in memory. */
  protected configurationFindings(): Promise<Finding[]> {
    return this.isInMemory ? Promise.resolve([]) : configurationFindings(this.root, this.#settings, query => this.query(query));
  }

  async text(page: string): Promise<string> {
    const edited = this.#edits.get(page);
    if (edited !== undefined) return edited;
    if (!this.isInMemory && this.filter.isPage(page)) return this.read(page);
    throw noPage(page);
  }

  /** True if the pages are in memory, without a folder. */
  protected get isInMemory(): boolean {
    return this.#opening.texts !== undefined;
  }

  readonly extract = (async (page, options = {}) => {
    const text = await this.extractedText(page, options);
    return options.what === 'content' && options.format === 'json' ? JSON.parse(text) : text;
  }) as Site['extract'];

  /** What `templens extract` prints. */
  extractedText(page: string, { what = 'template', format = 'html' }: ExtractOptions): Promise<string> {
    return this.query({ kind: 'extract', page, what, format });
  }

  contents(): Promise<ExtractedPage[]> {
    return extractedPages(this);
  }

  edit(page: string, text: string | null): void {
    this.#requireOpen();
    if (!this.filter.isPage(page)) {
      const sentence = `${page} is not a page of this site; "include", "exclude" and .gitignore files say what is.`;
      throw new TemplensError('not-a-page', sentence);
    }
    if (text === null) {
      this.#edits.delete(page);
      this.#engine.send({ command: 'closeText', page });
    } else {
      this.#edits.set(page, text);
      this.#sendText(page, text);
    }
  }

  async fix({ pages, codes, unsafe = false }: FixOptions = {}): Promise<Fixes> {
    const { fixed, reverted } = await this.#run(async () =>
      fixPages(this.#engine, {
        pages: await this.#pagesOrAll(pages),
        unsafe,
        ...(codes && { codes }),
        hasBuffer: page => this.#edits.has(page),
      }),
    );
    this.#storeEdits(fixed);
    return {
      pages: fixed.map(({ fixedFindings, ...page }) => ({ ...page, findings: fixedFindings.map(findingObject) })),
      reverted,
    };
  }

  async adopt({ part, version, pages }: AdoptOptions): Promise<Adoption> {
    const parts = await this.query({ kind: 'parts' });
    const wanted = parts.find(({ id }) => id === part);
    if (!wanted) throw noPart(part);
    const example = wanted.versions.find(({ id }) => id === version)?.pages[0];
    if (example === undefined) throw noVersion(wanted, version);
    const adopted = await this.#run(async () =>
      adoptOnPages(this.#engine, {
        part,
        version,
        partName: wanted.name,
        example,
        ...(pages && { pages: await this.#pagesOrAll(pages) }),
        hasBuffer: page => this.#edits.has(page),
      }),
    );
    this.#storeEdits(adopted.pages);
    return adopted;
  }

  watch(): AsyncIterableIterator<SiteEvent> {
    this.#requireOpen();
    if (this.#queue) throw new TemplensError('bad-argument', 'Another loop follows the site; leave it first.');
    const queue = new EventQueue<SiteEvent>(async () => {
      if (this.#queue === queue) await this.#stopFollowing();
    });
    this.#queue = queue;
    this.#open({ labels: true, checks: true });
    if (!this.#opening.texts) {
      this.#follower = followFolder(this.root, this.#settings, {
        send: command => this.#engine.send(command),
        onProblem: message => this.#opening.onProblem?.({ severity: 'warning', message }),
        onSettings: settings => {
          this.#settings = settings;
        },
        reload: this.#opening.reload,
      });
    }
    return queue;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Opens the site in the engine, or opens it again, and sends the edited texts. */
  #open(wanted: { labels: boolean; checks: boolean }): void {
    const { texts, cache } = this.#opening;
    const command: Extract<EngineCommand, { command: 'open' }> = {
      command: 'open',
      root: this.root,
      settings: this.#settings,
      ...wanted,
      regions: false,
      ...(cache !== undefined && { cache }),
      ...(texts && { inMemory: [...texts.keys()] }),
    };
    this.#engine.send(command);
    for (const [page, text] of this.#edits) this.#sendText(page, text);
  }

  #sendText(page: string, text: string): void {
    this.#engine.send({ command: 'text', page, version: ++this.#version, text, isSaved: true });
  }

  #handle(event: EngineEvent): void {
    const { onProgress, onProblem } = this.#opening;
    if (event.event === 'asked') {
      this.#follower?.alsoWatch(event.paths);
    } else if (event.event === 'progress') onProgress?.({ phase: event.phase, done: event.done, total: event.total });
    else if (event.event === 'problem') {
      const { severity, page, message } = event;
      if (severity === 'error' && page === undefined && !this.#queue) this.#fatal ??= message;
      else onProblem?.({ severity, ...(page !== undefined && { page }), message });
    } else {
      const said = this.#queue && siteEvent(event);
      if (said) this.#queue?.add(said);
    }
  }

  /** The given pages, or all by default. Rejects if one is not a page of the site. */
  async #pagesOrAll(pages: readonly string[] | undefined): Promise<readonly string[]> {
    const all = await this.pages();
    const known = new Set(all);
    const unknown = pages?.find(page => !known.has(page));
    if (unknown !== undefined) throw noPage(unknown);
    return pages ?? all;
  }

  /** Runs work of the engine; rejects with a `TemplensError`, or with the signal's reason. */
  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    try {
      return await work();
    } catch (error) {
      this.#requireOpen();
      throw apiError(error);
    }
  }

  /** Stores changed texts as edits, without sending them: the engine has them already. */
  #storeEdits(changed: readonly ChangedPage[]): void {
    for (const { page, after } of changed) this.#edits.set(page, after);
  }

  async #stopFollowing(): Promise<void> {
    const follower = this.#follower;
    this.#queue = undefined;
    this.#follower = undefined;
    await follower?.close();
  }

  async #close(): Promise<void> {
    this.#opening.signal?.removeEventListener('abort', this.#onAbort);
    this.#queue?.end();
    await this.#stopFollowing();
    await this.#engine.close();
  }

  /** The decoded text of a file of the site. */
  protected async read(path: string): Promise<string> {
    try {
      return await readPage(this.root, path, this.#settings);
    } catch (error) {
      throw new TemplensError('not-a-page', (error as Error).message, { cause: error });
    }
  }

  #requireOpen(): void {
    this.#opening.signal?.throwIfAborted();
    if (this.#closed) throw new TemplensError('closed', 'The site is closed.');
  }
}

/** Paths of the files that are pages. */
export function pagePaths(statuses: readonly PageStatus[]): string[] {
  return statuses.flatMap(({ page, state }) => (state === 'skipped' ? [] : [page]));
}

/** Paths of the files that were skipped, with the reason. */
export function skippedPages(statuses: readonly PageStatus[]): SkippedPage[] {
  return statuses.flatMap(({ page, state, reason = '' }) => (state === 'skipped' ? [{ page, reason }] : []));
}
