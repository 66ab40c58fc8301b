import { spawn, spawnSync } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { leaveAsTheyAre, type Migration, type TargetName } from '../api/migration.ts';
import { comparedFolders } from './compare-folders.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { writeFolder } from './new-folder.ts';

/** Writes a project to a folder that is new or empty: all of it or nothing. */
export function writeProject(root: string, out: string, { files, copies }: Migration): Promise<void> {
  return writeFolder(out, files, async folder => {
    for (const [path, from] of copies)
      await cp(join(root, from), join(folder, path), { dereference: true, errorOnExist: true, force: false });
  });
}

/** A program with its arguments. */
export type Program = readonly [program: string, ...args: string[]];

/** The program that builds a project; undefined if it is not installed. */
export function builderOf(to: TargetName, out: string, beside: string = process.cwd()): Program | undefined {
  if (to === 'jekyll') {
    const { status } = spawnSync('jekyll', ['--version'], { stdio: 'ignore' });
    return status === 0 ? ['jekyll', 'build', '--quiet'] : undefined;
  }
  if (to !== 'eleventy') return undefined;
  for (const from of [out, beside]) {
    try {
      const main = createRequire(join(from, 'package.json')).resolve('@11ty/eleventy');
      return [process.execPath, join(dirname(main), '../cmd.cjs'), '--quiet'];
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/** Runs a program in a folder; rejects with a `Failure` that has its last lines if it fails. */
export function run(program: string, args: readonly string[], cwd: string): Promise<void> {
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

/** Builds a project and compares it with the site. Pages that differ are copied as they are, and it is built once more. */
export async function buildProject(
  root: string,
  out: string,
  [program, ...args]: Program,
  migration: Migration,
): Promise<{ migration: Migration; equal: number; differing: string[] }> {
  const build = async (built: Migration): Promise<{ equal: number; differing: string[] }> => {
    await run(program, args, out);
    return comparedFolders(root, join(out, built.target.built ?? ''), built.changed);
  };
  const first = await build(migration);
  const made = new Set(migration.project.pages.map(({ path }) => path));
  const unfaithful = new Set(first.differing.filter(file => made.has(file)));
  if (unfaithful.size === 0) return { migration, ...first };
  const revised = leaveAsTheyAre(migration, unfaithful, 'the generator does not build it exactly');
  await reviseProject(root, out, migration, revised);
  return { migration: revised, ...(await build(revised)) };
}

/** Updates a written project to another migration of the same site, and removes what was built. */
async function reviseProject(root: string, out: string, before: Migration, after: Migration): Promise<void> {
  await rm(join(out, before.target.built ?? '_site'), { recursive: true, force: true });
  for (const path of before.files.keys()) if (!after.files.has(path)) await rm(join(out, path), { force: true });
  for (const [path, text] of after.files) if (before.files.get(path) !== text) await writeFile(join(out, path), text);
  for (const [path, from] of after.copies)
    if (!before.copies.has(path)) await cp(join(root, from), join(out, path), { dereference: true });
}
