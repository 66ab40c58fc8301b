import type { Settings } from 'templens-shared/settings';
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
const repetitions = 3;
/** Quick points are measured more often, until they took this long or so many times. */
const enoughMilliseconds = 150;
const mostRepetitions = 40;
/** A point that took longer is the last of its series: the growth is known by then. */
const lastPointMilliseconds = 3000;
/** Before the first point, a site of middle size is worked on for so long: code that has run a while is faster. */
const warmUpMilliseconds = 1000;
const warmUpShape = 2;

/**
 * Times one extractor on generated sites of growing pages, or of growing number of pages: every page is put in and labelled. A point is the
 * least of its times, which other load of the machine disturbs least.
 */
export function measureGrowth(run: string, series: GrowthSeries, settings: Settings, instruments: Instruments): GrowthResult {
  const points: GrowthPoint[] = [];
  timesOf(shapes[series][warmUpShape]!, settings, instruments, (_, spent) => spent < warmUpMilliseconds);
  for (const shape of shapes[series]) {
    const { nodes, times } = timesOf(shape, settings, instruments, (count, spent) =>
      count < repetitions ? !(spent > lastPointMilliseconds) : count < mostRepetitions && spent < enoughMilliseconds,
    );
    const milliseconds = Math.min(...times);
    points.push({ pages: shape.pages, nodes, milliseconds });
    if (milliseconds > lastPointMilliseconds) break;
  }
  return { run, series, points };
}

/** Mean number of nodes of a page, and milliseconds for all pages, measured again and again while `goOn` says so. */
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
