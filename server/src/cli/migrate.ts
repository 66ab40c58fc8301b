import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, realpath, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { counted } from 'templens-shared/counted';
import { type Migration, planMigration, type TargetName, targetNames } from '../api/migration.ts';
import { pathWithin } from '../api/path-within.ts';
import { comparedFolders } from './compare-folders.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { logIfEmpty, withIndexedSite } from './indexed-site.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { log, printData } from './output.ts';
import { withDraft } from './replace-file.ts';

interface MigrateOptions extends SiteOptions {
  to: TargetName;
  out: string;
  build: boolean;
  install?: true;
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
      .requiredOption('--out <folder>', 'folder of the project; new or empty')
      .option('--install', 'install the generator in the project (npm install), to build it')
      .option('--no-build', 'write the project only'),
  ).action(migrate);
}

async function migrate(given: string, options: MigrateOptions): Promise<void> {
  const out = resolve(options.out);
  await withIndexedSite(given, options, async site => {
    logIfEmpty(site);
    await requireFreeFolder(options.out, await realpath(site.root));
    const migration = await planMigration(site.opened, options.to);
    site.progress.clear();
    for (const sentence of migration.skipped) log(sentence);
    await writeProject(site.root, out, migration);
    await printData(summary(migration));
    if (options.install) await run('npm', ['install', '--no-audit', '--no-fund'], out);
    if (!options.build) return;
    const engine = installedEngine(out);
    if (engine === undefined) {
      log(
        `The project is not built, since Eleventy is not installed: give --install, or run npm install && npx eleventy in ${options.out}.`,
      );
      return;
    }
    await run(process.execPath, [engine, '--quiet'], out);
    const { equal, differing } = await comparedFolders(site.root, join(out, '_site'));
    for (const sentence of differing) log(sentence);
    if (differing.length > 0) process.exitCode = exitCode.findings;
    await printData(`Built: ${equal} of ${counted(equal + differing.length, 'file')} equal byte for byte.\n`);
  });
}

/** Rejects with a `Failure` unless a folder does not exist or is empty, and is neither in the site nor above it. */
async function requireFreeFolder(given: string, root: string): Promise<void> {
  const out = resolve(given);
  const parent = await realpath(dirname(out)).catch(error => {
    throw new Failure(exitCode.usage, `The folder of ${given} cannot be used: ${reasonOf(error)}.`);
  });
  const real = await realpath(out).catch(() => join(parent, basename(out)));
  if (real === root || pathWithin(root, real) !== undefined)
    throw new Failure(exitCode.usage, `${given} is in the site; give a folder outside of it.`);
  if (pathWithin(real, root) !== undefined)
    throw new Failure(exitCode.usage, `${given} has the site in it; give another folder.`);
  const names = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Failure(exitCode.usage, `The folder ${given} cannot be used: ${reasonOf(error)}.`);
  });
  if (names.length > 0) throw new Failure(exitCode.usage, `The folder ${given} is not empty; give a new one.`);
}

/** Writes a project to a folder that is new or empty: all of it or nothing. */
async function writeProject(root: string, out: string, { files, copies }: Migration): Promise<void> {
  try {
    await withDraft(dirname(out), async draft => {
      const fresh = join(draft, 'project');
      for (const [path, text] of files) {
        await mkdir(dirname(join(fresh, path)), { recursive: true });
        await writeFile(join(fresh, path), text, { flag: 'wx' });
      }
      for (const [path, from] of copies)
        await cp(join(root, from), join(fresh, path), { dereference: true, errorOnExist: true, force: false });
      await rename(fresh, out);
    });
  } catch (error) {
    throw new Failure(exitCode.failed, `The project ${out} cannot be written: ${reasonOf(error)}.`);
  }
}

/** The program of Eleventy that a project finds; undefined if it is not installed. */
function installedEngine(out: string): string | undefined {
  for (const from of [out, process.cwd()]) {
    try {
      return join(dirname(createRequire(join(from, 'package.json')).resolve('@11ty/eleventy')), '../cmd.cjs');
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/** Runs a program in a folder; rejects with a `Failure` that has its last lines if it fails. */
function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: false });
    let said = '';
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', error => fail(new Failure(exitCode.failed, `${program} cannot be run: ${reasonOf(error)}.`)));
    child.once('close', code =>
      code === 0 ? done() : fail(new Failure(exitCode.failed, `The project is written, but its build failed:\n${said.trim()}`)),
    );
  });
}

function summary({ project, copies }: Migration): string {
  const { layouts, parts, pages, fallbacks } = project;
  const lines = [
    `${counted(pages.length, 'page')} by ${counted(layouts.length, 'layout')} and ${counted(parts.size, 'part')}`,
    `${counted(fallbacks.size, 'page')} as they are, ${counted(copies.size - fallbacks.size, 'other file')} copied`,
  ];
  return `${lines.join('\n')}\n`;
}
