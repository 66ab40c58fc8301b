import { counted } from 'templens-shared/counted';
import { measuring } from '../thresholds.ts';
import type { BenchReport } from '../workbench/bench-report.ts';
import { growthSeries } from '../workbench/cell.ts';
import type { Comparison } from '../workbench/comparison.ts';
import { type Measures, measureNames } from '../workbench/measures.ts';
import { publishedRows, publishedSites } from '../workbench/published.ts';
import type { NodeSet } from '../workbench/score-page.ts';
import type { Estimate } from '../workbench/statistics.ts';
import type { RunSummary } from '../workbench/summary.ts';

/** A table of the report, for text and HTML. */
export interface BenchTable {
  title: string;
  /** Explains the figures. */
  caption: string;
  head: string[];
  rows: string[][];
}

const measureTitles: Record<keyof Measures, string> = {
  precision: 'precision',
  recall: 'recall',
  f1: 'F1',
  accuracy: 'accuracy',
};

const nodeSetTitles: Record<NodeSet, string> = {
  universe: 'elements and texts outside script, style, noscript, template and iframe',
  elements: 'the elements among them',
  all: 'all elements and texts, scripts and styles, too',
};

const intervals = 'Percent; in brackets the 99 % confidence interval of the mean over the sites.';

/** Sentences that describe the sites and settings of the report. */
export function benchHead({ sites, scoredPages, settings, notes }: BenchReport): string[] {
  const scored = sites.reduce((sum, site) => sum + site.scored, 0);
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  const which = scoredPages === 'key' ? 'pages whose gold labels were read node by node' : 'all labelled pages';
  const options = Object.entries(settings.options).map(([name, value]) => `${name}=${value}`);
  return [
    `${counted(sites.length, 'site')}, ${counted(pages, 'page')}, ${scored} of them scored: ${which}. A site counts once, with the mean of its scored pages.`,
    `Pages compared: ${settings.candidates ?? "each extractor's own choice"}. Grouping: ${settings.grouping}.` +
      (options.length > 0 ? ` Options: ${options.join(', ')}.` : ''),
    ...notes,
  ];
}

/** All tables that have rows. */
export function benchTables(report: BenchReport): BenchTable[] {
  return [
    ...(['universe', 'elements', 'all'] as const).map(set => overallTable(report, set)),
    ...report.comparisons.map(comparison => comparisonTable(comparison)),
    ...(['f1', 'accuracy'] as const).map(measure => byCategory(report, measure)),
    byGroupSize(report),
    bySite(report),
    costs(report),
    published(report),
    ...(['f1', 'accuracy'] as const).map(measure => publishedByCategory(report, measure)),
  ].filter(({ rows }) => rows.length > 0);
}

/** The overall measures for one set of nodes. */
export function overallTable({ runs }: Pick<BenchReport, 'runs'>, set: NodeSet): BenchTable {
  return {
    title: `Overall: ${nodeSetTitles[set]}`,
    caption: intervals,
    head: ['extractor', ...measureNames.map(name => measureTitles[name])],
    rows: runs.map(({ run, overall }) => [run, ...measureNames.map(name => withInterval(overall[set][name]))]),
  };
}

/** All rows compared with one of them. @param sites what is drawn, in the plural */
export function comparisonTable({ measure, against, seed, resamples, rows }: Comparison, sites = 'sites'): BenchTable {
  const title = measureTitles[measure as keyof Measures] ?? measure;
  const isSmall = rows.some(({ n }) => n < measuring.pairedSites);
  return {
    title: `Paired comparison with ${against}: ${title}`,
    caption:
      `Percentage points, extractor minus ${against}, mean over the ${sites} that both have; 95 % percentile interval and two-sided p of the ` +
      `bootstrap over ${sites} (${resamples} resamples, seed ${seed}); p after Holm for ${counted(rows.length, 'comparison')}. ` +
      `Better and worse count ${sites}.${isSmall ? ' On so few sites the bootstrap understates the uncertainty.' : ''}`,
    head: ['extractor', sites, 'better', 'worse', 'difference', '95 % interval', 'p', 'p, Holm'],
    rows: rows.map(({ name, n, better, worse, difference, low, high, p, holm }) => [
      name,
      ...[n, better, worse].map(String),
      percent(difference),
      low === null || high === null ? '-' : `[${percent(low)}, ${percent(high)}]`,
      ...[p, holm].map(pCell),
    ]),
  };
}

function pCell(p: number | null): string {
  return p === null ? '-' : p.toFixed(4);
}

function byCategory({ runs, sites }: BenchReport, measure: keyof Measures): BenchTable {
  const categories = [...new Set(sites.map(({ category }) => category))].sort();
  const size = (category: string) => sites.filter(site => site.category === category).length;
  return {
    title: `${capital(measureTitles[measure])} by category`,
    caption: `${intervals} Beside each category the number of its sites.`,
    head: ['extractor', ...categories.map(category => `${category} (${size(category)})`)],
    rows: runs.map(run => [
      run.run,
      ...categories.map(category => {
        const found = run.categories.find(candidate => candidate.category === category);
        return found ? withInterval(found.measures.universe[measure]) : '-';
      }),
    ]),
  };
}

/** Lower bounds of the classes of layouts by number of pages. */
const groupSizes = [1, 2, 5, 10, 20];

