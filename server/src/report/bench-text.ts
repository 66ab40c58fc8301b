import type { BenchReport } from '../workbench/bench-report.ts';
import { growthSeries } from '../workbench/cell.ts';
import { type Measures, measureNames } from '../workbench/measures.ts';
import { publishedRows, publishedSites, reasonsToDiffer } from '../workbench/published.ts';
import type { NodeSet } from '../workbench/score-page.ts';
import type { Estimate } from '../workbench/statistics.ts';
import type { RunSummary } from '../workbench/summary.ts';
import { markdownTable } from './markdown-table.ts';

export const measureTitles: Record<keyof Measures, string> = {
  precision: 'Precision',
  recall: 'Recall',
  f1: 'F1',
  accuracy: 'Accuracy',
};

const nodeSetTitles: Record<NodeSet, string> = {
  universe: 'elements and texts outside script, style, noscript, template and iframe',
  elements: 'the elements among them',
  all: 'all elements and texts, scripts and styles, too',
};

/** The whole report as Markdown that is readable in a terminal. Shares are percent, brackets 99 % confidence intervals of the mean. */
export function benchText(report: BenchReport): string {
  const sections = [
    head(report),
    ...(['universe', 'elements', 'all'] as const).map(set => overallTable(report, set)),
    ...(['f1', 'accuracy'] as const).map(measure => categoryTable(report, measure)),
    siteTable(report),
    costTable(report),
    publishedTable(report),
    ...(['f1', 'accuracy'] as const).map(measure => publishedCategoryTable(report, measure)),
    failures(report),
  ];
  return `${sections.filter(section => section !== '').join('\n\n')}\n`;
}

function head({ sites, scoredPages, settings, notes }: BenchReport): string {
  const scored = sites.reduce((sum, site) => sum + site.scored, 0);
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  const which = scoredPages === 'key' ? 'pages whose gold labels were read node by node' : 'all labelled pages';
  const options = Object.entries(settings.options).map(([name, value]) => `${name}=${value}`);
  const compared = settings.candidates ?? "each extractor's own choice";
  return [
    `${count(sites.length, 'site')}, ${count(pages, 'page')}, ${scored} of them scored: ${which}.`,
    `Pages compared: ${compared}. Grouping: ${settings.grouping}.${options.length > 0 ? ` Options: ${options.join(', ')}.` : ''}`,
    'Shares in percent. A site counts once, with the mean of its scored pages. Brackets: 99 % confidence interval of the mean.',
    ...notes,
  ].join('\n');
}

function overallTable({ runs }: BenchReport, set: NodeSet): string {
  const rows = runs.map(({ run, overall }) => [run, ...measureNames.map(name => withInterval(overall[set][name]))]);
  const title = `Overall, ${nodeSetTitles[set]}:`;
  return `${title}\n\n${markdownTable(['extractor', ...measureNames.map(name => measureTitles[name])], rows)}`;
}

function categoryTable({ runs, sites }: BenchReport, measure: keyof Measures): string {
  const categories = [...new Set(sites.map(({ category }) => category))].sort();
  const size = (category: string) => sites.filter(site => site.category === category).length;
  const rows = runs.map(run => [
    run.run,
    ...categories.map(category => {
      const found = run.categories.find(candidate => candidate.category === category);
      return found ? withInterval(found.measures.universe[measure]) : '-';
    }),
  ]);
  const titles = categories.map(category => `${category} (${size(category)})`);
  return `${measureTitles[measure]} by category (number of sites):\n\n${markdownTable(['extractor', ...titles], rows)}`;
}

function siteTable({ runs, sites }: BenchReport): string {
  const rows = sites.flatMap(({ site }) =>
    runs.map(run => {
      const found = run.sites.find(candidate => candidate.site === site);
      const cells = measureNames.map(name => (found ? withInterval(found.measures.universe[name]) : '-'));
      return [site, run.run, ...cells];
    }),
  );
  const titles = ['site', 'extractor', ...measureNames.map(name => measureTitles[name])];
  return `By site (intervals over the site's scored pages):\n\n${markdownTable(titles, rows)}`;
}

