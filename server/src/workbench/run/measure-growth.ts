import type { Settings } from 'templens-shared/settings';
import type { GrowthPoint, GrowthResult, GrowthSeries } from '../cell.ts';
import { type ArticleShape, generatedPage, generatedPath } from '../generated-site.ts';
import type { Instruments } from './instruments.ts';
import { buildModel, parsePages } from './measure-cell.ts';

/** The generated sites of a series, the smallest first. */
const shapes: Record<GrowthSeries, ({ pages: number } & ArticleShape)[]> = {
  'page size': [50, 100, 200, 400, 800, 1600].map(blocks => ({ pages: 6, blocks, children: 10 })),
  'page width': [50, 100, 200, 400, 800, 1600].map(blocks => ({ pages: 6, blocks, children: blocks })),
  'page count': [12, 25, 50, 100, 200, 400].map(pages => ({ pages, blocks: 20, children: 10 })),
};
const repetitions = 3;
/** A point that took longer is the last of its series: the growth is known by then. */
const lastPointMilliseconds = 3000;

/**
 * Times one extractor on generated sites of growing pages, or of growing number of pages: every page is put in and labelled. A point is the
 * least of three times, which other load of the machine disturbs least.
 */
export function measureGrowth(run: string, series: GrowthSeries, settings: Settings, { now, step }: Instruments): GrowthResult {
  const points: GrowthPoint[] = [];
  for (const shape of shapes[series]) {
    const texts = Array.from({ length: shape.pages }, (_, index) => ({
      page: generatedPath(index),
      text: generatedPage(index, shape.pages, shape),
    }));
    const parsed = parsePages(texts, settings);
    const times: number[] = [];
    while (times.length < repetitions && !(times[0]! > lastPointMilliseconds)) {
      step(undefined);
      const start = now();
      const model = buildModel(parsed, settings);
      for (const { page } of texts) {
        step(page);
        model.labels(page);
      }
      times.push(now() - start);
    }
    const milliseconds = Math.min(...times);
    const nodes = parsed.reduce((sum, { digest }) => sum + digest.tree.size, 0) / parsed.length;
    points.push({ pages: shape.pages, nodes, milliseconds });
    if (milliseconds > lastPointMilliseconds) break;
  }
  return { run, series, points };
}
