// Content extractors of other people and Templens on the same pages in one run: quality and processor time.
import '../../server/src/lab/index.ts';
import { join } from 'node:path';
import { defaultSettings, type ExtractorName } from 'templens-shared/settings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import type { PageDigest } from '../../server/src/core/digest/page-digest.ts';
import { type AloneModel, compileAlone, labelsAlone } from '../../server/src/core/labels/alone/alone-labels.ts';
import { wholeBlocks } from '../../server/src/core/labels/extract/whole-blocks.ts';
import { neededFeatures } from '../../server/src/core/labels/extractors.ts';
import type { LabelModel } from '../../server/src/core/labels/label-model.ts';
import type { NodeLabels } from '../../server/src/core/labels/node-labels.ts';
import { pageFeatures } from '../../server/src/core/labels/page-features.ts';
import { pageHash } from '../../server/src/core/layouts/group-id.ts';
import { learnHost } from '../../server/src/core/model/learn-host.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { pageContent } from '../../server/src/crawl/page-content.ts';
import { wordMeasures } from '../../server/src/lab/workbench/word-measure.ts';
import { decodePage } from '../../server/src/site/decode.ts';
import type { BenchProgress } from './bench-progress.ts';
import { peerNames } from './content-peers.ts';
import { htmlWords, labelledWords } from './content-words.ts';
import { type ExtractionPage, type ExtractionSet, keyPages, textWords } from './extraction-sets.ts';
import type { GoldSite } from './gold.ts';
import { peerModule } from './peers.ts';
import { PythonFailure, pythonWith, runPython } from './python-packages.ts';

/** What an extractor did with the pages of a set. */
export interface Extraction {
  readonly name: string;
  /** What it reads to extract a page, beside the page. */
  readonly knows: string;
  /** By page of the set. */
  readonly words: readonly (readonly string[])[];
  /** Processor time of all pages of the set, in seconds. */
  readonly seconds: number;
  /** Pages that it threw an exception on. */
  readonly failed: number;
}

const pagesOfBenches = 'test/peers';

/** Extractors of PyPI, each on its own. @throws PythonFailure if they cannot be installed. */
export function pythonExtractions({ pages }: ExtractionSet, repetitions: number): Extraction[] {
  const python = pythonWith(join(pagesOfBenches, 'requirements.txt'));
  const input = pages.map(({ bytes, language }) => `${JSON.stringify({ bytes: bytes.toString('base64'), language })}\n`).join('');
  const output = runPython(python, [join(pagesOfBenches, 'extractors.py'), String(repetitions)], input);
  return output
    .trim()
    .split('\n')
    .map(line => {
      const { name, seconds, failed, texts } = JSON.parse(line) as Extraction & { texts: string[] };
      return { name, knows: 'the page', words: texts.map(textWords), seconds, failed };
    });
}

/** Readability and defuddle. */
export async function nodeExtractions({ pages }: ExtractionSet, repetitions: number): Promise<Extraction[]> {
  const peers = await peerModule<Record<string, (html: string, address: string) => Promise<string>>>('peers.mjs');
  const found: Extraction[] = [];
  for (const name of peerNames) {
    const run = async ({ path, bytes }: ExtractionPage): Promise<string> =>
      peers[name]!(decodePage(bytes), `https://example.org/${path}`);
    const { results, seconds, failed } = await timed(pages, repetitions, run);
    found.push({
      name,
      knows: 'the page',
      words: results.map(html => textWords(htmlWords(html ?? '').join(' '))),
      seconds,
      failed,
    });
  }
  return found;
}

/** Templens by the page alone. @param model one that has not seen the pages; default: the committed one */
export async function aloneExtraction({ pages }: ExtractionSet, repetitions: number, model?: AloneModel): Promise<Extraction> {
  const compiled = model && compileAlone(model);
  const label = (digest: PageDigest, text: string) => labelsAlone(digest, text, compiled);
  return { name: 'Templens, alone', knows: 'the page', ...(await applied(pages, repetitions, label)) };
}

/** Models that have not seen a site. Without one for pages alone, these are not labelled alone. */
export interface SiteModels {
  readonly labels: LabelModel;
  readonly alone: AloneModel | undefined;
}

/** Templens on the key pages of a site, by models of samples and alone, and the counters of the literature; a set for each. */
export async function siteExtractions(site: GoldSite, models: SiteModels, repetitions: number): Promise<Extraction[]> {
  const pages = keyPages(site);
  const all = [...site.pages.keys()]
    .sort((a, b) => pageHash(a) - pageHash(b))
    .map(name => ({ name, digest: digestOf(site.read(name)) }));
  const found: Extraction[] = [];
  for (const { name, most } of [
    { name: 'Templens, host', most: 200 },
    { name: 'Templens, sample 20', most: 20 },
    { name: 'Templens, sample 10', most: 10 },
  ]) {
    const host = learnHost(all.slice(0, most), { labelModel: models.labels });
    found.push({
      name,
      knows: `${most} pages of the host`,
      ...(await applied(pages, repetitions, digest => host.apply(digest))),
    });
  }
  if (models.alone) found.push(await aloneExtraction({ name: site.name, pages }, repetitions, models.alone));
  for (const extractor of ['df', 'iwptd'] as const) found.push(...counterExtractions(site, pages, extractor));
  return found;
}

