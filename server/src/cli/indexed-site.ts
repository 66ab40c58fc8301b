import { printable } from 'templens-shared/printable';
import type { Settings } from 'templens-shared/settings';
import { CommandLineSite } from '../api/command-line-site.ts';
import { cacheFrom, type SiteOptions } from './options.ts';
import { log } from './output.ts';
import { ProgressBar } from './progress.ts';
import { failureOf, siteFolder, siteSettings } from './site-folder.ts';

/** A site, indexed once, for a command that asks, prints and ends. */
export interface IndexedSite {
  /** Absolute path. */
  root: string;
  settings: Settings;
  opened: CommandLineSite;
  /** Pages that could be read, sorted. */
  pages: string[];
  /** Skipped pages, by why. */
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
  const site = new CommandLineSite(root, settings, {
    checks: wanted.checks ?? false,
    cache: cacheFrom(options),
    onProgress: done => progress.show(done),
    onProblem: ({ message }) => {
      progress.clear();
      log(printable(message));
    },
  });
  try {
    const { pages, skipped } = await site.index().catch(failureOf);
    await use({ root, settings, opened: site, pages, skipped, progress });
  } finally {
    progress.clear();
    await site.close();
  }
}

/** Says on stderr that a site without pages is not a mistake of the program. */
export function sayWhenEmpty({ root, settings, pages }: IndexedSite): void {
  if (pages.length === 0) log(`There are no pages in ${root} (looked for ${settings.include.join(', ')}).`);
}
