import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { counted } from 'templens-shared/counted';
import {
  contentFormats,
  type EngineName,
  engineNames,
  type MigrationNames,
  migrationTargets,
  npmTargets,
  type TargetName,
  targetNames,
} from 'templens-shared/migration';
import { freeFolder } from '../api/new-folder.ts';
import { carryOut } from '../migration/build.ts';
import { adoptedText, type Migration, planMigration, reportFile } from '../migration/plan.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { parseJsonFile } from './json-file.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { log, printData } from './output.ts';
import { throwFailure } from './site-folder.ts';

interface MigrateOptions extends SiteOptions {
  to: TargetName;
  out?: string;
  preview?: true;
  names?: string;
  build: boolean;
  install?: true;
  engine?: EngineName;
  keepDrift?: true;
  adopt?: true;
  content?: (typeof contentFormats)[number];
}

export function addMigrate(program: Command): void {
  addSiteOptions(
    program
      .command('migrate')
      .summary('write a project of a site generator that builds the same pages')
      .description(
        'Writes a project in which layouts and shared parts stand once and each page has its own content only, builds it, and compares ' +
          'every file with the site byte by byte. Ends with code 1 if one differs.',
      )
      .argument('[site]', 'folder of the site', '.')
      .addOption(
        new Option('--to <generator>', 'generator that builds the project').choices([...targetNames]).makeOptionMandatory(),
      )
      .option('--out <folder>', 'folder of the project; new or empty')
      .option('--preview', 'print the report with its layouts and parts; write nothing')
      .option('--names <file>', 'names for them: {"layouts": {"OLD": "NEW"}, "parts": {"OLD": "NEW"}}')
      .addOption(new Option('--engine <language>', 'template language of Eleventy (default: nunjucks)').choices([...engineNames]))
      .addOption(
        new Option('--keep-drift', 'pages keep their version of a part that few pages have (default)').conflicts('adopt'),
      )
      .option('--adopt', 'bring the common version of a part to pages with another one')
      .addOption(
        new Option(
          '--content <format>',
          'format of the content of pages for Eleventy; markdown where it gives the same HTML (default: html)',
        ).choices([...contentFormats]),
      )
      .option('--install', 'install the generator in the project (npm install), to build it')
      .option('--no-build', 'write the project only'),
  ).action(migrate);
}

/** Why a project is not built, and what to do. */
const notBuilt: Record<TargetName, (out: string) => string> = {
  eleventy: out =>
    `The project is not built, since Eleventy is not installed: give --install, or run npm install && npx eleventy in ${out}.`,
  jekyll: out =>
    `The project is not built, since Jekyll is not installed: install it (apt install jekyll), and run jekyll build in ${out}.`,
  astro: out =>
    `The project is not built, since Astro is not installed: give --install, or run npm install && npx astro build in ${out}.`,
  ssi: out =>
    `A web server makes the pages in ${out}: switch its server-side includes on (nginx: ssi on; Apache: Options +Includes).`,
};

async function migrate(given: string, options: MigrateOptions): Promise<void> {
  if (options.engine !== undefined && options.to !== 'eleventy')
    throw new Failure(exitCode.usage, 'Give --engine with --to eleventy.');
  if (options.content === 'markdown' && options.to !== 'eleventy')
    throw new Failure(
      exitCode.usage,
      `Markdown is not supported for ${migrationTargets[options.to]}; give --content markdown with --to eleventy.`,
    );
  if (options.install && !npmTargets.includes(options.to))
    throw new Failure(exitCode.usage, 'Give --install with --to eleventy or --to astro.');
  if ((options.out === undefined) !== (options.preview === true))
    throw new Failure(exitCode.usage, 'Give the folder of the project with --out, or --preview to see what it would have.');
  const names = options.names === undefined ? {} : await readNames(options.names);
  await withIndexedSite(
    given,
    options,
    async site => {
      logIfEmpty(site);
      const out = options.out === undefined ? undefined : await freeFolder(options.out, site.root).catch(throwFailure);
      site.progress.step('plan');
      const withContents =
        options.content === 'markdown' ? (await import('../migration/markdown/contents.ts')).markdownProject : undefined;
      const planned = await planMigration(site.opened, { ...options, names }, withContents).catch(throwFailure);
      site.progress.clear();
      if (out === undefined) return printData(planned.files.get(reportFile)!);
      for (const sentence of planned.skipped) log(sentence);
      site.progress.step('build');
      const { migration, built } = await carryOut(site.root, out, planned, {
        ...options,
        beside: process.cwd(),
        onStep: step => {
          if (step === 'install') log(`Running npm install in ${options.out!}.`);
        },
      }).catch(throwFailure);
      site.progress.clear();
      await printData(summary(migration, options.content));
      if (built) {
        for (const file of built.differing) log(`${file} is not built as the site has it.`);
        if (built.differing.length > 0) process.exitCode = exitCode.findings;
        const files = counted(built.equal + built.differing.length, 'file');
        await printData(`Built: ${built.equal} of ${files} equal byte for byte${adoptedText(migration)}.\n`);
      } else if (options.build) log(notBuilt[options.to](options.out!));
    },
    { checks: options.adopt === true },
  );
}

async function readNames(file: string): Promise<MigrationNames> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new Failure(exitCode.usage, `The names in ${file} cannot be read: ${reasonOf(error)}.`);
  });
  return parseJsonFile(file, text) as MigrationNames;
}

function summary({ project, copies }: Migration, content: MigrateOptions['content']): string {
  const { layouts, parts, pages, fallbacks } = project;
  const lines = [
    `${counted(pages.length, 'page')} by ${counted(layouts.length, 'layout')} and ${counted(parts.size, 'part')}`,
    `${counted(fallbacks.size, 'page')} as they are, ${counted(copies.size - fallbacks.size, 'other file')} copied`,
  ];
  if (content === 'markdown') {
    const converted = pages.filter(({ markdown }) => markdown !== undefined).length;
    lines.push(
      `${counted(converted, 'page')} in Markdown; the content of ${counted(pages.length - converted, 'page')} stays HTML`,
    );
  }
  return `${lines.join('\n')}\n`;
}