/** Applies models to pages, from bytes to the text of the content. */
async function applied(
  pages: readonly ExtractionPage[],
  repetitions: number,
  label: (digest: PageDigest, text: string) => NodeLabels,
): Promise<Pick<Extraction, 'words' | 'seconds' | 'failed'>> {
  const emitted = new Set(['content'] as const);
  const { results, seconds, failed } = await timed(pages, repetitions, ({ bytes }) => {
    const text = decodePage(bytes);
    const digest = digestOf(text);
    const labels = label(digest, text);
    pageContent(digest, text, labels, emitted);
    return { text, digest, labels };
  });
  // The title of a page is outside of its body, and no part of the gold words.
  const words = results.map(result => {
    if (!result) return [];
    const { digest, text, labels } = result;
    const { tree, directives } = digest;
    return textWords(labelledWords(tree, text, wholeBlocks(tree, labels.label, directives)).join(' '));
  });
  return { words, seconds, failed };
}

/**
 * A counter of repeated segments: pages are labelled by what they have in common with all pages of the site, and as they come, by what they have in
 * common with those before them.
 */
function counterExtractions(site: GoldSite, pages: readonly ExtractionPage[], extractor: ExtractorName): Extraction[] {
  const model = new SiteModel({ extractor, groupThreshold: defaultSettings.groupThreshold });
  const keys = new Set(pages.map(({ path }) => path));
  const wordsOf = (page: string): string[] =>
    textWords(labelledWords(model.tree(page), site.read(page), model.labelsByEvidence(page).label).join(' '));
  const onArrival = new Map<string, string[]>();
  const names = [...site.pages.keys()].sort((a, b) => pageHash(a) - pageHash(b));
  let seconds = 0;
  for (const name of names) {
    const text = site.read(name);
    const start = process.cpuUsage();
    const digest = digestOf(text);
    model.upsert(name, digest, pageFeatures(neededFeatures({ extractor }), digest.tree, text, name));
    model.settle();
    model.labelsByEvidence(name);
    seconds += secondsSince(start);
    if (keys.has(name)) onArrival.set(name, wordsOf(name));
  }
  // Its time is that of all pages of the site.
  const ofKeys = (seconds * pages.length) / names.length;
  const words = (of: (path: string) => string[]): string[][] => pages.map(({ path }) => of(path));
  return [
    {
      name: `${extractor}, incremental`,
      knows: 'pages before it',
      words: words(path => onArrival.get(path)!),
      seconds: ofKeys,
      failed: 0,
    },
    { name: extractor, knows: 'all pages of the host', words: words(wordsOf), seconds: Number.NaN, failed: 0 },
  ];
}

function digestOf(text: string): PageDigest {
  return digestText(text, 'default', { maxDepth: defaultSettings.maxDepth });
}

/** Runs an extractor over pages; the time is that of the fastest repetition. */
async function timed<Result>(
  pages: readonly ExtractionPage[],
  repetitions: number,
  run: (page: ExtractionPage) => Result | Promise<Result>,
): Promise<{ results: (Result | undefined)[]; seconds: number; failed: number }> {
  let best = { results: [] as (Result | undefined)[], seconds: Number.POSITIVE_INFINITY, failed: 0 };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const results: (Result | undefined)[] = [];
    let failed = 0;
    const start = process.cpuUsage();
    for (const page of pages) {
      try {
        results.push(await run(page));
      } catch {
        failed++;
        results.push(undefined);
      }
    }
    const seconds = secondsSince(start);
    if (seconds < best.seconds) best = { results, seconds, failed };
  }
  return best;
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** All extractors that look at one page, on a set. Programs of other people that cannot be had are missing, with a sentence. */
export async function extractionsOfPages(
  set: ExtractionSet,
  repetitions: number,
  progress: BenchProgress,
  warn: (sentence: string) => void,
): Promise<Extraction[]> {
  const found: Extraction[] = [];
  const groups = [() => pythonExtractions(set, repetitions), () => nodeExtractions(set, repetitions)];
  for (const [at, group] of groups.entries()) {
    progress.show(`Extractors of other people: ${set.name}`, at, groups.length);
    try {
      found.push(...(await group()));
    } catch (error) {
      progress.clear();
      warn(error instanceof PythonFailure ? error.message : `The extractors of npm cannot be run: ${(error as Error).message}`);
    }
  }
  progress.clear();
  return found;
}

/** Precision, recall and F1 of a page's words. */
export function measuresOf(
  { pages }: ExtractionSet,
  { words }: Extraction,
): { site: string; precision: number; recall: number; f1: number }[] {
  return pages.map(({ site, gold }, at) => ({ site, ...wordMeasures(words[at]!, gold) }));
}
