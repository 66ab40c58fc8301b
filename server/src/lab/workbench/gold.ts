import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePage } from '../../site/decode.ts';
import { reasonOf } from '../../site/error-reason.ts';
import { type GoldFile, type GoldRule, parseGoldFile } from './gold-file.ts';

/** The entry of a page in a gold file. */
interface GoldPage {
  /** Name of its layout in the gold file. */
  template: string;
  rules: readonly GoldRule[];
  /** True for a key page: a person read its labels node by node. */
  key: boolean;
}

/** A site with gold labels: a folder with `gold.json` and the pages below `pages`. */
export interface GoldSite {
  name: string;
  /** The category in the gold file, else `uncategorised`. */
  category: string;
  folder: string;
  pagesFolder: string;
  gold: GoldFile;
  /** Labelled pages by path relative to `pagesFolder`, with `/`, in the order of the file. */
  pages: ReadonlyMap<string, GoldPage>;
  /** Pages of the site without gold labels. */
  unlabelled: readonly string[];
}

/** Reads `<folder>/gold.json`. Throws an `Error` with a sentence as its message if the file cannot be read or violates the schema. */
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

/** Reads and decodes a page. Throws the error of the file system if that fails. */
export function readGoldPage({ pagesFolder }: GoldSite, page: string): string {
  return decodePage(readFileSync(join(pagesFolder, page)));
}

/** Returns the folder itself if it has a `gold.json`, else its child folders that have one, sorted. */
export function goldFolders(folder: string): string[] {
  const holds = (entries: readonly string[]) => entries.includes('gold.json');
  if (holds(readdirSync(folder))) return [folder];
  const folders = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return folders
    .map(({ name }) => join(folder, name))
    .filter(path => holds(readdirSync(path)))
    .sort();
}
