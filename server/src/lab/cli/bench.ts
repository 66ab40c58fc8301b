import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExtractorName, extractorNames } from 'templens-shared/settings';
import { addLabelOptions, collect } from '../../cli/options.ts';
import { dataSetNames } from '../datasets/names.ts';
import { measuring } from '../thresholds.ts';
import { scoredPages } from '../workbench/cell.ts';
import { type BenchCommandOptions, formats } from './bench-options.ts';

/** Adds the command `bench`. Its code is loaded when it runs, because it includes an HTML5 parser that would delay every other command. */
export function addBench(program: Command): void {
  const command = program
    .command('bench')
    .summary('compare extractors on sites with gold labels')
    .description(
      'Labels the sites of a corpus by every extractor and says how well that agrees with their gold labels: precision, recall, F1 and ' +
        'accuracy with 99 % confidence intervals, paired comparisons, time, its growth, and memory, beside what was published.',
    )
    .argument('<corpus>', 'folder of gold sites, each with gold.json and its pages in the folder pages')
    .addOption(
      new Option('--dataset <name>', 'the folder has this published data set instead; score words').choices([...dataSetNames]),
    )
    .addOption(
      new Option('--format <format>', 'tables, tables for programs, or one page with charts')
        .choices([...formats])
        .default('text'),
    )
    .option('--extractor <name>', 'run this one only; may be given again', extractor)
    .option('--site <name>', 'run on this site only; may be given again', collect)
    .option(
      '--labels <name=folder>',
      'also score labels that were made elsewhere: FOLDER/SITE.ndjson as classify --format ndjson prints it; may be given again',
      labels,
    )
    .addOption(
      new Option('--pages <which>', 'score pages whose gold labels were read node by node, or all')
        .choices([...scoredPages])
        .default('key'),
    )
    .option('--no-unseen', 'skip the row "default, unseen", whose models are trained in some minutes')
    .option('--against <name>', 'compare all rows with this one (default: the best that has not seen the sites)')
    .option('--seed <number>', 'seed of the paired comparisons', wholeNumber, 1)
    .option(
      '--resamples <number>',
      'number of resamples of the sites in the paired comparisons',
      resamples,
      measuring.pairedResamples,
    )
    .option('--no-growth', 'do not measure how time grows with the size and the number of pages')
    .option('--no-costs', 'skip times and memory; the same files then give the same bytes')
    .option('--timeout <seconds>', 'give up what takes longer with one page', seconds, 300)
    .option('--resume <file>', 'keep results in this file, and take from it what an earlier run has found out');
  addLabelOptions(command).action(async (corpus: string, options: BenchCommandOptions) => {
    if (options.dataset !== undefined) {
      const { benchDataSet } = await import('./data-set-actions.ts');
      return benchDataSet(corpus, options.dataset, options);
    }
    const { bench } = await import('./bench-actions.ts');
    return bench(corpus, options);
  });
}

function extractor(value: string, previous: ExtractorName[] = []): ExtractorName[] {
  const name = extractorNames.find(candidate => candidate === value);
  if (!name) throw new InvalidArgumentError(`Allowed choices are ${extractorNames.join(', ')}.`);
  return [...previous, name];
}

function labels(value: string, previous: { name: string; folder: string }[] = []): { name: string; folder: string }[] {
  const at = value.indexOf('=');
  if (at < 1 || at === value.length - 1) throw new InvalidArgumentError('Give it as NAME=FOLDER.');
  return [...previous, { name: value.slice(0, at), folder: value.slice(at + 1) }];
}

function seconds(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new InvalidArgumentError('Give a whole number of seconds.');
  return Number(value);
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Give a whole number from 0 to 999999999.');
  return Number(value);
}

function resamples(value: string): number {
  if (!/^[1-9]\d{2,6}$/.test(value)) throw new InvalidArgumentError('Give a whole number from 100 to 9999999.');
  return Number(value);
}
