import type { Settings } from 'templens-shared/settings';
import { measuring } from '../../thresholds.ts';
import type { GrowthPoint, GrowthResult, GrowthSeries } from '../cell.ts';
import { type ArticleShape, generatedPage, generatedPath } from '../generated-site.ts';
import type { Instruments } from './instruments.ts';
import { buildModel, parsePages } from './measure-cell.ts';

interface SiteShape extends ArticleShape {
  pages: number;
}

/** The generated sites of a series, the smallest first. */
const shapes: Record<GrowthSeries, SiteShape[]> = {
  'page size': [50, 100, 200, 400, 800, 1600].map(blocks => ({ pages: 6, blocks, children: 10 })),
  'page width': [50, 100, 200, 400, 800, 1600].map(blocks => ({ pages: 6, blocks, children: blocks })),
  'page count': [12, 25, 50, 100, 200, 400].map(pages => ({ pages, blocks: 20, children: 10 })),
};

/** Measures the time of one extractor on the generated sites of a series: every page is added and labelled. A point is the least of its times. */
export function measureGrowth(run: string, series: GrowthSeries, settings: Settings, instruments: Instruments): GrowthResult {
  const { growthRepetitions, growthMilliseconds, growthMostRepetitions, growthLastPoint } = measuring;
  const points: GrowthPoint[] = [];
  const warmUp = shapes[series][measuring.growthWarmUpShape]!;
  timesOf(warmUp, settings, instruments, (_, spent) => spent < measuring.growthWarmUp);
  for (const shape of shapes[series]) {
    const { nodes, times } = timesOf(shape, settings, instruments, (count, spent) =>
      count < growthRepetitions ? !(spent > growthLastPoint) : count < growthMostRepetitions && spent < growthMilliseconds,
    );
    const milliseconds = Math.min(...times);
    points.push({ pages: shape.pages, nodes, milliseconds });
    if (milliseconds > growthLastPoint) break;
  }
  return { run, series, points };
}

/**
 * Measures a site repeatedly: returns the mean number of nodes of a page, and the milliseconds of each repetition.
 * @param goOn true if another repetition follows, after `count` repetitions of `spent` milliseconds in all
 */
function timesOf(
  shape: SiteShape,
  settings: Settings,
  { now, step }: Instruments,
  goOn: (count: number, spent: number) => boolean,
): { nodes: number; times: number[] } {
  const texts = Array.from({ length: shape.pages }, (_, index) => ({
    page: generatedPath(index),
    text: generatedPage(index, shape.pages, shape),
  }));
  const parsed = parsePages(texts, settings);
  const times: number[] = [];
  for (let spent = 0; goOn(times.length, spent); spent += times.at(-1)!) {
    step(undefined);
    const start = now();
    const model = buildModel(parsed, settings);
    for (const { page } of texts) {
      step(page);
      model.labels(page);
    }
    times.push(now() - start);
  }
  return { nodes: parsed.reduce((sum, { digest }) => sum + digest.tree.size, 0) / parsed.length, times };
}
