import type { Settings } from 'templens-shared/settings';
import type { Configuration } from '../site/configuration.ts';
import type { EngineHandle } from '../site/engine-handle.ts';
import type { SiteWatch, WatchListener } from '../site/watcher.ts';

/** The effects that the language server needs; it touches neither disk nor threads itself. */
export interface Dependencies {
  /** The folder in which answers are kept between runs; undefined where none are. */
  cache?: string | undefined;
  startEngine(): EngineHandle;
  /** The settings of the site at `root`, with `overrides` over its configuration file. */
  loadConfiguration(root: string, overrides: Partial<Settings>): Promise<Configuration>;
  /** Watches a site for a client that does not. */
  watchSite(root: string, settings: Settings, listener: WatchListener): SiteWatch;
  /** A path without links; the path itself where there is nothing. */
  realPath(path: string): string;
  /** The decoded text of a page on disk; rejects when it cannot be read. */
  readPage(root: string, page: string): Promise<string>;
}
