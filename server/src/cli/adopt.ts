import { counted } from 'templens-shared/counted';
import { unifiedDiff } from '../report/unified-diff.ts';
import { exitCode, Failure } from './failure.ts';
import type { IndexedSite } from './indexed-site.ts';
import { versionNamed } from './named-part.ts';
import { colorsFor, log, print } from './output.ts';
import { interruption, writeChangedPages } from './write-pages.ts';

/**
 * Runs `fix --adopt PART@VERSION`, which brings one version of a part to its other pages: prints a diff, or with `write` writes all pages or
 * none.
 * @param pages paths of the pages to change; undefined for all.
 */
export async function adopt(
  site: IndexedSite,
  { adopt: wanted, write, color }: { adopt: string; write?: true; color?: boolean },
  pages: readonly string[] | undefined,
): Promise<void> {
  const { part, version, number } = versionNamed(await site.opened.partSummaries(), wanted);
  const adopted = await site.opened.adopt({
    part: part.id,
    version: version.id,
    ...(pages && { pages }),
  });
  site.progress.clear();
  const name = `version ${number} of "${part.name}"`;
  for (const { page, reason } of adopted.refused) log(`${page} keeps its version. ${reason}`);
  for (const { page, message } of adopted.uncovered) log(`${page} would have a new finding: ${message}`);
  const what = `${counted(adopted.pages.length, 'page')}${adopted.refused.length > 0 ? `; ${counted(adopted.refused.length, 'page')} cannot` : ''}`;
  if (adopted.pages.length === 0)
    return log(adopted.refused.length > 0 ? `No page can adopt ${name}.` : `All pages have ${name}.`);
  if (!write) {
    const colors = colorsFor(color);
    for (const page of adopted.pages) await print(unifiedDiff(page, colors, process.stdout.isTTY === true));
    return log(`Would bring ${name} to ${what}; nothing is written without --write.`);
  }
  const { refused, interrupted } = await writeChangedPages(site.root, site.pages, adopted.pages, { together: true });
  for (const sentence of refused) log(sentence);
  if (interrupted) throw new Failure(exitCode.failed, interruption([], adopted.pages.length));
  if (refused.length > 0) throw new Failure(exitCode.failed, 'A page could not be written, so no page is changed.');
  log(`Brought ${name} to ${what}.`);
}
