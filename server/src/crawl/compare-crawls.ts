import { rowsIn } from './row-files.ts';
import { readable } from './state-files.ts';
import { WrongFolder } from './wrong-folder.ts';

/** How a page differs between two crawls. A page whose template alone changed is not listed. */
export interface PageChange {
  readonly change: 'added' | 'removed' | 'content';
  readonly url: string;
  readonly site: string;
}

/** What is compared of a row. */
interface ComparedRow {
  readonly url: string;
  readonly site: string;
  readonly contentHash?: string;
}

/**
 * The pages whose content differs between the rows of two crawls, site by site in the order of `old`, then new sites. Holds the rows of one
 * site's hashes at a time if both crawls have the same sites. Error rows say nothing about content: such a page counts as unchanged.
 * Throws `WrongFolder` for a folder without the rows of a whole crawl.
 */
export async function* compareCrawls(old: string, fresh: string): AsyncGenerator<PageChange> {
  const [a, b] = [sitesOf(old), sitesOf(fresh)];
  let [before, after] = [await a.next(), await b.next()];
  while (!before.done || !after.done) {
    const isOld = !before.done && (after.done || before.value.site <= after.value.site);
    const isNew = !after.done && (before.done || after.value.site <= before.value.site);
    yield* changes(isOld ? before.value!.rows : new Map(), isNew ? after.value!.rows : new Map());
    if (isOld) before = await a.next();
    if (isNew) after = await b.next();
  }
}

function* changes(old: ReadonlyMap<string, ComparedRow>, fresh: ReadonlyMap<string, ComparedRow>): Generator<PageChange> {
  for (const [url, { site, contentHash }] of old) {
    const now = fresh.get(url);
    if (!now) yield { change: 'removed', url, site };
    else if (contentHash !== undefined && now.contentHash !== undefined && contentHash !== now.contentHash)
      yield { change: 'content', url, site };
  }
  for (const [url, { site }] of fresh) if (!old.has(url)) yield { change: 'added', url, site };
}

/** The rows of one site after another, by URL. */
async function* sitesOf(folder: string): AsyncGenerator<{ site: string; rows: Map<string, ComparedRow> }> {
  const names = readable(folder) ?? [];
  if (!names.includes('crawl.json'))
    throw new WrongFolder(`${folder} does not have all rows of a crawl (crawl.json is missing).`);
  let current: { site: string; rows: Map<string, ComparedRow> } | undefined;
  for await (const row of rowsIn(folder, names, ['url', 'site', 'contentHash'])) {
    const { url, site, contentHash } = row as unknown as ComparedRow;
    if (current?.site !== site) {
      if (current) yield current;
      current = { site, rows: new Map() };
    }
    current.rows.set(url, { url, site, ...(contentHash && { contentHash }) });
  }
  if (current) yield current;
}
