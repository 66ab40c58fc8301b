import { type Command, Option } from 'commander';
import type { NodeEvidence, OutlineNode } from 'templens-shared/answers';
import { describePart } from 'templens-shared/describe-part';
import type { CommandLineSite } from '../api/command-line.ts';
import { pageLine } from '../report/ndjson.ts';
import { type Explanations, legend, pageText } from '../report/page-text.ts';
import { exitCode, Failure } from './failure.ts';
import { globOption } from './glob-option.ts';
import { writeHtmlReport } from './html-folder.ts';
import { type IndexedSite, logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { colorsFor, log, print } from './output.ts';

interface ClassifyOptions extends SiteOptions {
  format: 'text' | 'ndjson' | 'html';
  page?: string;
  out?: string;
  explain?: true;
}

export function addClassify(program: Command): void {
  addSiteOptions(
    program
      .command('classify')
      .summary('label every node of every page as template or content')
      .description(
        'Labels every node of every page of a site as template (shared by pages of one layout) or content (of this page).',
      )
      .argument('[site]', 'folder of the site', '.')
      .addOption(
        new Option('--format <format>', 'outline for people, one JSON line a page, or a folder of annotated pages')
          .choices(['text', 'ndjson', 'html'])
          .default('text'),
      )
      .option('--page <glob>', 'print these pages only; labels still come from the whole site')
      .option('--out <folder>', 'where the annotated pages go (--format html)')
      .option('--explain', 'say why each part has its label (--format text)'),
  ).action(classify);
}

async function classify(given: string, options: ClassifyOptions): Promise<void> {
  if ((options.format === 'html') !== (options.out !== undefined)) {
    throw new Failure(exitCode.usage, 'Give --out FOLDER together with --format html, and only then.');
  }
  if (options.explain && options.format !== 'text') throw new Failure(exitCode.usage, 'Give --explain with --format text only.');
  await withIndexedSite(given, options, async site => {
    logIfEmpty(site);
    const matches = options.page === undefined ? () => true : globOption(options.page);
    const pages = site.pages.filter(page => matches(page));
    if (pages.length === 0 && site.pages.length > 0) log(`No page of the site matches ${options.page}.`);
    if (options.format === 'html') await writeHtmlReport(site, pages, options.out!);
    else if (options.format === 'ndjson') await printLines(site, pages);
    else await printOutlines(site, pages, options);
  });
}

async function printLines({ opened, progress }: IndexedSite, pages: string[]): Promise<void> {
  progress.clear();
  for (const page of pages) await print(`${pageLine(await opened.labels(page))}\n`);
}

async function printOutlines({ opened, progress }: IndexedSite, pages: string[], options: ClassifyOptions): Promise<void> {
  progress.clear();
  const colors = colorsFor(options.color);
  if (pages.length > 0) await print(legend(colors));
  for (const page of pages) {
    const summary = await opened.regions(page);
    const outline = await opened.outline(page);
    const explanations: Explanations = new Map();
    if (options.explain) await explain(opened, page, outline, explanations);
    await print(`\n${pageText(page, summary, outline, explanations, colors)}`);
  }
}

async function explain(opened: CommandLineSite, page: string, nodes: OutlineNode[], explanations: Explanations): Promise<void> {
  for (const node of nodes) {
    const evidence = await opened.evidence(page, node.start);
    if (evidence !== null) explanations.set(node, reasonsOf(node, evidence));
    await explain(opened, page, node.children, explanations);
  }
}

/** Sentences for a line of the outline: the reason for its node's label, and its parts. A line for several siblings names the first one. */
function reasonsOf({ name, parts = [] }: OutlineNode, { name: node, reason, part }: NodeEvidence): string[] {
  const subject = / \+\d+$/.test(name) ? `${node === '#text' ? 'the text' : node}: ` : '';
  const partSentences = parts.length > 1 ? [`Parts: ${parts.join(', ')}.`] : part ? [`${describePart(part)}.`] : [];
  return [subject + reason, ...partSentences];
}
