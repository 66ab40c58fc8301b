import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { printableJson } from 'templens-shared/printable';
import { decodePage, type outputs, sampledFolder } from '../api/command-line.ts';
import { applyAlone, type LearnedModel, learnModel, readModel } from '../api/learn-model.ts';
import { TemplensError } from '../api/templens-error.ts';
import { emitOption } from './crawl.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { addFileOptions, type FileOptions, wholeNumber } from './options.ts';
import { log, print } from './output.ts';
import { writeOutput } from './output-file.ts';
import { siteFolder, siteSettings } from './site-folder.ts';

export function addModel(program: Command): void {
  addFileOptions(
    program
      .command('model')
      .summary('learn what a site says about its pages, frozen in a file')
      .description(
        'Learns from a sample of the pages of a site what they have in common, and writes it to a file, with which templens apply labels pages without the others.',
      )
      .argument('[site]', 'folder of the site', '.')
      .requiredOption('--out <file>', 'where the model is written')
      .option('--pages <number>', 'pages to learn from, those with the smallest hashes of their paths', wholeNumber, 200),
  ).action(model);
}

export function addApply(program: Command): void {
  program
    .command('apply')
    .summary('print the content of pages, by the model of their site')
    .description(
      'Labels pages by a model of their site (templens model), or each by itself, and prints a JSON line a page. Nothing is learned, and no other page is read.',
    )
    .argument('<pages...>', 'files of the pages')
    .option('--model <file>', 'what templens model wrote; without it, each page is labelled alone, and less well')
    .addOption(emitOption('a line'))
    .action(apply);
}

async function model(
  given: string,
  { out, pages: most, ...options }: FileOptions & { out: string; pages: number },
): Promise<void> {
  const root = await siteFolder(given);
  const { pages, skipped } = sampledFolder(root, await siteSettings(root, { ...options, cache: false }), most);
  for (const message of skipped) log(message);
  if (pages.length === 0) throw new Failure(exitCode.usage, `${given} has no page to learn from.`);
  const bytes = learnModel(pages).toBytes();
  try {
    await writeOutput(out, bytes);
  } catch (error) {
    throw new Failure(exitCode.failed, `The model ${out} cannot be written: ${reasonOf(error)}.`);
  }
  log(`${out} has ${Math.ceil(bytes.length / 1024)} KB, learned from ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}.`);
}

async function apply(files: string[], options: { model?: string; emit: (typeof outputs)[number][] }): Promise<void> {
  const learned = options.model === undefined ? undefined : await readModelFile(options.model);
  for (const file of files) {
    try {
      const text = { path: file, text: decodePage(await readFile(file)) };
      const { emit } = options;
      const page = learned ? learned.apply(text, { emit }) : applyAlone(text, { emit });
      await print(`${printableJson(page)}\n`);
    } catch (error) {
      log(error instanceof TemplensError ? error.message : `${file} cannot be read: ${reasonOf(error)}; it is skipped.`);
      process.exitCode = exitCode.failed;
    }
  }
}

async function readModelFile(file: string): Promise<LearnedModel> {
  try {
    return readModel(await readFile(file));
  } catch (error) {
    const sentence = error instanceof TemplensError ? error.message : `It cannot be read: ${reasonOf(error)}.`;
    throw new Failure(exitCode.failed, `The model ${file}: ${sentence}`);
  }
}
