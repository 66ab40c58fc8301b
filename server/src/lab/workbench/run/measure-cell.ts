import type { Settings } from 'templens-shared/settings';
import { type ParsedFile, parseText } from '../../../site/parse-text.ts';
import { newModel } from '../../../site/site-state.ts';
import { measuring } from '../../thresholds.ts';
import type { CellResult } from '../cell.ts';
import { type ScoredNode, scorePage } from '../score-page.ts';
import type { Instruments } from './instruments.ts';

/** A page of a gold site, decoded. `key` is true for a key page. */
export interface BenchPage {
  page: string;
  text: string;
  key: boolean;
}

type Parsed = Extract<ParsedFile, { kind: 'tree' }>;

/**
 * Labels the pages of a site by one extractor, scores the pages `toScore` against their gold nodes, and measures time and memory, unless
 * `usedBytes` is undefined. Throws if a page cannot be parsed.
 */
export function measureCell(
  site: string,
  run: string,
  pages: readonly BenchPage[],
  toScore: readonly BenchPage[],
  goldNodes: (page: BenchPage) => readonly ScoredNode[],
  settings: Settings,
  { now, usedBytes, step }: Omit<Instruments, 'usedBytes'> & { usedBytes: Instruments['usedBytes'] | undefined },
): CellResult {
  const { cellRepetitions, cellMilliseconds } = measuring;
  const repetitions = usedBytes ? cellRepetitions : 1;
  step(undefined);
  const parsed = parsePages(pages, settings);
  const before = usedBytes?.() ?? 0;
  const times = { build: Number.POSITIVE_INFINITY, labels: toScore.map(() => Number.POSITIVE_INFINITY) };
  let bytes = 0;
  let scored: CellResult['pages'] = [];
  for (let repetition = 0, spent = 0; repetition < repetitions && spent < cellMilliseconds; repetition++) {
    step(undefined);
    const start = now();
    const model = buildModel(parsed, settings);
    const built = now() - start;
    times.build = Math.min(times.build, built);
    spent += built;
    if (usedBytes && repetition === 0) bytes = Math.max(0, usedBytes() - before);
    const labels = toScore.map(({ page }, at) => {
      step(page);
      // Only once for each model, since some extractors cache labels.
      const labelStart = now();
      const { label } = model.labelsByEvidence(page);
      const labelled = now() - labelStart;
      times.labels[at] = Math.min(times.labels[at]!, labelled);
      spent += labelled;
      return label;
    });
    if (repetition > 0) continue;
    scored = toScore.map((page, at) => ({
      page: page.page,
      groupPages: model.group(page.page).pages.length,
      score: scorePage(goldNodes(page), model.tree(page.page), labels[at]!),
    }));
  }
  const costs = usedBytes && { buildMilliseconds: times.build, pages: pages.length, labelMilliseconds: times.labels, bytes };
  return { site, run, pages: scored, costs: costs ?? null };
}

/** Parses pages as the engine does with these settings. Throws if a page cannot be parsed. */
export function parsePages(pages: readonly Pick<BenchPage, 'page' | 'text'>[], settings: Settings): Parsed[] {
  return pages.map(({ page, text }) => {
    const parsed = parseText(page, text, settings, undefined);
    if (parsed.kind !== 'tree') throw new Error(parsed.kind === 'refused' ? parsed.message : `${page} is missing`);
    return parsed;
  });
}

/** Makes a settled model of the pages. */
export function buildModel(pages: readonly Parsed[], settings: Settings) {
  const model = newModel(settings);
  for (const { page, digest, features } of pages) model.upsert(page, digest, features);
  model.settle();
  return model;
}
