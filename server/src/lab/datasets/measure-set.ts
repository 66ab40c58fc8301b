import '../index.ts';
import { type ExtractorName, extractorNames, type Settings } from 'templens-shared/settings';
import { labelsAlone } from '../../core/labels/alone/alone-labels.ts';
import { type Comparison, type ComparisonOptions, compareMethods } from '../workbench/comparison.ts';
import { buildModel, parsePages } from '../workbench/run/measure-cell.ts';
import { contentText } from './content-text.ts';
import type { DataSet } from './data-set.ts';
import type { DataSetPage } from './read-sets.ts';
import { cleanevalScores, editScore, type Score, tokenScore } from './word-scores.ts';

/** The scores of an extractor on a page, or their means. `cleaneval` and `segments` need gold texts with markers. */
export interface WordScores {
  cleaneval: Score | null;
  segments: Score | null;
  edit: number;
  tokens: Score;
}

/** An extractor on all pages of a data set. Means are over pages, as in the published evaluations. */
interface WordRun {
  run: ExtractorName;
  mean: WordScores;
  pages: ({ page: string; host: string } & WordScores)[];
}

/** The results of extractors on a data set. */
export interface WordReport {
  version: 1;
  dataset: string;
  pages: number;
  hosts: number;
  runs: WordRun[];
  /** Over the means of hosts. */
  comparisons: Comparison[];
  notes: string[];
}

/** Options of `measureSet`. */
export interface WordOptions {
  extractors: readonly ExtractorName[];
  settings: Settings;
  comparison: ComparisonOptions;
  progress: (done: number, total: number) => void;
}

/**
 * Runs extractors on the pages of a data set and scores their content by words. The pages of a host are a site; the default extractor labels a
 * page without others of its host as pages alone.
 */
export async function measureSet(set: DataSet, pages: readonly DataSetPage[], options: WordOptions): Promise<WordReport> {
  const hosts = byHost(pages);
  const byRun = new Map(options.extractors.map(run => [run, [] as WordRun['pages']]));
  let done = 0;
  for (const [host, members] of hosts) {
    for (const [run, scored] of byRun) {
      const texts = extractedTexts(run, members, options.settings);
      scored.push(...members.map(({ name, gold }, at) => ({ page: name, host, ...scoresOf(texts[at]!, gold, set.hasMarkers) })));
      // Interrupts and the progress bar get their turn.
      await new Promise(resolve => setImmediate(resolve));
    }
    done += members.length;
    options.progress(done, pages.length);
  }
  const position = new Map(pages.map(({ name }, at) => [name, at]));
  const runs = [...byRun].map(([run, scored]): WordRun => {
    const inOrder = scored.sort((a, b) => position.get(a.page)! - position.get(b.page)!);
    return { run, mean: meanOf(inOrder), pages: inOrder };
  });
  const measure = set.hasMarkers ? 'cleaneval' : 'tokens';
  const methods = runs.map(({ run, pages: scored }) => ({ name: run, values: hostMeans(scored, measure), isCandidate: true }));
  const alone = [...hosts.values()].filter(members => members.length === 1).length;
  return {
    version: 1,
    dataset: set.name,
    pages: pages.length,
    hosts: hosts.size,
    runs,
    comparisons: [compareMethods(`F1 of ${measure}`, methods, options.comparison) ?? []].flat(),
    notes: [`${alone} of ${hosts.size} hosts have one page, which extractors that compare pages cannot label.`],
  };
}

/** The extractors of the names, or all. */
export function chosenExtractors(names: readonly ExtractorName[] | undefined): ExtractorName[] {
  return extractorNames.filter(name => names?.includes(name) ?? true);
}

function extractedTexts(extractor: ExtractorName, pages: readonly DataSetPage[], given: Settings): string[] {
  const settings = { ...given, extractor };
  const parsed = parsePages(
    pages.map(({ name, source }) => ({ page: name, text: source })),
    settings,
  );
  if (extractor === 'default' && pages.length === 1) {
    const { digest } = parsed[0]!;
    return [contentText(digest.tree, pages[0]!.source, labelsAlone(digest, pages[0]!.source).label)];
  }
  const model = buildModel(parsed, settings);
  return pages.map(({ name, source }) => contentText(model.tree(name), source, model.labelsByEvidence(name).label));
}

function scoresOf(extracted: string, gold: string, hasMarkers: boolean): WordScores {
  const { words, segments } = hasMarkers ? cleanevalScores(extracted, gold) : { words: null, segments: null };
  return { cleaneval: words, segments, edit: editScore(extracted, gold), tokens: tokenScore(extracted, gold) };
}

function meanOf(pages: readonly WordScores[]): WordScores {
  const mean = (of: (page: WordScores) => number): number =>
    pages.reduce((sum, page) => sum + of(page), 0) / Math.max(1, pages.length);
  const score = (of: (page: WordScores) => Score | null): Score | null =>
    pages.some(page => of(page) === null)
      ? null
      : {
          precision: mean(page => of(page)!.precision),
          recall: mean(page => of(page)!.recall),
          f1: mean(page => of(page)!.f1),
        };
  return {
    cleaneval: score(({ cleaneval }) => cleaneval),
    segments: score(({ segments }) => segments),
    edit: mean(({ edit }) => edit),
    tokens: score(({ tokens }) => tokens)!,
  };
}

function byHost<Page extends { host: string }>(pages: readonly Page[]): Map<string, Page[]> {
  const hosts = new Map<string, Page[]>();
  for (const page of pages) hosts.set(page.host, [...(hosts.get(page.host) ?? []), page]);
  return hosts;
}

/** By host, the mean F1 of its pages. */
function hostMeans(pages: WordRun['pages'], measure: 'cleaneval' | 'tokens'): Map<string, number> {
  return new Map([...byHost(pages)].map(([host, members]) => [host, meanOf(members)[measure]!.f1]));
}
