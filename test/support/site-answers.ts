// All answers about a site as text: the same pages give the same bytes on every machine.
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type * as api from '../../server/src/api/index.ts';
import { runHere } from '../cli/run-here.ts';
import { editorAnswers } from './editor-answers.ts';
import type { GoldSite } from './gold.ts';

/** Where the built product is. */
export interface Product {
  /** URL of `dist/cli.js`. */
  commandLine: string;
  /** URL of `dist/index.js`. */
  api: string;
  /** Path of `bin/templens.js`. */
  bin: string;
}

/** By the name of the answer. */
export type Answers = Record<string, string>;

const commands: Record<string, string[]> = {
  classify: ['classify', '--format', 'ndjson'],
  groups: ['groups', '--format', 'json'],
  parts: ['parts', '--instances', '--format', 'json'],
  check: ['check', '--format', 'json'],
  fix: ['fix', '--no-color'],
  'fix-unsafe': ['fix', '--unsafe', '--no-color'],
};

/** What the command line and the Node API answer about the pages in a folder. */
export async function programAnswers(product: Product, folder: string): Promise<Answers> {
  const answers: Answers = {};
  for (const [name, [command, ...options]] of Object.entries(commands)) {
    const run = await runHere([command!, folder, '--no-cache', ...options], {}, product.commandLine);
    if (run.code === null || run.code > 1) throw new Error(`templens ${command} ${folder} ends with ${run.code}.\n${run.stderr}`);
    answers[name] = `${run.stdout}exit code ${run.code}\n`;
  }
  answers.extract = await extracts(product, folder);
  return withoutFolder(answers, folder);
}

/** What a language server answers about three pages in a folder. @param check the answer of that name. */
export async function serverAnswers(product: Product, site: GoldSite, check: string): Promise<Answers> {
  return withoutFolder(await editorAnswers(product.bin, site, findingsByPage(check)), site.pagesFolder);
}

/** The template and the content of every page. */
async function extracts(product: Product, folder: string): Promise<string> {
  const { openSite } = (await import(product.api)) as typeof api;
  const site = await openSite(folder);
  let text = '';
  for (const page of await site.pages()) {
    text += `== ${page}: template\n${await site.extract(page)}\n`;
    for (const format of ['html', 'text', 'json'] as const) {
      const content = await site.extract(page, { what: 'content', format });
      const printed = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
      text += `== ${page}: content as ${format}\n${printed}\n`;
    }
  }
  await site[Symbol.asyncDispose]();
  return text;
}

function findingsByPage(check: string): Map<string, number> {
  const { diagnostics } = JSON.parse(check.slice(0, check.lastIndexOf('}') + 1)) as { diagnostics: { page: string }[] };
  const counts = new Map<string, number>();
  for (const { page } of diagnostics) counts.set(page, (counts.get(page) ?? 0) + 1);
  return counts;
}

/** Absolute paths and URIs differ from one machine to the next. */
function withoutFolder(answers: Answers, folder: string): Answers {
  const names = [...new Set([realpathSync(folder), folder])].flatMap(path => [pathToFileURL(path).href, path]);
  const without = (text: string): string => names.reduce((result, name) => result.replaceAll(name, 'SITE'), text);
  return Object.fromEntries(Object.entries(answers).map(([name, text]) => [name, without(text)]));
}
