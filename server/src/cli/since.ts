import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import { CommandLineSite } from '../api/command-line.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { git, withoutFilters } from './git.ts';
import type { SiteOptions } from './options.ts';
import { siteSettings } from './site-folder.ts';

/**
 * All findings of a site in a git revision, with the current settings. The revision's files are written to a temporary folder, which is deleted
 * afterwards; nothing in the repository changes. Throws a `Failure` if the site is not in a repository, or the revision is unknown or does not
 * have the site.
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

/** Writes the files that the folder `root` has in a revision to a folder inside `scratch`. Returns its path, with a separator at the end. */
async function checkedOut(revision: string, root: string, scratch: string): Promise<string> {
  const usageFailure = (sentence: string): Failure => new Failure(exitCode.usage, sentence);
  const prefix = await git(root, ['rev-parse', '--show-prefix']).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(
      error.code === 'ENOENT'
        ? '--since needs git, which is not installed.'
        : `--since needs a git repository, and ${root} is not in one.`,
    );
  });
  const commit = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(() => {
    throw usageFailure(
      `--since ${revision}: the repository has no such revision. A shallow clone in CI must be fetched with its history.`,
    );
  });
  const tree = await git(root, ['rev-parse', '--verify', '--quiet', `${commit}:${prefix.replace(/\/$/, '')}`]).catch(async () => {
    throw (
      (await missingObjects(revision, commit, root)) ??
      usageFailure(`--since ${revision}: the revision does not have the folder ${prefix}.`)
    );
  });
  const site = join(scratch, 'site') + sep;
  // A separate index, so that the repository's own stays unchanged.
  const env = { GIT_INDEX_FILE: join(scratch, 'index') };
  const top = await git(root, ['rev-parse', '--show-toplevel']);
  try {
    await git(top, ['read-tree', tree], { env });
    const config = await withoutFilters(top);
    await git(top, ['checkout-index', '--all', '--force', `--prefix=${site}`], { env, config });
  } catch (error) {
    const sentence = `--since ${revision}: git could not write the revision to ${scratch}: ${reasonOf(error)}.`;
    throw (await missingObjects(revision, commit, top)) ?? new Failure(exitCode.failed, sentence);
  }
  return site;
}

/** A `Failure` if the repository lacks objects of a commit, as a partial clone does; undefined if it has all, or git cannot list them. */
async function missingObjects(revision: string, commit: string, folder: string): Promise<Failure | undefined> {
  const list = await git(folder, ['rev-list', '--objects', '--missing=print', '--no-walk', commit]).catch(() => '');
  const lacked = list.split('\n').filter(line => line.startsWith('?'));
  if (lacked.length === 0) return undefined;
  const what = `${counted(lacked.length, 'object')} of the revision, such as ${lacked[0]!.slice(1)}`;
  const advice = 'In a partial clone, check the revision out once with git; else fetch or clone the repository again.';
  return new Failure(exitCode.failed, `--since ${revision}: the repository lacks ${what}. ${advice}`);
}
