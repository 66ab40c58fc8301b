import type { PartDifference, PartVersionDetail } from 'templens-shared/parts';
import { git } from './git.ts';
import { limits } from './thresholds.ts';

const { gitDatePages, gitDateText, gitDateTimeout } = limits;

/** Dates (2014-05-31) of the first commits with the words of a version, and with those of the most common version. */
interface GitDates {
  own: string;
  common: string;
}

/**
 * Returns by the id of each version of a part when a text that only this version has (`own`), and one that it lacks (`common`), were first
 * committed on the pages of the part. Skips a version if git does not find both dates, takes too long or is not installed, or if the dates are
 * equal.
 */
export async function gitDates(root: string, versions: readonly PartVersionDetail[]): Promise<Map<string, GitDates>> {
  const pages = versions.flatMap(version => version.pages);
  // A cache, because versions often lack the same words.
  const asked = new Map<string, Promise<string | undefined>>();
  const dateOf = ({ what }: PartDifference): Promise<string | undefined> => {
    const date = asked.get(what) ?? firstCommitted(root, what, pages);
    asked.set(what, date);
    return date;
  };
  const dates = new Map<string, GitDates>();
  for (const { id, difference } of versions) {
    const extra = difference.find(({ kind, what }) => kind === 'extra' && what.length >= gitDateText);
    const missing = difference.find(({ kind, what }) => kind === 'missing' && what.length >= gitDateText);
    if (!extra || !missing) continue;
    const [own, common] = await Promise.all([dateOf(extra), dateOf(missing)]);
    if (own && common && own !== common) dates.set(id, { own, common });
  }
  return dates;
}

/** The date of the first commit that added a text to one of the files; undefined if git finds none. */
async function firstCommitted(root: string, text: string, files: readonly string[]): Promise<string | undefined> {
  const raw = ['--no-textconv', '--no-ext-diff'];
  const args = ['log', '--reverse', '--format=%cs', ...raw, `-S${text}`, '--', ...files.slice(0, gitDatePages)];
  try {
    return /^\d{4}-\d\d-\d\d/.exec(await git(root, args, { timeout: gitDateTimeout }))?.[0];
  } catch {
    return undefined;
  }
}
