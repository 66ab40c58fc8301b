import { counted } from 'templens-shared/counted';
import { defaultSettings } from 'templens-shared/settings';
import { exitCode, Failure, reasonOf } from '../../cli/failure.ts';
import { onInterrupt } from '../../cli/interrupt.ts';
import { labelSettingsFrom } from '../../cli/options.ts';
import { exit, log, print, printData } from '../../cli/output.ts';
import { ProgressBar } from '../../cli/progress.ts';
import { siteFolder } from '../../cli/site-folder.ts';
import { checkDataSet, type DataSet, dataSets } from '../datasets/data-set.ts';
import { chosenExtractors, measureSet } from '../datasets/measure-set.ts';
import type { DataSetName } from '../datasets/names.ts';
import type { DataSetFiles } from '../datasets/read-sets.ts';
import { wordFormats } from '../report/word-tables.ts';
import type { BenchCommandOptions } from './bench-options.ts';

/** Prints where each data set is, or checks a folder that should hold one. Throws a `Failure` with code 1 if it has problems. */
export async function dataSetsCommand(name: DataSetName | undefined, folder: string | undefined): Promise<void> {
  const chosen = dataSets.filter(set => name === undefined || set.name === name);
  if (folder === undefined) {
    await print(chosen.map(describe).join('\n'));
    return;
  }
  const set = chosen[0]!;
  const { pages, hosts, encodings, problems, remarks } = checkDataSet(set, await read(set, folder));
  const byEncoding = Object.entries(encodings).map(([encoding, count]) => `${count} in ${encoding}`);
  const detail = byEncoding.length > 0 ? `: ${byEncoding.join(', ')}` : '';
  await printData(
    `${counted(pages, 'page')} with a gold text, of ${counted(hosts, 'host')}${detail}.\n${[...problems, ...remarks].map(sentence => `${sentence}\n`).join('')}`,
  );
  if (problems.length > 0) throw new Failure(exitCode.findings, `${counted(problems.length, 'problem')} in ${folder}.`);
}

function describe({ name, title, home, licence, layout, counts }: DataSet): string {
  return [
    name,
    `  ${title}`,
    `  from: ${home}`,
    `  licence: ${licence}`,
    `  files: ${layout}`,
    `  pages: ${counts.join(' or ')}`,
    `  check: templens gold datasets ${name} FOLDER`,
    `  measure: templens bench FOLDER --dataset ${name}\n`,
  ].join('\n');
}

async function read(set: DataSet, given: string): Promise<DataSetFiles> {
  const folder = await siteFolder(given);
  try {
    return set.read(folder);
  } catch (error) {
    const { path, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Failure(exitCode.failed, `${path ?? given} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Runs the extractors on a data set, and prints their scores by words. */
export async function benchDataSet(given: string, name: DataSetName, options: BenchCommandOptions): Promise<void> {
  const { format, labels, site, resume, against, seed, resamples } = options;
  if (format === 'html') throw new Failure(exitCode.usage, 'With --dataset, --format is text, json, csv or latex.');
  const foreign = Object.entries({ labels, site, resume }).find(([, value]) => value !== undefined);
  if (foreign) throw new Failure(exitCode.usage, `--${foreign[0]} is for gold sites; leave it out with --dataset.`);
  const extractors = chosenExtractors(options.extractor);
  if (against !== undefined && !extractors.some(extractor => extractor === against)) {
    throw new Failure(exitCode.usage, `--against ${against}: there is no such row; there are ${extractors.join(', ')}.`);
  }
  const set = dataSets.find(candidate => candidate.name === name)!;
  const files = await read(set, given);
  const { pages, problems } = checkDataSet(set, files);
  if (pages === 0) throw new Failure(exitCode.usage, `${given}: ${problems[0]}`);
  if (problems.length > 0) {
    log(
      `${problems[0]}${problems.length > 1 ? ` templens gold datasets ${name} ${given} says ${problems.length - 1} more.` : ''}`,
    );
  }
  const progress = new ProgressBar();
  const stopListening = onInterrupt(() => {
    progress.clear();
    log('Interrupted.');
    void exit(exitCode.failed);
  });
  try {
    const report = await measureSet(set, files.pages, {
      extractors,
      settings: { ...defaultSettings, ...labelSettingsFrom(options) },
      comparison: { against, seed, resamples },
      progress: (done, total) => progress.show({ phase: 'bench', done, total }),
    });
    progress.clear();
    await print(wordFormats[format](report));
  } finally {
    stopListening();
    progress.clear();
  }
}
