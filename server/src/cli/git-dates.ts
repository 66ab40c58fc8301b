import type { PartDifference, PartVersionDetail } from 'templens-shared/parts';
import { git } from './git.ts';

/** Milliseconds for one question to git; a long history is given up. */
const PATIENCE = 3000;
/** Pages that a question names. */
const MOST_PAGES = 50;
/** Shorter texts stand in many places. */
const SHORTEST = 8;

/** When the words of a version and of the most common one were first committed, as dates (2014-05-31). */
interface GitDates {
  own: string;
  common: string;
}

/**
 * When the words that each version of a part adds, and those that it lacks, were first committed on the pages of the part, by the version's
 * id. A version is skipped if git does not know both days, takes too long or is absent, or if the days are equal.
 */
export async function gitDates(root: string, versions: readonly PartVersionDetail[]): Promise<Map<string, GitDates>> {
  const pages = versions.flatMap(version => version.pages);
  // Versions often lack the same words.
  const asked = new Map<string, Promise<string | undefined>>();
  const dateOf = ({ what }: PartDifference): Promise<string | undefined> => {
    const date = asked.get(what) ?? firstCommitted(root, what, pages);
    asked.set(what, date);
    return date;
  };
  const dates = new Map<string, GitDates>();
  for (const { id, difference } of versions) {
    const extra = difference.find(({ kind, what }) => kind === 'extra' && what.length >= SHORTEST);
    const missing = difference.find(({ kind, what }) => kind === 'missing' && what.length >= SHORTEST);
    if (!extra || !missing) continue;
    const [own, common] = await Promise.all([dateOf(extra), dateOf(missing)]);
    if (own && common && own !== common) dates.set(id, { own, common });
  }
  return dates;
}

/** The day of the first commit that brought a text into one of the files. */
async function firstCommitted(root: string, text: string, files: readonly string[]): Promise<string | undefined> {
  const raw = ['--no-textconv', '--no-ext-diff'];
  const args = ['log', '--reverse', '--format=%cs', ...raw, `-S${text}`, '--', ...files.slice(0, MOST_PAGES)];
  try {
    return /^\d{4}-\d\d-\d\d/.exec(await git(root, args, { timeout: PATIENCE }))?.[0];
  } catch {
    return undefined;
  }
}
