import { existsSync, lstatSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import type { Settings } from 'templens-shared/settings';
import { configurationIn, isConfiguration, mostConfigurationBytes } from './configuration.ts';
import { folderIdentity, foldersOf, isKnownFolder } from './folders.ts';
import { folderOf, PageFilter } from './page-filter.ts';
import { withSlashes } from './path-within.ts';
import { readRegular } from './read-regular.ts';

/** The part of chokidar's watcher that is used here. */
interface Beginning {
  getWatched(): Record<string, readonly string[]>;
  once(event: 'ready', listener: () => void): unknown;
}

/**
 * Calls `begin` when a watcher of chokidar has found all that is there: when it is ready, or when it got stuck, since it is never ready
 * after an error in a folder (such as a path that is too long). It is stuck when it found nothing more for `patience` milliseconds; a
 * slow one that seemed stuck may begin twice. Returns what ends the wait.
 */
function whenBegun(watcher: Beginning, patience: number, begin: () => void): () => void {
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

export interface WatchListener {
  /** Pages at which something happened, each once; a hint, to be checked against the file. */
  onPages(pages: string[]): void;
  /** A burst of events is over: what stands in these folders (not deeper) may be another than was heard. */
  onFolders(folders: string[]): void;
  /** Anything may have happened: it was quiet for some time after events, the watcher has just begun, lost its root, or got it back. */
  onRescan(): void;
  onProblem(message: string): void;
  /** The site's configuration file was written, created or removed. */
  onConfiguration?(): void;
}

export interface SiteWatch {
  /** Hears of these files, too, which are no pages; paths are relative to the root, with `/`. */
  alsoWatch(paths: readonly string[]): void;
  /** Everything from here on is seen. A rescan was asked for just before, for what happened until then. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** chokidar drops a second removal of a path within 100 ms, so what was said is said once more after it; milliseconds. */
const CONFIRM_DELAY = 150;
/** How often the root is looked at, and how often a polled file is at most; milliseconds. */
const RETRY_DELAY = 500;
/** Milliseconds between two looks at a polled file, for each file that is polled: looking at many files takes a share of a core that is small. */
const POLL_DELAY_PER_FILE = 0.2;
/**
 * After so much quiet, or so long after the first event, what is there is compared with what was heard, in the folders that were heard of;
 * and after so much quiet, everywhere: an event may be lost. Milliseconds.
 */
const RECONCILE_DELAY = 300;
const LONGEST_DELAY = 2000;
const RESCAN_DELAY = 3000;

/**
 * Watches the pages of a site. Must run where the event loop is free: a blocked one loses events without an error.
 * Events are hints. After each burst the listener is asked to look at the folders of the events, and at all folders once it is quiet; the
 * configuration is read again. No event reports that a folder was replaced by another of the same name, so watching restarts if one was.
 * Links are not followed. Never throws: if the operating system refuses to watch, a problem is reported and polling takes over.
 */
export function watchSite(root: string, settings: Settings, listener: WatchListener): SiteWatch {
  let polling = settings.polling;
  /** How often a polled file is looked at; milliseconds. */
  let pollDelay = RETRY_DELAY;
  let watcher: FSWatcher | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let watching = () => {};
  let stopWaiting = () => {};
  const ready = new Promise<void>(resolve => {
    watching = resolve;
  });
  const others = new Set<string>();
  /** Folders that are watched, with their identities. */
  let known = new Map<string, string>();
  let configuration = configurationText(root);
  let reconciling: { timer: NodeJS.Timeout; since: number } | undefined;
  let rescan: NodeJS.Timeout | undefined;
  /** Folders that were heard of since what is there was looked at. */
  let touched = new Set<string>();
  const batch = new Batch(
    settings.batchDelay,
    () => (polling ? 2 * pollDelay : CONFIRM_DELAY),
    pages => listener.onPages(pages),
  );

  const start = async (): Promise<void> => {
    clearTimeout(retry);
    if (closed) return;
    const filter = new PageFilter(root, settings);
    // Before they are watched: one that is replaced meanwhile is noticed.
    let pages = 0;
    const folders = await foldersOf(root, filter, () => pages++);
    if (closed || watcher) return;
    pollDelay = Math.max(RETRY_DELAY, pages * POLL_DELAY_PER_FILE);
    known = folders;
    if (!folders.has('')) {
      retry = setTimeout(start, RETRY_DELAY);
      watching();
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
      const advice = limits[code ?? ''];
      if (advice === undefined || polling) {
        listener.onProblem(`Watching ${root} met an error (${message}); the site is read again.`);
        listener.onRescan();
        return;
      }
      polling = true;
      listener.onProblem(`${advice} Until then ${root} is watched by polling.`);
      void restart();
    });
    stopWaiting = whenBegun(current, RESCAN_DELAY, async () => {
      // A polled file counts as it was first looked at, which is some time after this event.
      if (polling) await sleep(pollDelay, undefined, { ref: false });
      await reconcileAll(current, filter);
      watching();
    });
  };

  const reconcileSoon = (current: FSWatcher, filter: PageFilter): void => {
    const since = reconciling?.since ?? Date.now();
    clearTimeout(reconciling?.timer);
    const delay = Math.max(0, Math.min(RECONCILE_DELAY, since + LONGEST_DELAY - Date.now()));
    const timer = setTimeout(() => {
      reconciling = undefined;
      void reconcile(current, filter);
    }, delay);
    reconciling = { timer, since };
  };

  /** Compares what is watched with what is there, in the folders that were heard of; once it is quiet, in all. */
  const reconcile = async (current: FSWatcher, filter: PageFilter): Promise<void> => {
    clearTimeout(rescan);
    rescan = setTimeout(() => void reconcileAll(current, filter), RESCAN_DELAY);
    const heard = [...touched];
    touched = new Set();
    // A path that was heard of may be that of a page, or of what is gone.
    const folders = new Set(heard.map(path => (known.has(path) ? path : folderOf(path))));
    const isSame = await Promise.all([...folders].map(folder => isKnownFolder(root, folder, filter, known)));
    if (current !== watcher) return;
    if (!isSame.every(same => same)) return reconcileAll(current, filter);
    readConfiguration();
    if (folders.size > 0) listener.onFolders([...folders].sort());
  };

  const readConfiguration = (): void => {
    const text = configurationText(root);
    if (text === configuration) return;
    configuration = text;
    listener.onConfiguration?.();
  };

  const reconcileAll = async (current: FSWatcher, filter: PageFilter): Promise<void> => {
    const folders = await foldersOf(root, filter);
    if (current !== watcher) return;
    readConfiguration();
    if (folders.has('') && [...folders].every(([path, identity]) => known.get(path) === identity)) listener.onRescan();
    else await restart();
  };

  /** The root may be replaced at once, by one that is complete: no event comes from there. */
  const look = setInterval(async () => {
    const current = watcher;
    const found = await stat(root).catch(() => undefined);
    if (!current || current !== watcher) return;
    if (!found || folderIdentity(found) !== known.get('')) await restart();
  }, RETRY_DELAY);
  look.unref();

  const stop = async (): Promise<void> => {
    const old = watcher;
    watcher = undefined;
    stopWaiting();
    const stopped = old?.close();
    // Closing takes the listeners off, and an error that nobody hears would end the process.
    old?.on('error', () => {});
    await stopped;
  };

  /** The pages or folders to watch may be others now, or the root is gone: begins again, and waits for the root if it must. */
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
      // What happened until now was not heard.
      for (const path of added) batch.add(path);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(reconciling?.timer);
      clearTimeout(rescan);
      clearInterval(look);
      batch.close();
      await stop();
      watching();
    },
  };
}

