import type { Settings } from 'templens-shared/settings';
import { type ParsedFile, parseText } from '../../site/parse-file.ts';
import { newModel } from '../../site/site-index.ts';
import type { CellResult } from '../cell.ts';
import { type ScoredNode, scorePage } from '../score-page.ts';

import type { Instruments } from './instruments.ts';

/** A page of a gold site, decoded. */
export interface BenchPage {
  page: string;
  text: string;
  key: boolean;
}

/** A step that takes less than this is repeated; its time is the least, which other load of the machine disturbs least. */
const repeatBelowMilliseconds = 700;
const repetitions = 3;

type Parsed = Extract<ParsedFile, { kind: 'tree' }>;

/**
 * Labels the pages of a site by one extractor, scores those `toScore` against their gold nodes, and takes the time and the memory.
 * Throws when a page cannot be parsed. Scores are a function of pages, settings and gold nodes.
 */
export function measureCell(
  site: string,
  run: string,
  pages: readonly BenchPage[],
  toScore: readonly BenchPage[],
  goldNodes: (page: BenchPage) => readonly ScoredNode[],
  settings: Settings,
  { now, usedBytes, step }: Instruments,
): CellResult {
  step(undefined);
  const parsed = parsePages(pages, settings);
  const before = usedBytes();
  const start = now();
  let model = buildModel(parsed, settings);
  const buildTimes = [now() - start];
  const bytes = Math.max(0, usedBytes() - before);
  while (buildTimes.length < repetitions && buildTimes[0]! < repeatBelowMilliseconds) {
    const again = now();
    model = buildModel(parsed, settings);
    buildTimes.push(now() - again);
  }
  const labelMilliseconds: number[] = [];
  const scored = toScore.map(page => {
    step(page.page);
    const times: number[] = [];
    let labels: { label: Uint8Array };
    do {
      const labelStart = now();
      labels = model.labels(page.page);
      times.push(now() - labelStart);
    } while (times.length < repetitions && times[0]! < repeatBelowMilliseconds);
    labelMilliseconds.push(Math.min(...times));
    const score = scorePage(goldNodes(page), model.tree(page.page), labels.label);
    return { page: page.page, groupPages: model.group(page.page).pages.length, score };
  });
  return {
    site,
    run,
    pages: scored,
    costs: { buildMilliseconds: Math.min(...buildTimes), pages: pages.length, labelMilliseconds, bytes },
  };
}

/** Parses pages as the engine does for these settings. */
export function parsePages(pages: readonly Pick<BenchPage, 'page' | 'text'>[], settings: Settings): Parsed[] {
  return pages.map(({ page, text }) => {
    const parsed = parseText(page, text, settings, undefined);
    if (parsed.kind !== 'tree') throw new Error(parsed.kind === 'refused' ? parsed.message : `${page} is missing`);
    return parsed;
  });
}

/** A model that holds the pages, settled. */
export function buildModel(pages: readonly Parsed[], settings: Settings) {
  const model = newModel(settings);
  for (const { page, digest, features } of pages) model.upsert(page, digest, features);
  model.settle();
  return model;
}
