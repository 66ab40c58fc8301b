import { fileOf } from '../keys/normal-form/file-of.ts';
import { folderOf } from '../keys/normal-form/resolve-address.ts';

/** A version of a part, where a page has it. Offsets are UTF-16 code units into the page's text. */
export interface VersionText {
  /** Path from the site's root, with `/`. */
  readonly page: string;
  readonly source: string;
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** Share of the links that two versions have in common which must lead to files before a link that leads to none says something. */
const MOST = 0.8;
/** So many links of a part are looked at. */
const MOST_LINKS = 500;

/** The latest years in the words of two versions, where both have one and they differ: the version with the earlier one is older. */
export function differentYears(own: VersionText, common: VersionText): { own: number; common: number } | undefined {
  const years = { own: latestYear(own), common: latestYear(common) };
  return years.own === 0 || years.common === 0 || years.own === years.common ? undefined : years;
}

/** 0 where there is none. */
function latestYear(version: VersionText): number {
  const text = textOf(version).replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<[^<>]*>/gi, ' ');
  const years = [...text.matchAll(/(?<![\w./-])(?:19[89]|20\d)\d(?![\w/]|[.,]\d)/g)].map(([year]) => Number(year));
  return Math.max(0, ...years);
}

/** Files that versions link to: one of them alone, the other alone, and both. */
interface VersionLinks {
  readonly own: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

/**
 * A file that one of two versions alone links to, and that does not exist, where all links of the other lead to files: the first is older.
 * Undefined where both have such links, or none has, or shared links lead nowhere, too: then files are missing for another reason.
 */
export function goneLink(
  { own, common, shared }: VersionLinks,
  exists: (path: string) => boolean,
): { own?: string; common?: string } | undefined {
  if (own.size === 0 || shared.size === 0) return undefined;
  const there = [...shared].filter(path => exists(path));
  if (there.length < MOST * shared.size) return undefined;
  const [ours, theirs] = [own, common].map(links => [...links].find(path => !exists(path)));
  if ((ours === undefined) === (theirs === undefined)) return undefined;
  return ours === undefined ? { common: theirs! } : { own: ours };
}

/** What two versions link to. */
export function versionLinks(own: VersionText, common: VersionText): VersionLinks {
  const [ours, theirs] = [linksOf(own), linksOf(common)];
  const only = (links: ReadonlySet<string>, isShared: boolean): Set<string> =>
    new Set([...links].filter(path => (ours.has(path) && theirs.has(path)) === isShared));
  return { own: only(ours, false), common: only(theirs, false), shared: only(ours, true) };
}

/** Files of the site that a version links to; none on a page with a `<base>`. */
export function linksOf(version: VersionText): Set<string> {
  const paths = new Set<string>();
  if (/<base\b/i.test(version.source)) return paths;
  const base = folderOf(`/${version.page}`);
  const link = /<a\b[^<>]*?\shref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi;
  for (const [, double, single, bare] of textOf(version).matchAll(link)) {
    const path = fileOf(double ?? single ?? bare!, base);
    if (path !== undefined) paths.add(path);
    if (paths.size === MOST_LINKS) break;
  }
  return paths;
}

function textOf({ source, ranges }: VersionText): string {
  return ranges.map(({ start, end }) => source.slice(start, end)).join(' ');
}