/** Name and text of the configuration file; empty where there is none that can be read. */
function configurationText(root: string): string {
  try {
    const name = configurationIn(root);
    return name === undefined ? '' : `${name}\n${readRegular(join(root, name), mostConfigurationBytes).toString('utf8')}`;
  } catch {
    return '';
  }
}

/** What to do about the operating system's limits, by the error's code. */
const limits: Record<string, string> = {
  ENOSPC: 'The system allows no more file watches: raise fs.inotify.max_user_watches, or leave folders out with "exclude".',
  EMFILE:
    'The system allows no more open files: raise the limit (ulimit -n, fs.inotify.max_user_instances), or leave folders out with "exclude".',
};

/** Absolute paths of those that are files now. Those that are not there are heard of by the folder that they come to. */
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

/** Before a path's kind is known, `stats` is missing; it is then kept if it may be either a folder or a page. */
function isIgnored(filter: PageFilter, path: string, stats: Stats | undefined): boolean {
  if (path === '' || isConfiguration(path) || path.endsWith('.gitignore')) return false;
  if (stats?.isDirectory()) return !filter.isFolder(path);
  if (filter.isPage(path) || filter.isTemplate(path)) return false;
  return stats !== undefined || !filter.isFolder(path);
}

function pagePath(root: string, path: string): string {
  return withSlashes(relative(root, path));
}

/** Gathers pages until `delay` ms after the first, hands them over, and once more after a while. */
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
