import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePage } from '../../site/decode.ts';
import { reasonOf } from '../../site/error-reason.ts';
import { type GoldFile, type GoldRule, parseGoldFile } from './gold-file.ts';

/** What the gold file says of a page. */
interface GoldPage {
  /** Name of the true layout. */
  template: string;
  rules: readonly GoldRule[];
  /** Its labels were read node by node. */
  key: boolean;
}

/** A site with gold labels: a folder with `gold.json` and the pages below `pages`. */
export interface GoldSite {
  name: string;
  /** As the gold file gives it, else `uncategorised`. */
  category: string;
  folder: string;
  pagesFolder: string;
  gold: GoldFile;
  /** Labelled pages by path relative to `pagesFolder`, with `/`, in the order of the file. */
  pages: ReadonlyMap<string, GoldPage>;
  /** Pages that belong to the site, but have no gold labels. */
  unlabelled: readonly string[];
}

/** Reads `<folder>/gold.json`. Throws an `Error` with a sentence for its message where it cannot be read or is not as the schema says. */
export function loadGoldSite(folder: string): GoldSite {
  const file = join(folder, 'gold.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}.`);
  }
  const { gold, problems } = parseGoldFile(text);
  if (!gold) throw new Error(`${folder} is no gold site: ${problems[0]}`);
  const pages = new Map<string, GoldPage>();
  for (const { name, pages: paths, rules, keyPages } of gold.templates) {
    for (const page of paths) pages.set(page, { template: name, rules, key: keyPages?.includes(page) ?? false });
  }
  return {
    name: gold.site,
    category: gold.category ?? 'uncategorised',
    folder,
    pagesFolder: join(folder, 'pages'),
    gold,
    pages,
    unlabelled: gold.unlabelled ?? [],
  };
}

/** The decoded text of a page; throws what the file system says where there is none. */
export function readGoldPage({ pagesFolder }: GoldSite, page: string): string {
  return decodePage(readFileSync(join(pagesFolder, page)));
}

/** Folders with a `gold.json`: the folder itself, or else those directly in it, by name. */
export function goldFolders(folder: string): string[] {
  const holds = (entries: readonly string[]) => entries.includes('gold.json');
  if (holds(readdirSync(folder))) return [folder];
  const folders = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return folders
    .map(({ name }) => join(folder, name))
    .filter(path => holds(readdirSync(path)))
    .sort();
}
