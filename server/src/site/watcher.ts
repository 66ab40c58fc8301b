import { existsSync, lstatSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import type { Settings } from 'templens-shared/settings';
import { configurationNames, isConfiguration } from './configuration.ts';
import { pageFilter } from './discover.ts';
import { folderIdentity, foldersOf, isKnownFolder } from './folders.ts';
import { folderOf, type PageFilter } from './page-filter.ts';
import { withSlashes } from './path-within.ts';
import { readRegular } from './read-regular.ts';
import { delays, limits } from './thresholds.ts';

/** The members of chokidar's watcher that `whenBegun` uses. */
interface StartingWatcher {
  getWatched(): Record<string, readonly string[]>;
  once(event: 'ready', listener: () => void): unknown;
}

/**
 * Calls `begin` when chokidar has found all files: when it is ready, or when it is stuck, since it is never ready after an error in a folder
 * (such as a path that is too long). It counts as stuck if it found nothing more for `patience` milliseconds; if it was only slow, `begin` is
 * called twice. Returns a function that ends the wait.
 */
function whenBegun(watcher: StartingWatcher, patience: number, begin: () => void): () => void {
  let before = -1;
  const timer = setInterval(() => {
    const found = Object.values(watcher.getWatched()).reduce((sum, names) => sum + names.length, 0);
    if (found === before) {
      clearInterval(timer);
      begin();
    }
    before = found;
  }, patience);
  watcher.once('ready', () => {
    clearInterval(timer);
    begin();
  });
  return () => clearInterval(timer);
}

/** Receives what `watchSite` reports. Paths are relative to the root, with `/`. */
export interface WatchListener {
  /** Pages at which something may have happened, each once, sorted. */
  onPages(pages: string[]): void;
  /** A burst of events is over: files directly in these folders may differ from what events reported. */
  onFolders(folders: string[]): void;
  /** Anything may have happened: there were no events for some time, or the watcher has just begun, lost its root, or got it back. */
  onRescan(): void;
  onProblem(message: string): void;
  /** The site's configuration file was written, created or removed. */
  onConfiguration?(): void;
}

/** A running watch. */
export interface SiteWatch {
  /** Also watches these files, which are not pages; paths are relative to the root, with `/`. */
  alsoWatch(paths: readonly string[]): void;
  /** Resolves when all later changes will be reported. `onRescan` is called just before, because earlier ones may have been missed. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Watches the pages of a site. Must run in a thread whose event loop is free: a blocked one loses events without an error.
 * Events are hints. After each burst the listener has to check the folders of the events, and all folders after a time without events; the
 * configuration file is compared, too. No event reports that a folder was replaced by another of the same name, so watching restarts if that
 * happened. Links are not followed. Never throws: if the operating system refuses to watch, a problem is reported and polling takes over.
 */
export function watchSite(root: string, settings: Settings, listener: WatchListener): SiteWatch {
  let polling = settings.polling;
  /** Interval at which polled files are checked; milliseconds. */
  let pollDelay: number = delays.rootCheck;
  let watcher: FSWatcher | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let resolveReady = () => {};
  let stopWaiting = () => {};
  const ready = new Promise<void>(resolve => {
    resolveReady = resolve;
  });
  /** Watched files that are not pages. */
  const others = new Set<string>();
  /** Identities of the watched folders, by path. */
  let known = new Map<string, string>();
  let configuration = configurationState(root);
  let reconciling: { timer: NodeJS.Timeout; since: number } | undefined;
  let rescan: NodeJS.Timeout | undefined;
  /** Paths of events since the last comparison with the disk. */
  let touched = new Set<string>();
  const batch = new Batch(
    settings.batchDelay,
    () => (polling ? 2 * pollDelay : delays.confirmation),
    pages => listener.onPages(pages),
  );

  const start = async (): Promise<void> => {
    clearTimeout(retry);
    if (closed) return;
    const filter = pageFilter(root, settings);
    // Identities are taken before watching begins, so that a folder that is replaced meanwhile is noticed.
    let pages = 0;
    const folders = await foldersOf(root, filter, () => pages++);
    if (closed || watcher) return;
    pollDelay = Math.max(delays.rootCheck, pages * delays.pollingPerFile);
    known = folders;
    if (!folders.has('')) {
      retry = setTimeout(start, delays.rootCheck);
      resolveReady();
      return;
    }
    const current = watch(root, {
      ignored: (path, stats) => !others.has(pagePath(root, path)) && isIgnored(filter, pagePath(root, path), stats),
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      atomic: false,
      usePolling: polling,
      interval: pollDelay,
    });
    watcher = current;
    current.add(filesAmong(root, others));
    current.on('raw', (_event, path, details) => {
      const watched = (details as { watchedPath?: string } | undefined)?.watchedPath;
      if (watched !== undefined) touched.add(pagePath(root, watched));
      if (typeof path === 'string' && isAbsolute(path)) touched.add(folderOf(pagePath(root, path)));
      reconcileSoon(current, filter);
    });
    current.on('all', (event, path, stats) => {
      if (current !== watcher) return;
      const page = pagePath(root, path);
      if (event === 'addDir' && stats) known.set(page, folderIdentity(stats));
      if (event === 'unlinkDir') known.delete(page);
      touched.add(folderOf(page));
      reconcileSoon(current, filter);
      const name = page.slice(page.lastIndexOf('/') + 1);
      if (page === '') {
        if (event === 'unlinkDir') void restart();
      } else if (name === '.gitignore') void restart();
      else if (isConfiguration(page)) listener.onConfiguration?.();
      else if (filter.isPage(page) || filter.isTemplate(page) || others.has(page)) batch.add(page);
    });
    current.on('error', error => {
      if (current !== watcher) return;
      const { code, message } = error as NodeJS.ErrnoException;
      const advice = limitAdvice[code ?? ''];
      if (advice === undefined || polling) {
        listener.onProblem(`Watching ${root} met an error (${message}); the site is read again.`);
        listener.onRescan();
        return;
      }
      polling = true;
      listener.onProblem(`${advice} Until then ${root} is watched by polling.`);
      void restart();
    });
    stopWaiting = whenBegun(current, delays.rescan, async () => {
      // Polling compares with the first look at a file, which comes some time after this event.
      if (polling) await sleep(pollDelay, undefined, { ref: false });
      await reconcileAll(current, filter);
      resolveReady();
    });
  };

  const reconcileSoon = (current: FSWatcher, filter: PageFilter): void => {
    const since = reconciling?.since ?? Date.now();
    clearTimeout(reconciling?.timer);
    const delay = Math.max(0, Math.min(delays.reconciliation, since + delays.latestReconciliation - Date.now()));
    const timer = setTimeout(() => {
      reconciling = undefined;
      void reconcile(current, filter);
    }, delay);
    reconciling = { timer, since };
  };

  /** Compares the folders of the last events with the disk, and after a time without events all folders. */
  const reconcile = async (current: FSWatcher, filter: PageFilter): Promise<void> => {
    clearTimeout(rescan);
    rescan = setTimeout(() => void reconcileAll(current, filter), delays.rescan);
    const heard = [...touched];
    touched = new Set();
    // The path of an event may also be that of a page or of a removed folder.
    const folders = new Set(heard.map(path => (known.has(path) ? path : folderOf(path))));
    const isSame = await Promise.all([...folders].map(folder => isKnownFolder(root, folder, filter, known)));
    if (current !== watcher) return;
    if (!isSame.every(same => same)) return reconcileAll(current, filter);
    compareConfiguration();
    if (folders.size > 0) listener.onFolders([...folders].sort());
  };

  /** Reports if the configuration files differ from the last look at them. */
  const compareConfiguration = (): void => {
    const state = configurationState(root);
    if (state === configuration) return;
    configuration = state;
    listener.onConfiguration?.();
  };

  /** Compares all folders with the disk. Restarts if one was added, removed or replaced; otherwise asks for a rescan. */
  const reconcileAll = async (current: FSWatcher, filter: PageFilter): Promise<void> => {
    const folders = await foldersOf(root, filter);
    if (current !== watcher) return;
    compareConfiguration();
    if (folders.has('') && [...folders].every(([path, identity]) => known.get(path) === identity)) listener.onRescan();
    else await restart();
  };

  /** Checks the root: no event reports that it was replaced by another folder. */
  const rootCheck = setInterval(async () => {
    const current = watcher;
    const found = await stat(root).catch(() => undefined);
    if (!current || current !== watcher) return;
    if (!found || folderIdentity(found) !== known.get('')) await restart();
  }, delays.rootCheck);
  rootCheck.unref();

  const stop = async (): Promise<void> => {
    const old = watcher;
    watcher = undefined;
    stopWaiting();
    const stopped = old?.close();
    // `close` removes the listeners, and an error without a listener would end the process.
    old?.on('error', () => {});
    await stopped;
  };

  /** Starts watching again, because pages or folders to watch may have changed or the root is gone; waits for the root if necessary. */
  const restart = async (): Promise<void> => {
    if (!existsSync(root)) listener.onRescan();
    await stop();
    await start();
  };

  void start();
  return {
    ready,
    alsoWatch(paths) {
      const added = paths.filter(path => !others.has(path));
      for (const path of added) others.add(path);
      watcher?.add(filesAmong(root, added));
      // Changes until now were not seen.
      for (const path of added) batch.add(path);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(reconciling?.timer);
      clearTimeout(rescan);
      clearInterval(rootCheck);
      batch.close();
      await stop();
      resolveReady();
    },
  };
}

/** Returns the names of the configuration files that exist, and the text of the one that is read, without it if it cannot be. */
function configurationState(root: string): string {
  const names = configurationNames.filter(name => existsSync(join(root, name)));
  try {
    return [...names, names[0] && readRegular(join(root, names[0]), limits.configurationBytes).toString('utf8')].join('\n');
  } catch {
    return names.join('\n');
  }
}

/** Sentences that say what to do about limits of the operating system, by error code. */
const limitAdvice: Record<string, string> = {
  ENOSPC: 'The system allows no more file watches: raise fs.inotify.max_user_watches, or leave folders out with "exclude".',
  EMFILE:
    'The system allows no more open files: raise the limit (ulimit -n, fs.inotify.max_user_instances), or leave folders out with "exclude".',
};

/** Returns the absolute paths of those that are files now. The creation of the others is seen by watching their folders. */
function filesAmong(root: string, paths: Iterable<string>): string[] {
  const absolute = [...paths].map(path => join(root, path));
  return absolute.filter(path => {
    try {
      return lstatSync(path).isFile();
    } catch {
      return false;
    }
  });
}

/**
 * True if chokidar should skip the path.
 * @param stats undefined before the kind of the file is known: a path that may be a folder or a page is kept.
 */
function isIgnored(filter: PageFilter, path: string, stats: Stats | undefined): boolean {
  if (path === '' || isConfiguration(path) || path.endsWith('.gitignore')) return false;
  if (stats?.isDirectory()) return !filter.isFolder(path);
  if (filter.isPage(path) || filter.isTemplate(path)) return false;
  return stats !== undefined || !filter.isFolder(path);
}

function pagePath(root: string, path: string): string {
  return withSlashes(relative(root, path));
}

/** Gathers pages for `delay` milliseconds after the first, passes them on, and passes them on once more `confirmDelay` milliseconds later. */
class Batch {
  readonly #delay: number;
  readonly #confirmDelay: () => number;
  readonly #flush: (pages: string[]) => void;
  #pages = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting = false;

  constructor(delay: number, confirmDelay: () => number, flush: (pages: string[]) => void) {
    this.#delay = delay;
    this.#confirmDelay = confirmDelay;
    this.#flush = flush;
  }

  add(page: string): void {
    this.#pages.add(page);
    if (this.#waiting) return;
    this.#waiting = true;
    this.#after(this.#delay, () => {
      const pages = [...this.#pages].sort();
      this.#pages = new Set();
      this.#waiting = false;
      this.#flush(pages);
      this.#after(this.#confirmDelay(), () => this.#flush(pages));
    });
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #after(delay: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delay);
    this.#timers.add(timer);
  }
}
