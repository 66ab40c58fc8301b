import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { counted } from 'templens-shared/counted';
import { freeFolder, makeFolders } from '../api/new-folder.ts';
import { removeStaleDrafts, withDraft } from '../api/replace-file.ts';
import { annotatedPage, annotatedPath, reportIndex } from '../report/html.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import type { IndexedSite } from './indexed-site.ts';
import { log } from './output.ts';
import { throwFailure } from './site-folder.ts';

/** A file that marks a folder as a report, so that the next report may replace it. */
const marker = '.templens-report';

/** Writes the annotated pages and their index to the folder `given` by the user, which is created or replaced atomically. */
export async function writeHtmlReport(site: IndexedSite, pages: string[], given: string): Promise<void> {
  const isExcluded = (inside: string) => site.opened.ruleAgainst(`${inside}/index.html`) !== undefined;
  const target = await freeFolder(given, site.root, { marker, isExcluded }).catch(throwFailure);
  try {
    await makeFolders(dirname(target));
    await removeStaleDrafts(dirname(target));
    // The draft's name begins with a dot, so that no site indexes its files.
    await withDraft(dirname(target), async draft => {
      await mkdir(join(draft, 'new'));
      await writePages(site, pages, join(draft, 'new'));
      await replaceFolder(join(draft, 'new'), target, join(draft, 'old'));
    });
  } catch (error) {
    if (error instanceof Failure || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Failure(exitCode.failed, `The folder ${given} cannot be written: ${reasonOf(error)}.`);
  }
  site.progress.clear();
  log(`Wrote ${counted(pages.length, 'annotated page')}; open ${join(given, 'index.html')}.`);
}

async function writePages({ root, opened, progress }: IndexedSite, pages: string[], folder: string): Promise<void> {
  const summaries = [];
  for (const page of pages) {
    const summary = await opened.regions(page);
    const source = await opened.text(page).catch((error: Error) => {
      throw new Failure(exitCode.failed, `The site changed meanwhile: ${error.message}`);
    });
    const file = join(folder, annotatedPath(page));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, annotatedPage(page, source, summary), { flush: true });
    summaries.push({ page, summary });
    progress.show({ phase: 'classify', done: summaries.length, total: pages.length });
  }
  await writeFile(join(folder, 'index.html'), reportIndex(basename(root), summaries), { flush: true });
  await writeFile(join(folder, marker), '');
}

/** Renames the folder `fresh` to `target`. An earlier report at `target` is renamed to `old`, and back if this fails. */
async function replaceFolder(fresh: string, target: string, old: string): Promise<void> {
  const before = await stat(target).catch(() => undefined);
  if (before) {
    await chmod(fresh, before.mode & 0o7777);
    await rename(target, old);
  }
  try {
    await rename(fresh, target);
  } catch (error) {
    if (before) await rename(old, target);
    throw error;
  }
}
