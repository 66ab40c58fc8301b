import type { Settings } from 'templens-shared/settings';
import { printable } from '../report/printable.ts';
import { type EngineHandle, startEngine } from '../site/engine-handle.ts';
import { exitCode, Failure } from './failure.ts';
import type { SiteOptions } from './options.ts';
import { log } from './output.ts';
import { ProgressBar } from './progress.ts';
import { siteFolder, siteSettings } from './site-folder.ts';

/** A site, indexed once, for a command that asks, prints and ends. */
export interface IndexedSite {
  /** Absolute path. */
  root: string;
  settings: Settings;
  engine: EngineHandle;
  /** Pages that could be read, sorted. */
  pages: string[];
  /** Pages that were left out, by why. */
  skipped: Map<string, string>;
  progress: ProgressBar;
}

/** Indexes the site, with findings where they are wanted, and hands it to `use`; progress and problems go to stderr. */
export async function withIndexedSite(
  given: string,
  options: SiteOptions,
  use: (site: IndexedSite) => Promise<void>,
  wanted: { checks?: boolean } = {},
): Promise<void> {
  const root = await siteFolder(given);
  const settings = await siteSettings(root, options);
  const progress = new ProgressBar();
  const engine = startEngine();
  let fatal: string | undefined;
  engine.onEvent(event => {
    if (event.event === 'progress') progress.show(event);
    if (event.event !== 'problem') return;
    if (event.severity === 'error' && event.page === undefined) fatal ??= event.message;
    else {
      progress.clear();
      log(printable(event.message));
    }
  });
  try {
    engine.send({ command: 'open', root, settings, labels: false, ...wanted });
    const statuses = await engine.query({ kind: 'pages' });
    if (fatal !== undefined) throw new Failure(exitCode.failed, fatal);
    const pages = statuses.filter(({ state }) => state !== 'skipped').map(({ page }) => page);
    const skipped = new Map(statuses.filter(({ state }) => state === 'skipped').map(({ page, reason }) => [page, reason ?? '']));
    await use({ root, settings, engine, pages: pages.sort(), skipped, progress });
  } finally {
    progress.clear();
    await engine.close();
  }
}

/** Says on stderr that a site without pages is not a mistake of the program. */
export function sayWhenEmpty({ root, settings, pages }: IndexedSite): void {
  if (pages.length === 0) log(`There are no pages in ${root} (looked for ${settings.include.join(', ')}).`);
}