function costTable({ runs }: BenchReport): string {
  const timed = runs.filter(({ costs }) => costs !== null);
  if (timed.length === 0) return '';
  const rows = timed.map(({ run, costs, growth }) => [
    run,
    costs!.millisecondsPerPage.toFixed(3),
    ...growthSeries.map(series =>
      growth[series] ? `${growth[series].exponent.toFixed(2)} (${growth[series].fit.toFixed(2)})` : '-',
    ),
    (costs!.bytesPerPage / 1024).toFixed(1),
  ]);
  const titles = ['extractor', 'ms a page', ...growthSeries.map(series => `growth with ${series}`), 'KiB a page'];
  return `${costCaption.join('\n')}\n\n${markdownTable(titles, rows)}`;
}

const costCaption = [
  'Time a page: to take it in and to label it, parsing left out; the median over the sites. Growth on generated sites: the exponent with',
  "which a page's time grows with its nodes (in sections of ten; as neighbours in one wide element) and a site's time with its pages.",
  '1 is linear, 2 quadratic; in brackets the share of the variation that this explains. Memory: what is held beside the parsed page.',
];

function publishedTable({ runs }: BenchReport): string {
  const rows = publishedRows.flatMap(row => {
    const ours = runs.find(({ run }) => run === row.implementedBy);
    if (!ours) return [];
    const cells = measureNames.flatMap(name => [percent(row[name].mean), percent(ours.overall.universe[name].mean)]);
    const time = ours.costs ? ours.costs.millisecondsPerPage.toFixed(3) : '-';
    return [[row.extractor, ...cells, row.seconds.mean.toFixed(2), time]];
  });
  if (rows.length === 0) return '';
  const titles = measureNames.flatMap(name => [`${measureTitles[name]} there`, 'here']);
  return (
    `Published (Alarte, Silva, Tamarit 2019, tables 4 and 7, ${publishedSites} sites) beside these figures:\n\n` +
    `${markdownTable(['extractor', ...titles, 's a benchmark there', 'ms a page here'], rows)}\n\n` +
    `Why they may differ:\n\n${reasonsToDiffer.map(reason => `- ${reason}`).join('\n')}`
  );
}

function publishedCategoryTable({ runs }: BenchReport, measure: 'f1' | 'accuracy'): string {
  const rows = publishedRows.flatMap(row => {
    const ours = runs.find(({ run }) => run === row.implementedBy);
    if (!ours) return [];
    const cells = row.categories.map(({ category, [measure]: there }) => {
      const here = ours.categories.find(candidate => candidate.category === category);
      return `${percent(there.mean)} / ${here ? percent(here.measures.universe[measure].mean) : '-'}`;
    });
    return [[row.extractor, ...cells]];
  });
  if (rows.length === 0) return '';
  const table = measure === 'f1' ? 'table 5' : 'table 6';
  const titles = publishedRows[0]!.categories.map(({ category }) => category);
  return `${measureTitles[measure]} by category, published (${table}) / here:\n\n${markdownTable(['extractor', ...titles], rows)}`;
}

function failures({ runs }: BenchReport): string {
  return runs.flatMap(run => run.failures.map(failure => `- ${failureSentence(run, failure)}`)).join('\n');
}

/** What has no result, and why, as a sentence. */
export function failureSentence({ run }: RunSummary, { site, reason }: RunSummary['failures'][number]): string {
  return `${run} has no result for ${site === null ? 'the growth of its time' : `the site ${site}`}: ${reason}.`;
}

function withInterval({ mean, low, high }: Estimate): string {
  return low === null || high === null ? percent(mean) : `${percent(mean)} [${percent(low)}, ${percent(high)}]`;
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
