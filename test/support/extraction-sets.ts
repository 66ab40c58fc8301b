// Pages with the text that people took for their content: key pages of the gold corpus, and public benchmarks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { goldWords } from './content-words.ts';
import type { GoldSite } from './gold.ts';

/** A page with the text of its content. */
export interface ExtractionPage {
  /** What is drawn in the bootstrap: pages of one site are alike. */
  readonly site: string;
  readonly path: string;
  readonly bytes: Buffer;
  readonly language: string;
  readonly gold: readonly string[];
}

/** Pages that are measured together. */
export interface ExtractionSet {
  readonly name: string;
  readonly pages: readonly ExtractionPage[];
}

/** The words of a text: runs of letters and digits. Extractors disagree about bullets, quotes and white space. */
export function textWords(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The key pages of a site. */
export function keyPages(site: GoldSite): ExtractionPage[] {
  const language = (site.gold as { language?: string }).language ?? 'en';
  return [...site.pages].flatMap(([path, { key, rules }]) => {
    if (!key) return [];
    const gold = textWords(goldWords(site.read(path), rules).join(' '));
    return [{ site: site.name, path, bytes: readFileSync(join(site.pagesFolder, path)), language, gold }];
  });
}

/** A public benchmark: a folder of a clone of its repository, and how it is read. */
interface Benchmark {
  readonly name: string;
  readonly repository: string;
  readonly read: (folder: string) => ExtractionPage[];
}

const benchmarks: readonly Benchmark[] = [
  { name: 'news', repository: 'scrapinghub/article-extraction-benchmark', read: readArticles },
  { name: 'WCXB, test', repository: 'Murrough-Foley/web-content-extraction-benchmark', read: folder => readWcxb(folder, 'test') },
];

/** The benchmarks that have a clone in a folder, and a sentence for each that has not. */
export function publicSets(folder: string): { sets: ExtractionSet[]; missing: string[] } {
  const sets: ExtractionSet[] = [];
  const missing: string[] = [];
  for (const { name, repository, read } of benchmarks) {
    const clone = join(folder, repository.split('/')[1]!);
    if (existsSync(clone)) sets.push({ name, pages: read(clone) });
    else missing.push(`${clone} is missing: clone the repository ${repository} of GitHub there to measure "${name}".`);
  }
  return { sets, missing };
}

/** Of scrapinghub/article-extraction-benchmark (MIT): 181 news articles. */
function readArticles(folder: string): ExtractionPage[] {
  const truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >;
  return Object.entries(truth).map(([id, { articleBody, url }]) => ({
    site: new URL(url).hostname,
    path: id,
    bytes: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
    language: 'en',
    gold: textWords(articleBody),
  }));
}

/** Of WCXB (Foley 2026, CC BY 4.0): pages of seven kinds, from articles to product lists; `dev` has 1,497 pages, `test` 511. */
export function readWcxb(folder: string, split: 'dev' | 'test'): ExtractionPage[] {
  const names = readdirSync(join(folder, split, 'ground-truth')).sort();
  return names.map(name => {
    const { url, ground_truth: truth } = JSON.parse(readFileSync(join(folder, split, 'ground-truth', name), 'utf8')) as {
      url: string;
      ground_truth: { main_content: string };
    };
    const path = name.replace(/\.json$/, '');
    const bytes = gunzipSync(readFileSync(join(folder, split, 'html', `${path}.html.gz`)));
    // A few pages have no address.
    return {
      site: URL.canParse(url) ? new URL(url).hostname : path,
      path,
      bytes,
      language: 'en',
      gold: textWords(truth.main_content ?? ''),
    };
  });
}
