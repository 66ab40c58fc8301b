import { defaultSettings, type Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineEvent, EngineQuery } from 'templens-shared/stream';
import type { CancellationToken } from 'vscode-languageserver';
import type { Configuration } from '../site/configuration.ts';
import type { EngineHandle } from '../site/engine-handle.ts';
import type { Dependencies } from './dependencies.ts';
import type { Documents } from './documents.ts';
import { pageOf } from './page-uri.ts';
import { type DiagnosticsOf, defaultAids, type EditorSettings, type ReadingAids } from './settings.ts';

/** What happens in a site. */
export interface SiteListener {
  /** The editor's settings for the site. */
  settings(site: Site): Promise<EditorSettings>;
  configured(site: Site, configuration: Configuration): void;
  event(site: Site, event: EngineEvent): void;
  closed(site: Site): void;
  failed(site: Site, message: string): void;
}

/** Questions for which an editor would rather not wait: what they tell of a page may be of a moment ago, the page's text is not. */
const soon: ReadonlySet<EngineQuery['kind']> = new Set(['evidence', 'outline', 'regions', 'counterparts']);

/** Milliseconds without a change on disk, before the folders of what changed are looked at, and all of them. */
const QUIET = 300;
const LONG_QUIET = 3000;

/** A workspace folder with its engine: from the first settings to the end. */
export class Site {
  /** Of the workspace folder, as the client spells it. */
  readonly uri: string;
  /** URIs of the workspace folders that are this one: through links, or with a slash at the end. */
  readonly folders: Set<string>;
  /** URI of the folder without links. */
  readonly #realUri: string;
  /** Absolute path. */
  readonly root: string;
  settings: Settings = defaultSettings;
  hints = false;
  diagnostics: DiagnosticsOf = 'workspace';
  /** What the editor wants to show; in force when a question is answered. */
  aids: ReadingAids = defaultAids;
  /** Pages whose open text is half-typed, as of their last regions. */
  readonly halfTyped = new Set<string>();
  readonly #dependencies: Dependencies;
  readonly #documents: Documents;
  readonly #listener: SiteListener;
  readonly #engine: EngineHandle;
  #state: 'starting' | 'open' | 'closed' = 'starting';
  /** Folders in which something changed, and the timers after which they and all folders are looked at. */
  readonly #touched = new Set<string>();
  #look: NodeJS.Timeout | undefined;
  #rescan: NodeJS.Timeout | undefined;
  /** Settles when the settings asked for last are in force; never rejects. */
  #configured: Promise<void>;

  /** `uris`: of the workspace folder, and of the same one without links. */
  constructor(
    [uri, realUri]: readonly [string, string],
    root: string,
    dependencies: Dependencies,
    documents: Documents,
    listener: SiteListener,
  ) {
    this.uri = uri;
    this.#realUri = realUri;
    this.folders = new Set([uri]);
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

  /** Reads the settings anew; questions asked from now on wait for it. */
  reconfigure(): Promise<void> {
    this.#configured = this.#configured.then(() => this.#configure());
    return this.#configured;
  }

  /** The page of a URI, under any name of the folder. */
  pageOf(uri: string): string | undefined {
    for (const folder of [this.uri, ...this.folders, this.#realUri]) {
      const page = pageOf(folder, uri);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  /** An open document has a new text. Before the site is open this is not needed: it opens with the texts of that moment. */
  text(page: string, uri: string): void {
    const document = this.#documents.get(uri);
    if (this.#state !== 'open' || document === undefined) return;
    this.#engine.send({ command: 'text', page, version: this.#documents.revision(uri), text: document.getText() });
  }

  closeText(page: string): void {
    if (this.#state === 'open') this.#engine.send({ command: 'closeText', page });
  }

  filesChanged(pages: string[]): void {
    if (this.#state === 'open' && pages.length > 0) this.#engine.send({ command: 'files', pages });
  }

  foldersChanged(folders: string[]): void {
    if (this.#state === 'open' && folders.length > 0) this.#engine.send({ command: 'folders', folders });
  }

  /** A client tells of a burst of changes, not always of all: what is there is looked at once it is quiet. */
  reconcileSoon(folders: readonly string[]): void {
    for (const folder of folders) this.#touched.add(folder);
    clearTimeout(this.#look);
    clearTimeout(this.#rescan);
    this.#look = setTimeout(() => {
      this.foldersChanged([...this.#touched]);
      this.#touched.clear();
    }, QUIET);
    this.#rescan = setTimeout(() => this.rescan(), LONG_QUIET);
  }

  rescan(): void {
    if (this.#state === 'open') this.#engine.send({ command: 'rescan' });
  }

  /** Asks the engine, once the settings are in force. Rejects with a sentence, or when the request is cancelled. */
  async query<K extends EngineQuery['kind']>(
    query: Extract<EngineQuery, { kind: K }>,
    token: CancellationToken,
  ): Promise<EngineAnswers[K]> {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    if (token.isCancellationRequested) abort.abort();
    try {
      await untilAborted(this.#configured, abort.signal);
      return await this.#engine.query(query, abort.signal, soon.has(query.kind));
    } finally {
      subscription.dispose();
    }
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#look);
    clearTimeout(this.#rescan);
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
      this.aids = editor.aids;
      this.#apply(wasChecked !== (editor.diagnostics !== 'off'));
      this.#listener.configured(this, configuration);
    } catch (error) {
      if (this.isClosed) return;
      this.#listener.failed(this, `The settings of ${this.root} could not be read: ${(error as Error).message}`);
      if (this.#state === 'starting') this.#apply(false);
    }
  }

  /** `anew`: the engine opens the site once more, because other things are wanted of it. */
  #apply(anew: boolean): void {
    if (this.#state === 'open' && !anew) {
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
      if (page !== undefined) this.text(page, document.uri);
    }
  }
}

/** Settles with the work, or rejects as soon as the signal is given. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
