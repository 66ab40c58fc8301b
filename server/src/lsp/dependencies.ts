import type { Settings } from 'templens-shared/settings';
import type { startMigration } from '../migration/migration-handle.ts';
import type { Configuration } from '../site/configuration.ts';
import type { EngineHandle } from '../site/engine-handle.ts';
import type { SiteWatch, WatchListener } from '../site/watcher.ts';

/** Access to disk and threads for the language server, whose own files use neither; tests pass substitutes. */
export interface Dependencies {
  /** Folder of the cache on disk; undefined to run without a cache. */
  cache?: string | undefined;
  startEngine(): EngineHandle;
  /** Reads the settings of the site at the path `root`; `overrides` take precedence over its configuration file. */
  loadConfiguration(root: string, overrides: Partial<Settings>): Promise<Configuration>;
  startMigration: typeof startMigration;
  /** Watches the files of a site, for a client that does not. */
  watchSite(root: string, settings: Settings, listener: WatchListener): SiteWatch;
  /** The path with symbolic links resolved; the same path if it does not exist. */
  realPath(path: string): string;
  /** The decoded text of a page on disk; rejects when it cannot be read. */
  readPage(root: string, page: string): Promise<string>;
}