/** Precision and recall by number of pages of the layout, since some extractors need many. */
function byGroupSize({ runs }: BenchReport): BenchTable {
  const classOf = (pages: number) => groupSizes.findLastIndex(least => least <= pages);
  const rows = runs.flatMap(({ run, sites }) => {
    const pages = sites.flatMap(site => site.pages).filter(({ groupPages }) => groupPages !== null);
    if (pages.length === 0) return [];
    const cells = groupSizes.map((_, at) => {
      const members = pages.filter(({ groupPages }) => classOf(groupPages!) === at);
      const mean = (name: 'precision' | 'recall') => members.reduce((sum, page) => sum + page[name], 0) / members.length;
      return members.length === 0 ? '-' : `${percent(mean('precision'))} / ${percent(mean('recall'))}`;
    });
    return [[run, ...cells]];
  });
  const titles = groupSizes.map((least, at) => {
    const next = groupSizes[at + 1];
    return next === undefined ? `${least} pages and more` : next - 1 === least ? `${least} page` : `${least} to ${next - 1}`;
  });
  return {
    title: 'Precision and recall by size of the layout',
    caption: 'Percent, precision / recall, means over the scored pages. An extractor that retrieves nothing has precision 100.',
    head: ['extractor', ...titles],
    rows,
  };
}

function bySite({ runs, sites }: BenchReport): BenchTable {
  const rows = sites.flatMap(({ site }) =>
    runs.map(run => {
      const found = run.sites.find(candidate => candidate.site === site);
      return [site, run.run, ...measureNames.map(name => (found ? withInterval(found.measures.universe[name]) : '-'))];
    }),
  );
  return {
    title: 'By site',
    caption: 'Percent; in brackets the 99 % confidence interval of the mean over the scored pages of the site.',
    head: ['site', 'extractor', ...measureNames.map(name => measureTitles[name])],
    rows,
  };
}

function costs({ runs }: BenchReport): BenchTable {
  return {
    title: 'Time, growth and memory',
    caption:
      'Time a page: to take it in and to label it, without parsing; the median over the sites. Growth on generated sites: the exponent with ' +
      "which a page's time grows with its nodes (page size: in sections of ten; page width: as neighbours in one element) and a site's time " +
      'with its pages. 1 is linear, 2 quadratic; in brackets the share of the variation that this explains. Memory: what is held beside the ' +
      'parsed pages.',
    head: ['extractor', 'ms a page', ...growthSeries, 'KiB a page'],
    rows: runs.flatMap(({ run, costs, growth }) =>
      costs === null
        ? []
        : [
            [
              run,
              costs.millisecondsPerPage.toFixed(3),
              ...growthSeries.map(series => growthCell(growth[series])),
              (costs.bytesPerPage / 1024).toFixed(1),
            ],
          ],
    ),
  };
}

function growthCell(growth: RunSummary['growth'][keyof RunSummary['growth']]): string {
  return growth ? `${growth.exponent.toFixed(2)} (${growth.fit.toFixed(2)})` : '-';
}

function published({ runs }: BenchReport): BenchTable {
  return {
    title: 'What was published, beside these figures',
    caption:
      `Alarte, Silva, Tamarit, What Web Template Extractor Should I Use?, ACM Transactions on the Web 13(2), 2019: tables 4 and 7, ` +
      `${publishedSites} sites. Percent, published / here.`,
    head: ['extractor', ...measureNames.map(name => measureTitles[name]), 's a site, published', 'ms a page, here'],
    rows: publishedRows.flatMap(row => {
      const ours = runs.find(({ run }) => run === row.implementedBy);
      if (!ours) return [];
      const cells = measureNames.map(name => `${percent(row[name].mean)} / ${percent(ours.overall.universe[name].mean)}`);
      return [
        [row.extractor, ...cells, row.seconds.mean.toFixed(2), ours.costs ? ours.costs.millisecondsPerPage.toFixed(3) : '-'],
      ];
    }),
  };
}

function publishedByCategory({ runs }: BenchReport, measure: 'f1' | 'accuracy'): BenchTable {
  const rows = publishedRows.flatMap(row => {
    const ours = runs.find(({ run }) => run === row.implementedBy);
    if (!ours) return [];
    const cells = row.categories.map(({ category, [measure]: there }) => {
      const here = ours.categories.find(candidate => candidate.category === category);
      return `${percent(there.mean)} / ${here ? percent(here.measures.universe[measure].mean) : '-'}`;
    });
    return [[row.extractor, ...cells]];
  });
  return {
    title: `What was published by category: ${measureTitles[measure]}`,
    caption: `Table ${measure === 'f1' ? 5 : 6} of the same article. Percent, published / here.`,
    head: ['extractor', ...publishedRows[0]!.categories.map(({ category }) => category)],
    rows,
  };
}

/** A sentence for each site and each growth series without a result, with the reason. */
export function failureSentences({ runs }: BenchReport): string[] {
  return runs.flatMap(({ run, failures }) =>
    failures.map(({ site, reason }) => {
      const what = site === null ? 'the growth of its time' : `the site ${site}`;
      return `${run} has no result for ${what}: ${reason}.`;
    }),
  );
}

function withInterval({ mean, low, high }: Estimate): string {
  return low === null || high === null ? percent(mean) : `${percent(mean)} [${percent(low)}, ${percent(high)}]`;
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
