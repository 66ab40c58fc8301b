import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import { CommandLineSite } from '../api/command-line-site.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { git, withoutFilters } from './git.ts';
import type { SiteOptions } from './options.ts';
import { siteSettings } from './site-folder.ts';

/**
 * All findings of a site as it is in a git revision, with today's settings. The revision's files are written to a temporary folder, which is
 * deleted afterwards; nothing in the repository changes. Throws a `Failure` where the site is in no repository, or the revision is unknown
 * or does not have the site.
 */
export async function findingsAt(revision: string, root: string, options: SiteOptions): Promise<Finding[]> {
  const settings = await siteSettings(root, options);
  const scratch = await mkdtemp(join(tmpdir(), 'templens-revision-'));
  try {
    const site = await checkedOut(revision, root, scratch);
    const opened = new CommandLineSite(site, settings);
    try {
      return await opened.allFindings();
    } finally {
      await opened.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes a folder of a repository, as it is in a revision, into `scratch`. Gives the folder that it is in. */
async function checkedOut(revision: string, root: string, scratch: string): Promise<string> {
  const wrong = (sentence: string): Failure => new Failure(exitCode.usage, sentence);
  const prefix = await git(root, ['rev-parse', '--show-prefix']).catch((error: NodeJS.ErrnoException) => {
    throw wrong(
      error.code === 'ENOENT'
        ? '--since needs git, which is not installed.'
        : `--since needs a git repository, and ${root} is not in one.`,
    );
  });
  const commit = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(() => {
    throw wrong(
      `--since ${revision}: the repository has no such revision. A shallow clone in CI must be fetched with its history.`,
    );
  });
  const tree = await git(root, ['rev-parse', '--verify', '--quiet', `${commit}:${prefix.replace(/\/$/, '')}`]).catch(async () => {
    throw (
      (await lackedObjects(revision, commit, root)) ??
      wrong(`--since ${revision}: the revision does not have the folder ${prefix}.`)
    );
  });
  const site = join(scratch, 'site') + sep;
  // An index of its own: that of the repository stays as it is.
  const env = { GIT_INDEX_FILE: join(scratch, 'index') };
  const top = await git(root, ['rev-parse', '--show-toplevel']);
  try {
    await git(top, ['read-tree', tree], { env });
    const config = await withoutFilters(top);
    await git(top, ['checkout-index', '--all', '--force', `--prefix=${site}`], { env, config });
  } catch (error) {
    const sentence = `--since ${revision}: git could not write the revision to ${scratch}: ${reasonOf(error)}.`;
    throw (await lackedObjects(revision, commit, top)) ?? new Failure(exitCode.failed, sentence);
  }
  return site;
}

/** The failure to read a commit whose objects are not all there; undefined where they are, or git cannot say so. */
async function lackedObjects(revision: string, commit: string, folder: string): Promise<Failure | undefined> {
  const list = await git(folder, ['rev-list', '--objects', '--missing=print', '--no-walk', commit]).catch(() => '');
  const lacked = list.split('\n').filter(line => line.startsWith('?'));
  if (lacked.length === 0) return undefined;
  const what = `${counted(lacked.length, 'object')} of the revision, such as ${lacked[0]!.slice(1)}`;
  const advice = 'In a partial clone, check the revision out once with git; else fetch or clone the repository again.';
  return new Failure(exitCode.failed, `--since ${revision}: the repository lacks ${what}. ${advice}`);
}
