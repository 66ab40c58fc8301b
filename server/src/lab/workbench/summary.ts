// Summaries of the results of single cells by site, by category and overall.
import { type CellFailure, type CellResult, type GrowthResult, type GrowthSeries, growthSeries } from './cell.ts';
import { type Measures, measureNames, measuresOf } from './measures.ts';
import { type NodeSet, nodeSets } from './score-page.ts';
import { type Estimate, estimate, fitGrowth, type Growth, median } from './statistics.ts';

type MeasureEstimates = Record<keyof Measures, Estimate>;

/** The measures of one run over some sites or pages, by set of nodes. */
export type NodeSetEstimates = Record<NodeSet, MeasureEstimates>;

interface SiteSummary {
  site: string;
  category: string;
  /** Means over the scored pages. */
  measures: NodeSetEstimates;
  /** Measures of each scored page over the node universe. `missing` is the number of gold nodes that the page tree lacks. */
  pages: ({ page: string; groupPages: number | null; nodes: number; missing: number } & Measures)[];
  costs: { millisecondsPerPage: number; bytesPerPage: number } | null;
}

/** The results of one run. */
export interface RunSummary {
  run: string;
  sites: SiteSummary[];
  /** Means over the sites of a category. */
  categories: { category: string; sites: number; measures: NodeSetEstimates }[];
  /** Means over all sites. */
  overall: NodeSetEstimates;
  /** Medians over the sites; null if no costs were measured. */
  costs: { millisecondsPerPage: number; bytesPerPage: number } | null;
  growth: Partial<Record<GrowthSeries, Growth>>;
  failures: CellFailure[];
}

/**
 * Summarises the cells of one run. The measures of a site are means over its scored pages; those of a category and overall are means over
 * sites, so that each site counts once, whatever its number of scored pages.
 * @param categoryOf category of every site
 */
export function summarise(
  run: string,
  cells: readonly CellResult[],
  growth: readonly GrowthResult[],
  failures: readonly CellFailure[],
  categoryOf: ReadonlyMap<string, string>,
): RunSummary {
  const sites = cells.filter(cell => cell.run === run).map(cell => siteSummary(cell, categoryOf.get(cell.site)!));
  const categories = [...new Set(sites.map(({ category }) => category))].sort().map(category => {
    const members = sites.filter(site => site.category === category);
    return { category, sites: members.length, measures: overSites(members) };
  });
  const timed = sites.flatMap(({ costs }) => costs ?? []);
  return {
    run,
    sites,
    categories,
    overall: overSites(sites),
    costs:
      timed.length === 0
        ? null
        : {
            millisecondsPerPage: median(timed.map(costs => costs.millisecondsPerPage)),
            bytesPerPage: median(timed.map(costs => costs.bytesPerPage)),
          },
    growth: growthOf(growth.filter(result => result.run === run)),
    failures: failures.filter(failure => failure.run === run),
  };
}

function siteSummary({ site, pages, costs }: CellResult, category: string): SiteSummary {
  return {
    site,
    category,
    measures: bySet(set => estimates(pages.map(({ score }) => measuresOf(score[set])))),
    pages: pages.map(({ page, groupPages, score }) => {
      const { truePositive, falsePositive, falseNegative, trueNegative } = score.universe;
      const nodes = truePositive + falsePositive + falseNegative + trueNegative;
      return { page, groupPages, nodes, missing: score.missing, ...measuresOf(score.universe) };
    }),
    costs: costs && {
      millisecondsPerPage: costs.buildMilliseconds / costs.pages + median(costs.labelMilliseconds),
      bytesPerPage: costs.bytes / costs.pages,
    },
  };
}

function overSites(sites: readonly SiteSummary[]): NodeSetEstimates {
  return bySet(set => estimates(sites.map(({ measures }) => meansOf(measures[set]))));
}

function bySet(of: (set: NodeSet) => MeasureEstimates): NodeSetEstimates {
  return Object.fromEntries(nodeSets.map(set => [set, of(set)])) as NodeSetEstimates;
}

function estimates(list: readonly Measures[]): MeasureEstimates {
  return Object.fromEntries(measureNames.map(name => [name, estimate(list.map(measures => measures[name]))])) as MeasureEstimates;
}

function meansOf(of: MeasureEstimates): Measures {
  return Object.fromEntries(measureNames.map(name => [name, of[name].mean])) as unknown as Measures;
}

/** Fits the growth of the time of a page with its nodes, and of a site with its pages. */
function growthOf(results: readonly GrowthResult[]): RunSummary['growth'] {
  const fitted = growthSeries.flatMap(series => {
    const points = results.find(result => result.series === series)?.points ?? [];
    const growth = fitGrowth(
      points.map(({ nodes, pages, milliseconds }) =>
        series === 'page count' ? { x: pages, y: milliseconds } : { x: nodes, y: milliseconds / pages },
      ),
    );
    return growth === null ? [] : [[series, growth] as const];
  });
  return Object.fromEntries(fitted);
}
