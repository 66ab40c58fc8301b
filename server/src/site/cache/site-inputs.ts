import type { FileStamp } from '../site-disk.ts';
import { delays } from '../thresholds.ts';

/** A file as it was read: the hash of its bytes or the reason why it was skipped, and its stamp if that can be trusted. */
export interface InputFile {
  path: string;
  stamp?: FileStamp;
  hash?: string;
  reason?: string;
}

/**
 * Makes an input from what is known about a file. Unknown properties are absent, since JSON has no undefined; only without a hash is there a
 * `reason`, which is empty if unknown.
 */
export function inputOf(
  path: string,
  known: { stamp?: FileStamp | undefined; hash?: string | undefined; reason?: string | undefined },
): InputFile {
  const { stamp, hash, reason } = known;
  return {
    path,
    ...(stamp && { stamp }),
    ...(hash !== undefined && { hash }),
    ...(hash === undefined && { reason: reason ?? '' }),
  };
}

/** Everything on disk, besides the settings, that answers about a site depend on. */
export interface SiteInputs {
  pages: readonly InputFile[];
  /** Dreamweaver template files. */
  templates: readonly InputFile[];
  /** Paths from the root that were looked up because of links, and whether something existed there. */
  looked: readonly (readonly [path: string, exists: boolean])[];
  /** Paths of files that are no pages and that were read, with the hashes of their bytes, see `SiteFiles.readOther`. */
  read: readonly (readonly [path: string, hash: string])[];
  /** Sentences about paths that the search for pages skipped, see `Discovery.problems`. */
  problems: readonly string[];
}

/**
 * Returns the inputs without stamps that a later write could leave the same: those younger than the coarsest clock tick.
 * @param now milliseconds since 1970.
 */
export function withoutFreshStamps(inputs: SiteInputs, now: number): SiteInputs {
  const checked = ({ stamp, ...file }: InputFile): InputFile =>
    stamp && now - Math.max(stamp.mtimeMs, stamp.ctimeMs) > delays.coarseClockTick ? { ...file, stamp } : file;
  return { ...inputs, pages: inputs.pages.map(checked), templates: inputs.templates.map(checked) };
}

/** Returns inputs for which answers from `a` and from `b` both hold; undefined if contents differ. Stamps are not compared; those of `b` are used. */
export function joinedInputs(a: SiteInputs, b: SiteInputs): SiteInputs | undefined {
  const looked = joined(a.looked, b.looked);
  const read = joined(a.read, b.read);
  return contentsOf(a) === contentsOf(b) && looked && read ? { ...b, looked, read } : undefined;
}

/** The answers of both; undefined where they contradict each other. */
function joined<T>(a: readonly (readonly [string, T])[], b: readonly (readonly [string, T])[]): [string, T][] | undefined {
  const answers = new Map(b);
  return a.some(([path, answer]) => (answers.get(path) ?? answer) !== answer) ? undefined : [...new Map([...a, ...b])];
}

function contentsOf({ pages, templates, problems }: SiteInputs): string {
  const contents = (files: readonly InputFile[]) => files.map(({ path, hash, reason }) => [path, hash, reason]);
  return JSON.stringify([contents(pages), contents(templates), problems]);
}
