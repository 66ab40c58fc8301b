import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineEvent, EngineQuery } from 'templens-shared/stream';
import type { CancellationToken } from 'vscode-languageserver';
import type { Configuration } from '../site/configuration.ts';
import type { EngineHandle } from '../site/engine-handle.ts';
import type { Dependencies } from './dependencies.ts';
import type { Documents } from './documents.ts';
import { pageOf } from './page-uri.ts';
import { type DiagnosticsScope, defaultFeatures, type EditorFeatures, type EditorSettings } from './settings.ts';
import { thresholds } from './thresholds.ts';

/** Receives the events of a site, and supplies its settings. */
export interface SiteListener {
  /** The editor's settings for the site. */
  settings(site: Site): Promise<EditorSettings>;
  /** Called when new settings are in force. */
  configured(site: Site, configuration: Configuration): void;
  event(site: Site, event: EngineEvent): void;
  closed(site: Site): void;
  /** Called for an error that the user has to know of. */
  failed(site: Site, message: string): void;
}

/**
 * Queries for which an editor should not wait for pending work: the answer is for the page's current text, but may be based on an earlier state
 * of the site.
 */
const urgentQueries: ReadonlySet<EngineQuery['kind']> = new Set(['evidence', 'outline', 'regions', 'counterparts']);

/** A workspace folder with its engine and its settings. */
export class Site {
  /** URI of the workspace folder, as the client spells it. */
  readonly uri: string;
  /** All URIs by which the client opened this folder; they can differ by symbolic links or a slash at the end. */
  readonly folderUris: Set<string>;
  /** URI of the folder with symbolic links resolved. */
  readonly #realUri: string;
  /** Absolute path of the folder. */
  readonly root: string;
  settings: Settings = defaultSettings;
  /** True to fade template regions with hint diagnostics. */
  hints = false;
  diagnostics: DiagnosticsScope = 'workspace';
  /** The editor features to show; up to date after a query is answered. */
  features: EditorFeatures = defaultFeatures;
  /** Paths of the pages whose open text was half-typed when the engine last reported their regions. */
  readonly halfTyped = new Set<string>();
  readonly #dependencies: Dependencies;
  readonly #documents: Documents;
  readonly #listener: SiteListener;
  readonly #engine: EngineHandle;
  #state: 'starting' | 'open' | 'closed' = 'starting';
  /** Folders with reported changes, to be scanned after `#folderTimer`. */
  readonly #touched = new Set<string>();
  #folderTimer: NodeJS.Timeout | undefined;
  #siteTimer: NodeJS.Timeout | undefined;
  /** Resolves when the settings that were requested last are in force; never rejects. */
  #configured: Promise<void>;

  /**
   * Starts the engine.
   * @param uris URI of the workspace folder as the client spells it, and its URI with symbolic links resolved.
   * @param root absolute path of the folder.
   */
  constructor(
    [uri, realUri]: readonly [string, string],
    root: string,
    dependencies: Dependencies,
    documents: Documents,
    listener: SiteListener,
  ) {
    this.uri = uri;
    this.#realUri = realUri;
    this.folderUris = new Set([uri]);
    this.root = root;
    this.#dependencies = dependencies;
    this.#documents = documents;
    this.#listener = listener;
    this.#engine = dependencies.startEngine();
    this.#engine.onEvent(event => {
      if (this.#state === 'closed') return;
      try {
        listener.event(this, event);
      } catch (error) {
        listener.failed(this, `The news of ${event.event} could not be sent: ${(error as Error).stack}`);
      }
    });
    this.#configured = this.#configure();
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Resolves when the settings that were requested last are in force; never rejects. */
  get configured(): Promise<void> {
    return this.#configured;
  }

  /** Reads the settings again; queries from then on wait until they are in force. */
  reconfigure(): Promise<void> {
    this.#configured = this.#configured.then(() => this.#configure());
    return this.#configured;
  }

