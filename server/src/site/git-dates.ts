import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PartVersionDetail } from 'templens-shared/parts';

/** Milliseconds for one question to git; a long history is given up. */
const PATIENCE = 3000;
/** Pages that a question names. */
const MOST_PAGES = 50;
/** Shorter texts stand in many places. */
const SHORTEST = 8;

/** When the words of two versions came into the pages, as dates (2014-05-31). */
export interface GitDates {
  own: string;
  common: string;
}

/**
 * When what a version has, and what it lacks, was first committed on the pages of a part, where they lie in a git repository that says so on
 * two different days. Undefined where git is absent, takes too long, or knows only one of the two.
 * @param version one with differences from the most common one.
 * @param pages of the part, from the root.
 */
export async function gitDates(
  root: string,
  { difference }: PartVersionDetail,
  pages: readonly string[],
): Promise<GitDates | undefined> {
  const own = difference.find(({ kind, what }) => kind === 'extra' && what.length >= SHORTEST);
  const common = difference.find(({ kind, what }) => kind === 'missing' && what.length >= SHORTEST);
  if (!own || !common) return undefined;
  const [ownDate, commonDate] = await Promise.all([own, common].map(({ what }) => firstCommitted(root, what, pages)));
  return ownDate && commonDate && ownDate !== commonDate ? { own: ownDate, common: commonDate } : undefined;
}

/** The day of the first commit that brought a text into one of the files. */
async function firstCommitted(root: string, text: string, files: readonly string[]): Promise<string | undefined> {
  const args = ['log', '--reverse', '--format=%cs', `-S${text}`, '--', ...files.slice(0, MOST_PAGES)];
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, timeout: PATIENCE });
    return /^\d{4}-\d\d-\d\d/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
