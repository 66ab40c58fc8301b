import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type DidChangeWatchedFilesParams,
  type Disposable,
  FileChangeType,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver';
import { configurationNames, isConfiguration } from '../site/configuration.ts';
import { folderOf } from '../site/page-filter.ts';
import type { SiteWatch } from '../site/watcher.ts';
import type { ClientFeatures } from './client-features.ts';
import type { Dependencies } from './dependencies.ts';
import type { Site } from './site.ts';
import type { Workspace } from './workspace.ts';

/** Watches the files of sites: by the client if it watches files for servers, else by the server's own watcher. */
export class WatchedFiles {
  readonly #connection: Connection;
  readonly #client: ClientFeatures;
  readonly #dependencies: Dependencies;
  readonly #watches = new Map<Site, { patterns: string; stop(): Promise<void> }>();
  /** The server's own watchers, and the absolute paths of the files other than pages that they have to watch. */
  readonly #own = new Map<Site, { watch: SiteWatch | undefined; others: Set<string> }>();

  constructor(connection: Connection, client: ClientFeatures, dependencies: Dependencies) {
    this.#connection = connection;
    this.#client = client;
    this.#dependencies = dependencies;
  }

  /** Watches a site with its current settings; starts again only if settings that affect watching have changed. */
  async watch(site: Site): Promise<void> {
    const { include, exclude, gitignore, polling, batchDelay } = site.settings;
    const patterns = JSON.stringify({ include, exclude, gitignore, polling, batchDelay });
    const before = this.#watches.get(site);
    if (before?.patterns === patterns) return;
    // Polling is for file systems that report no changes to the operating system, and so none to the client.
    const starting = this.#client.watchesFiles && !polling ? this.#register(site) : this.#startWatcher(site);
    const watch = {
      patterns,
      stop: () =>
        starting.then(
          stop => stop(),
          () => {},
        ),
    };
    this.#watches.set(site, watch);
    await before?.stop();
    try {
      await starting;
    } catch (error) {
      // The next call tries again.
      if (this.#watches.get(site) === watch) this.#watches.delete(site);
      throw error;
    }
    // A change of the configuration may have been missed while watching started again.
    if (before) void site.reconfigure();
  }

  /** Stops watching a site. */
  async unwatch(site: Site): Promise<void> {
    const watch = this.#watches.get(site);
    this.#watches.delete(site);
    this.#own.delete(site);
    await watch?.stop();
  }

  /**
   * Also watches these files, on which findings of the site depend. Only the server's own watcher needs this: a client reports all files that are
   * created or deleted, and style sheets and scripts that change.
   */
  alsoWatch(site: Site, paths: readonly string[]): void {
    const own = this.#ownOf(site);
    for (const path of paths) own.others.add(path);
    own.watch?.alsoWatch(paths);
  }

  #ownOf(site: Site): { watch: SiteWatch | undefined; others: Set<string> } {
    const own = this.#own.get(site) ?? { watch: undefined, others: new Set() };
    this.#own.set(site, own);
    return own;
  }

  /** Asks the client to watch a site; resolves with a function that stops it. */
  async #register(site: Site): Promise<() => Promise<void>> {
    const watchers = watchersOf(site, this.#client.relativePatterns);
    const registration: Disposable = await this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    return async () => registration.dispose();
  }

  /** Watches a site with the server's own watcher; resolves with a function that stops it. */
  async #startWatcher(site: Site): Promise<() => Promise<void>> {
    const watcher = this.#dependencies.watchSite(site.root, site.settings, {
      onPages: pages => site.filesChanged(pages),
      onFolders: folders => site.foldersChanged(folders),
      onRescan: () => site.rescan(),
      onConfiguration: () => void site.reconfigure(),
      onProblem: message => this.#connection.console.warn(message),
    });
    const own = this.#ownOf(site);
    own.watch = watcher;
    watcher.alsoWatch([...own.others]);
    return () => {
      if (own.watch === watcher) own.watch = undefined;
      return watcher.close();
    };
  }
}

function watchersOf(site: Site, relative: boolean): FileSystemWatcher[] {
  const glob = (pattern: string) => (relative ? { baseUri: site.uri, pattern } : `**/${pattern.replace(/^(\*\*\/)+/, '')}`);
  return [
    ...site.settings.include.map(pattern => ({ globPattern: glob(pattern) })),
    { globPattern: glob('**/*.dwt') },
    // What findings depend on beside pages, see `CheckWorld.read`.
    { globPattern: glob('**/*.{css,js}'), kind: WatchKind.Change },
    { globPattern: glob(`**/{.gitignore,${configurationNames.join(',')}}`) },
    // Some clients report a created or deleted folder without the files in it.
    { globPattern: glob('**/*'), kind: WatchKind.Create | WatchKind.Delete },
  ];
}

/** Passes the client's file events on to the sites. They are only hints: the engine reads the files itself. */
export function filesChanged(workspace: Workspace, { changes }: DidChangeWatchedFilesParams): void {
  const hints = new Map<Site, { pages: string[]; rescan: boolean; reconfigure: boolean }>();
  for (const { uri, type } of changes) {
    for (const { site, page } of workspace.pagesOf(uri)) {
      if (/(^|\/)(\.git|node_modules)(\/|$)/.test(page)) continue;
      const hint = hints.get(site) ?? { pages: [], rescan: false, reconfigure: false };
      hints.set(site, hint);
      const name = page.slice(page.lastIndexOf('/') + 1);
      if (isConfiguration(page)) hint.reconfigure = true;
      else if (name === '.gitignore' || (type !== FileChangeType.Changed && !name.includes('.'))) hint.rescan = true;
      else hint.pages.push(page);
    }
  }
  for (const [site, { pages, rescan, reconfigure }] of hints) {
    if (reconfigure) void site.reconfigure();
    if (rescan) site.rescan();
    site.filesChanged(pages);
    site.reconcileSoon(pages.map(folderOf));
  }
}
