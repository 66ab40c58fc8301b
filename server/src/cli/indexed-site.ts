import { printable } from 'templens-shared/printable';
import type { Settings } from 'templens-shared/settings';
import { CommandLineSite } from '../api/command-line.ts';
import { cacheFrom, type SiteOptions } from './options.ts';
import { log } from './output.ts';
import { ProgressBar } from './progress.ts';
import { siteFolder, siteSettings, throwFailure } from './site-folder.ts';

/** A site after its first index, for a command that prints answers and ends. */
export interface IndexedSite {
  /** Absolute path of the site's folder. */
  root: string;
  settings: Settings;
  opened: CommandLineSite;
  /** Pages that could be read, sorted. */
  pages: string[];
  /** Reasons why files are skipped, by path. */
  skipped: Map<string, string>;
  progress: ProgressBar;
}

/**
 * Opens and indexes a site, passes it to `use`, and closes it. Progress and problems go to stderr.
 * @param given path of the site's folder, as the user wrote it.
 * @param wanted `checks`: run the checks, for commands that print findings.
 */
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
    const { pages, skipped } = await site.index().catch(throwFailure);
    await use({ root, settings, opened: site, pages, skipped, progress });
  } finally {
    progress.clear();
    await site.close();
  }
}

/** Reports on stderr that a site has no pages, which an empty result alone does not explain. */
export function logIfEmpty({ root, settings, pages }: IndexedSite): void {
  if (pages.length === 0) log(`There are no pages in ${root} (looked for ${settings.include.join(', ')}).`);
}
