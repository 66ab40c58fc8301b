import { spawn, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { chmod, constants, copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BuildComparison, BuildOptions, TargetName } from 'templens-shared/migration';
import { writeFolder } from '../api/new-folder.ts';
import { TemplensError } from '../api/templens-error.ts';
import { reasonOf } from '../site/error-reason.ts';
import { pathWithin } from '../site/path-within.ts';
import { comparedFolders } from './compare-folders.ts';
import { leaveAsTheyAre, type Migration, withoutMarkdown } from './plan.ts';

/** A program with its arguments. */
export type Program = readonly [program: string, ...args: string[]];

/** A migration whose project is built. */
export interface BuiltMigration extends BuildComparison {
  migration: Migration;
}

/** What is done with a planned project, in this order. */
export type BuildStep = 'write' | 'install' | 'build';

/** How a planned migration is carried out. */
export interface CarryOutOptions extends BuildOptions {
  to: TargetName;
  /** A folder from which upward the generator is looked for, after that of the project. */
  beside?: string;
  /** Ends the work. The project is then there as a whole, perhaps not built, or not at all. */
  signal?: AbortSignal;
  onStep?: (step: BuildStep) => void;
}

/**
 * Writes the project of a migration, builds it, and compares the built files with those of the site.
 * @param root path of the site.
 * @param out path of a folder that is new or empty.
 * @returns what was written; undefined in place of the comparison if nothing was built.
 * @throws TemplensError `failed`, or the signal's reason.
 */
export async function carryOut(
  root: string,
  out: string,
  planned: Migration,
  { to, install = false, build = true, beside, signal, onStep }: CarryOutOptions,
): Promise<{ migration: Migration; built: BuiltMigration | undefined }> {
  onStep?.('write');
  await writeProject(root, out, planned, signal);
  if (install) {
    onStep?.('install');
    await run('npm', ['install', '--no-audit', '--no-fund'], out, signal);
  }
  const builder = build ? builderOf(to, root, out, beside) : undefined;
  if (builder === undefined) return { migration: planned, built: undefined };
  onStep?.('build');
  const built = await buildProject(root, out, builder, planned, signal);
  return { migration: built.migration, built };
}

/** Writes a project to a folder that is new or empty: all of it or nothing. */
export function writeProject(root: string, out: string, { files, copies }: Migration, signal?: AbortSignal): Promise<void> {
  return writeFolder(
    out,
    files,
    async folder => {
      for (const [path, from] of copies) await copyOne(root, from, join(folder, path));
    },
    signal,
  );
}

/** Copies a file of the site to a place where nothing is, so that the copy can be written. */
async function copyOne(root: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await copyFile(join(root, from), to, constants.COPYFILE_EXCL);
  } catch (error) {
    throw new TemplensError('failed', `${from} cannot be copied: ${reasonOf(error)}.`);
  }
  // A generator copies the mode, and must be able to write the built file again.
  const { mode } = await stat(to);
  if ((mode & 0o200) === 0) await chmod(to, mode | 0o200);
}

/** The program that builds a project; undefined if it is not installed. Nothing in the site is run. @param beside see `CarryOutOptions` */
export function builderOf(to: TargetName, root: string, out: string, beside?: string): Program | undefined {
  if (to === 'jekyll') {
    const { status } = spawnSync('jekyll', ['--version'], { stdio: 'ignore' });
    return status === 0 ? ['jekyll', 'build', '--quiet'] : undefined;
  }
  if (to === 'astro') {
    // What Astro builds imports Astro, from the folder of the project or above it.
    const manifest = installed('astro/package.json', out, root);
    return manifest === undefined ? undefined : [process.execPath, join(dirname(manifest), 'astro.js'), 'build', '--silent'];
  }
  if (to !== 'eleventy') return undefined;
  const main =
    installed('@11ty/eleventy', out, root) ?? (beside === undefined ? undefined : installed('@11ty/eleventy', beside, root));
  return main === undefined ? undefined : [process.execPath, join(dirname(main), '../cmd.cjs'), '--quiet'];
}

/** The file of a module that is installed in a folder or above it; undefined if it is not, or is in the site. */
function installed(module: string, folder: string, site: string): string | undefined {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(module);
    return pathWithin(realpathSync(site), file) === undefined ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a program in a folder; rejects with an error that has its last lines if it fails, or with the signal's reason. */
function run(program: string, args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], shell: false, ...(signal && { signal }) });
    let said = '';
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', error => {
      fail(signal?.aborted ? signal.reason : new TemplensError('failed', `${program} cannot be run: ${reasonOf(error)}.`));
    });
    child.once('close', code => {
      if (code === 0) done();
      else fail(new TemplensError('failed', `The project is written, but its build failed:\n${said.trim()}`));
    });
  });
}

/**
 * Builds a project and compares it with the site. It is built again for pages that differ: first with their contents as HTML in the place of
 * Markdown, then with the pages as they are.
 */
export async function buildProject(
  root: string,
  out: string,
  [program, ...args]: Program,
  migration: Migration,
  signal?: AbortSignal,
): Promise<BuiltMigration> {
  const build = async (built: Migration): Promise<BuildComparison> => {
    await run(program, args, out, signal);
    return comparedFolders(root, join(out, built.target.built ?? ''), built.changed);
  };
  const first = await build(migration);
  const differing = new Set(first.differing);
  const unfaithful = migration.project.pages.filter(({ path }) => differing.has(path));
  if (unfaithful.length === 0) return { migration, ...first };
  const paths = new Set(unfaithful.map(({ path }) => path));
  const inMarkdown = unfaithful.some(({ markdown }) => markdown !== undefined);
  const revised = inMarkdown
    ? withoutMarkdown(migration, paths)
    : leaveAsTheyAre(migration, paths, 'the generator does not build it exactly');
  await reviseProject(root, out, migration, revised);
  if (inMarkdown) return buildProject(root, out, [program, ...args], revised, signal);
  return { migration: revised, ...(await build(revised)) };
}

/** Updates a written project to another migration of the same site, and removes what was built. */
async function reviseProject(root: string, out: string, before: Migration, after: Migration): Promise<void> {
  await rm(join(out, before.target.built ?? '_site'), { recursive: true, force: true });
  for (const path of before.files.keys()) if (!after.files.has(path)) await rm(join(out, path), { force: true });
  for (const [path, text] of after.files) if (before.files.get(path) !== text) await writeFile(join(out, path), text);
  for (const [path, from] of after.copies) if (!before.copies.has(path)) await copyOne(root, from, join(out, path));
}