  /** The path of the page with this URI, by any URI of the folder; undefined if it lies outside the folder. */
  pageOf(uri: string): string | undefined {
    for (const folder of [this.uri, ...this.folderUris, this.#realUri]) {
      const page = pageOf(folder, uri);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  /** Sends the new text of an open document to the engine. Not needed before the site is open, since it opens with the current texts. */
  sendText(page: string, uri: string): void {
    const document = this.#documents.get(uri);
    if (this.#state !== 'open' || document === undefined) return;
    this.#engine.send({ command: 'text', page, version: this.#documents.revision(uri), text: document.getText() });
  }

  /** Called when the document of a page is closed: from then on the engine reads the file. */
  closeText(page: string): void {
    if (this.#state === 'open') this.#engine.send({ command: 'closeText', page });
  }

  /** Called when files may have changed; `pages` are their paths from the folder. */
  filesChanged(pages: string[]): void {
    if (this.#state === 'open' && pages.length > 0) this.#engine.send({ command: 'files', pages });
  }

  /** Called when files directly in these folders may have been created, changed or deleted; `folders` are paths from the site's folder. */
  foldersChanged(folders: string[]): void {
    if (this.#state === 'open' && folders.length > 0) this.#engine.send({ command: 'folders', folders });
  }

  /** Scans these folders, and later all folders, after a quiet period: of a burst of changes, clients may report only some. */
  reconcileSoon(folders: readonly string[]): void {
    for (const folder of folders) this.#touched.add(folder);
    clearTimeout(this.#folderTimer);
    clearTimeout(this.#siteTimer);
    this.#folderTimer = setTimeout(() => {
      this.foldersChanged([...this.#touched]);
      this.#touched.clear();
    }, thresholds.folderScanDelay);
    this.#siteTimer = setTimeout(() => this.rescan(), thresholds.siteScanDelay);
  }

  /** Scans all folders of the site for changes. */
  rescan(): void {
    if (this.#state === 'open') this.#engine.send({ command: 'rescan' });
  }

  /** Queries the engine after the settings are in force. Rejects with an `EngineError`, or an `AbortError` if the request is cancelled. */
  async query<K extends EngineQuery['kind']>(
    query: Extract<EngineQuery, { kind: K }>,
    token: CancellationToken,
  ): Promise<EngineAnswers[K]> {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    if (token.isCancellationRequested) abort.abort();
    try {
      await untilAborted(this.#configured, abort.signal);
      return await this.#engine.query(query, abort.signal, urgentQueries.has(query.kind));
    } finally {
      subscription.dispose();
    }
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#folderTimer);
    clearTimeout(this.#siteTimer);
    this.#listener.closed(this);
    await this.#engine.close();
  }

  async #configure(): Promise<void> {
    try {
      const editor = await this.#listener.settings(this);
      const configuration = await this.#dependencies.loadConfiguration(this.root, editor.engine);
      if (this.isClosed) return;
      const wasChecked = this.diagnostics !== 'off';
      this.settings = configuration.settings;
      this.hints = editor.hints;
      this.diagnostics = editor.diagnostics;
      this.features = editor.features;
      this.#apply(wasChecked !== (editor.diagnostics !== 'off'));
      this.#listener.configured(this, configuration);
    } catch (error) {
      if (this.isClosed) return;
      this.#listener.failed(this, `The settings of ${this.root} could not be read: ${(error as Error).message}`);
      if (this.#state === 'starting') this.#apply(false);
    }
  }

  /**
   * Sends the settings to the engine.
   * @param reopen opens the site again even if it is open, because checks are switched on or off.
   */
  #apply(reopen: boolean): void {
    if (this.#state === 'open' && !reopen) {
      this.#engine.send({ command: 'settings', settings: this.settings });
      return;
    }
    this.#state = 'open';
    this.#engine.send({
      command: 'open',
      root: this.root,
      settings: this.settings,
      labels: false,
      checks: this.diagnostics !== 'off',
      ...(this.#dependencies.cache !== undefined && { cache: this.#dependencies.cache }),
    });
    for (const document of this.#documents.all()) {
      const page = this.pageOf(document.uri);
      if (page !== undefined) this.sendText(page, document.uri);
    }
  }
}

/** Settles like `work`, but rejects as soon as the signal aborts. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
