// Compares content extraction on the gold corpus by words (Gottron 2008): every extractor's content, and what content extractors of other
// people give. Prints tables in Markdown; with --json, the numbers of every page; --update writes the tables into
// docs/lab/content-extraction.md.
// usage: node test/bench/dist/content-peers.js [--labels NAME=FOLDER]... [--pages key|all] [--site NAME]... [--extractor NAME]...
//        [--set OPTION=VALUE]... [--json | --update]
//   --labels  also score labels from FOLDER/SITE.ndjson, such as held-out-labels.js writes; they replace an extractor of the same name
import '../../server/src/lab/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PageLabels } from 'templens-shared/labels';
import type { GivenOptions } from 'templens-shared/settings';
import { extractorNames } from 'templens-shared/settings';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { estimate } from '../../server/src/lab/workbench/statistics.ts';
import { type WordMeasures, wordMeasures } from '../../server/src/lab/workbench/word-measure.ts';
import { peerNames, peerWords } from '../support/content-peers.ts';
import { goldWords, labelledWords } from '../support/content-words.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import type { GoldSite } from '../support/gold.ts';
import { labelSite } from '../support/label-site.ts';
import { writeMarked } from '../support/replace-tables.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string', default: 'key' },
    site: { type: 'string', multiple: true },
    extractor: { type: 'string', multiple: true },
    set: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});
if (!corpusAvailable) process.exit(3);

/** The words that something takes for the content of each page of a site. */
type ContentOf = (site: GoldSite, pages: readonly string[]) => Promise<Map<string, string[]>>;

const extractorOptions: GivenOptions = Object.fromEntries(
  values.set.map(given => {
    const [option, value] = given.split('=', 2) as [string, string];
    return [option, /^[\d.-]+$/.test(value) ? Number(value) : value];
  }),
);
const files = new Map(values.labels.map(given => given.split('=', 2) as [string, string]));
const names = new Set<string>([...extractorNames, ...files.keys(), ...peerNames]);
const chosen = [...names].filter(name => values.extractor?.includes(name) ?? true);
const sites = corpusSites().filter(({ name }) => values.site?.includes(name) ?? true);

const results = chosen.map(name => ({
  name,
  sites: [] as { site: string; pages: { page: string; measures: WordMeasures }[] }[],
}));
for (const site of sites) {
  const pages = [...site.pages].filter(([, { key }]) => key || values.pages === 'all').map(([page]) => page);
  const gold = new Map(pages.map(page => [page, goldWords(site.read(page), site.pages.get(page)!.rules)]));
  for (const result of results) {
    console.error(`${site.name}: ${result.name}`);
    const content = await contentBy(result.name)(site, pages);
    result.sites.push({
      site: site.name,
      pages: pages.map(page => ({ page, measures: wordMeasures(content.get(page)!, gold.get(page)!) })),
    });
  }
}
if (values.json) console.log(JSON.stringify(results));
else {
  const tables = tablesOf();
  console.log(tables.join('\n\n'));
  const file = 'docs/lab/content-extraction.md';
  if (values.update) for (const [at, name] of ['extractors', 'sites'].entries()) writeMarked(file, name, tables[at]!);
}

function contentBy(name: string): ContentOf {
  const peer = peerNames.find(peer => peer === name);
  const folder = files.get(name);
  return async (site, pages) => {
    if (peer) {
      const entries = pages.map(
        async page => [page, await peerWords(peer, site.read(page), `https://example.org/${page}`)] as const,
      );
      return new Map(await Promise.all(entries));
    }
    const extractor = extractorNames.find(own => own === name);
    const labels =
      folder === undefined
        ? labelSite(site, { extractor: extractor!, extractorOptions })
        : readLabels(join(folder, `${site.name}.ndjson`));
    return new Map(labels.map(page => [page.page, wordsOfLabels(site.read(page.page), page)]));
  };
}

function readLabels(file: string): PageLabels[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line) as PageLabels);
}

/** The content of a page by its line of labels, which stand for the labelled nodes of its tree in order. */
function wordsOfLabels(source: string, { page, nodes }: PageLabels): string[] {
  const tree = parsePage(source, { path: page });
  const label = new Uint8Array(tree.size);
  let at = 0;
  for (let node = 0; node < tree.size; node++) if (isLabelled(tree, node) && nodes[at++]!.label === 'template') label[node] = 1;
  return labelledWords(tree, source, label);
}

/** All measures over the sites, the best F1 first; and F1 by site. */
function tablesOf(): string[] {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const measures = ['precision', 'recall', 'f1'] as const;
  const meansOf = (measure: (typeof measures)[number], of: (typeof results)[number]) =>
    of.sites.map(({ pages }) => mean(pages.map(page => page.measures[measure])));
  const byF1 = [...results].sort((a, b) => mean(meansOf('f1', b)) - mean(meansOf('f1', a)));
  const summary = byF1.map(result => {
    const { low, high } = estimate(meansOf('f1', result));
    const interval = low === null || high === null ? '' : `${low.toFixed(3)} to ${high.toFixed(3)}`;
    return [result.name, ...measures.map(measure => mean(meansOf(measure, result)).toFixed(3)), interval];
  });
  const bySite = sites.map(({ name }, at) => [name, ...byF1.map(result => meansOf('f1', result)[at]!.toFixed(3))]);
  return [
    markdownTable(['extractor', 'precision', 'recall', 'F1', '99 % interval of F1'], summary),
    markdownTable(['F1', ...byF1.map(({ name }) => name)], bySite),
  ];
}
