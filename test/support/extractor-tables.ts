// `npm run bench -- --extractors`: the extractions as tables.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AloneModel } from '../../server/src/core/labels/alone/alone-labels.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { BenchProgress } from './bench-progress.ts';
import { bootstrapMean } from './bootstrap.ts';
import { corpusSites, namedSites } from './corpus.ts';
import { type ExtractionSet, keyPages, publicSets } from './extraction-sets.ts';
import { aloneExtraction, type Extraction, extractionsOfPages, measuresOf, siteExtractions } from './extractor-comparison.ts';
import { keptModels } from './kept-models.ts';

/** Quality of an extractor on a set, and its speed. Measures are means over the pages of each site, then over the sites. */
export interface ExtractorFigures {
  set: string;
  name: string;
  knows: string;
  precision: number;
  recall: number;
  f1: number;
  /** 95 % bootstrap interval of F1, over sites. */
  low: number;
  high: number;
  /** Pages a second of processor time; null if it was not measured. */
  speed: number | null;
  failed: number;
}

/** Settings of `extractorFigures`. */
export interface ComparisonOptions {
  /** Folder of models that have not seen a site, see `keptModels`. */
  models: string | undefined;
  /** Folder of clones of public benchmarks. */
  benchmarks: string | undefined;
  /** Sites of the corpus; all without. */
  sites: readonly string[] | undefined;
  repetitions: number;
  warn: (sentence: string) => void;
}

/** What `train-alone.js --keep` wrote for a site. */
function aloneModel(folder: string | undefined, site: string): AloneModel | undefined {
  const file = folder === undefined ? undefined : join(folder, `${site}.alone.json`);
  return file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AloneModel) : undefined;
}

/** Measures every extractor on the gold corpus and on the public benchmarks. */
export async function extractorFigures(options: ComparisonOptions): Promise<ExtractorFigures[]> {
  const { repetitions, warn } = options;
  const progress = new BenchProgress();
  const corpus = corpusSites();
  const sites = namedSites(corpus, options.sites);
  const set: ExtractionSet = { name: 'corpus', pages: sites.flatMap(keyPages) };
  const own = new Map<string, Extraction>();
  let done = 0;
  for (const { site, model } of keptModels(corpus, sites, options.models)) {
    progress.show('Templens', done++, sites.length);
    const before = set.pages.findIndex(page => page.site === site.name);
    for (const extraction of await siteExtractions(
      site,
      { labels: model, alone: aloneModel(options.models, site.name) },
      repetitions,
    )) {
      const known = own.get(extraction.name) ?? { ...extraction, words: set.pages.map(() => []), seconds: 0, failed: 0 };
      const words = [...known.words];
      words.splice(before, extraction.words.length, ...extraction.words);
      own.set(extraction.name, {
        ...known,
        words,
        seconds: known.seconds + extraction.seconds,
        failed: known.failed + extraction.failed,
      });
    }
  }
  const figures = [...own.values(), ...(await extractionsOfPages(set, repetitions, progress, warn))].map(of =>
    figuresOf(set, of),
  );
  if (!own.has('Templens, alone'))
    warn(
      'Pages of the corpus are not labelled alone: train-alone.js --keep puts models that have not seen them into the folder of --models.',
    );
  if (options.benchmarks === undefined) {
    warn('Public benchmarks are skipped: --benchmarks names the folder of their clones.');
    return figures;
  }
  // Their speed is that of larger pages; once is enough.
  const { sets, missing } = publicSets(options.benchmarks);
  missing.forEach(warn);
  for (const benchmark of sets) {
    const all = [await aloneExtraction(benchmark, 1), ...(await extractionsOfPages(benchmark, 1, progress, warn))];
    figures.push(...all.map(of => figuresOf(benchmark, of)));
  }
  return figures;
}

function figuresOf(set: ExtractionSet, extraction: Extraction): ExtractorFigures {
  const bySite = groupedBy(measuresOf(set, extraction), ({ site }) => site);
  const [precision, recall, f1] = (['precision', 'recall', 'f1'] as const).map(measure =>
    [...bySite.values()].map(pages => pages.reduce((sum, page) => sum + page[measure], 0) / pages.length),
  );
  const { mean, low, high } = bootstrapMean(f1!);
  const { name, knows, seconds, failed } = extraction;
  return {
    set: set.name,
    name,
    knows,
    precision: bootstrapMean(precision!).mean,
    recall: bootstrapMean(recall!).mean,
    f1: mean,
    low,
    high,
    speed: Number.isNaN(seconds) ? null : set.pages.length / seconds,
    failed,
  };
}

/** A table for each set of pages, the best F1 first. */
export function extractorTables(figures: readonly ExtractorFigures[]): string {
  const head = ['extractor', 'knows', 'precision', 'recall', 'F1', '95 % interval of F1', 'pages a second and core', 'failed'];
  const tables = [...groupedBy(figures, ({ set }) => set)].map(([set, all]) => {
    const rows = [...all]
      .sort((a, b) => b.f1 - a.f1)
      .map(({ name, knows, precision, recall, f1, low, high, speed, failed }) => [
        name,
        knows,
        ...[precision, recall, f1].map(value => value.toFixed(3)),
        `${low.toFixed(3)} to ${high.toFixed(3)}`,
        speed?.toFixed(0) ?? '',
        String(failed),
      ]);
    return `${set}:\n\n${markdownTable(head, rows)}`;
  });
  return tables.join('\n\n');
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
