// Sites that nobody has opened, judged by a reader who knows only the rubric (docs/lab/fresh-sites.md): how they are picked, what
// the reader gets, and what is kept of the verdicts (test/fresh-sites.json). No page is kept.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Who writes the pages, as the list suggests that a candidate comes from. */
export type Maker = 'people' | 'program';

/** A repository that has a file of pages at a given path. */
export interface Candidate {
  maker: Maker;
  /** Of the file, from the repository's root. The folder of pages is the file's folder; that of an `index.html` is one above. */
  path: string;
  /** As `owner/name`. */
  repository: string;
}

export interface FreshSite extends Candidate {
  /** The commit whose pages were judged: 40 hexadecimal digits. */
  commit: string;
  /** From the repository's root; `.` for the root itself. */
  folder: string;
  pages: number;
}

/** What a reader says about one site. */
export interface SiteVerdict {
  repository: string;
  /** Who writes the pages, as the reader sees it. */
  maker: Maker | 'both';
  findings: {
    page: string;
    line: number;
    code: string;
    severity: string;
    message: string;
    verdict: 'true' | 'acceptable' | 'false';
    why: string;
    /** Absent in the first round. */
    identity?: string;
    /** Other pages with the same cause, from round 8 on: before, each had a verdict of its own. */
    also?: { page: string; identity: string }[];
  }[];
  /** Pages that `templens fix` changes: would a maintainer commit the change, and does it break the page? */
  fixes: { page: string; commit: boolean; breaks: boolean; why: string }[];
  /** What no finding reports of what the reader wrote down before seeing the findings. */
  missed: { page: string; what: string }[];
  /** How many of these entries a finding reports; absent before round 14. */
  seen?: number;
}

/**
 * The verdict of a reader about one site, from JSON.
 * @param findings how many findings were to be judged
 * @param fixes how many pages safe fixes change
 * @throws an error with a sentence for the first thing that is wrong
 */
export function parseVerdict(text: string, findings: number, fixes: number): SiteVerdict {
  const verdict = JSON.parse(text) as SiteVerdict;
  const demand = (condition: boolean, sentence: string): void => {
    if (!condition) throw new Error(`${verdict.repository}: ${sentence}`);
  };
  demand(['people', 'program', 'both'].includes(verdict.maker), '"maker" must be "people", "program" or "both".');
  demand(verdict.findings?.length === findings, `${findings} findings need a verdict; ${verdict.findings?.length} have one.`);
  for (const { verdict: word, why, page, line } of verdict.findings)
    demand(['true', 'acceptable', 'false'].includes(word) && why !== '', `${page}:${line} needs a verdict and a reason.`);
  demand(verdict.fixes?.length === fixes, `${fixes} fixed pages need a verdict; ${verdict.fixes?.length} have one.`);
  for (const { page, commit, breaks } of verdict.fixes)
    demand(typeof commit === 'boolean' && typeof breaks === 'boolean', `${page} needs "commit" and "breaks".`);
  demand(Array.isArray(verdict.missed), '"missed" must be a list, if only an empty one.');
  return verdict;
}

/** A verdict on a finding of a later version, to train with; no round counts it. */
export interface LaterVerdict {
  page: string;
  identity: string;
  message: string;
  verdict: 'true' | 'acceptable' | 'false';
  why: string;
}

export interface Round {
  round: number;
  /** The commit of Templens whose findings were judged. */
  version: string;
  sites: (FreshSite & { verdict?: Omit<SiteVerdict, 'repository'>; later?: LaterVerdict[] })[];
}

export const FRESH_SITES = 'test/fresh-sites.json';

export function readRounds(file = FRESH_SITES): Round[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Round[]) : [];
}

/** Pages of a site at least, and at most: few have no majority, and a reader has to look at all findings. */
const PAGES = { least: 8, most: 300 };

/**
 * The sites of the next round: for each maker, repositories in alphabetical order, from each list of candidates in turn, whose folder
 * has 8 to 300 pages, and whose owner no earlier round has: people copy their own sites.
 * @param wanted how many sites of each maker
 * @param siteOf the folder of pages of a candidate, or undefined if the repository is not there or has no such file
 */
export function pickSites(
  candidates: readonly Candidate[],
  earlier: readonly Round[],
  wanted: number,
  siteOf: (candidate: Candidate) => FreshSite | undefined,
): FreshSite[] {
  const known = new Set(earlier.flatMap(({ sites }) => sites.map(({ repository }) => ownerOf(repository))));
  const picked: FreshSite[] = [];
  for (const maker of ['people', 'program'] as const) {
    const ofMaker = candidates.filter(candidate => candidate.maker === maker);
    const queues = [...new Set(ofMaker.map(({ path }) => path))].map(path =>
      ofMaker.filter(candidate => candidate.path === path).sort((a, b) => (a.repository < b.repository ? -1 : 1)),
    );
    let found = 0;
    while (found < wanted && queues.some(({ length }) => length > 0)) {
      for (const queue of queues) {
        if (found === wanted) break;
        const site = nextSite(queue, known, siteOf);
        if (!site) continue;
        known.add(ownerOf(site.repository));
        picked.push(site);
        found++;
      }
    }
  }
  return picked;
}

function ownerOf(repository: string): string {
  return repository.slice(0, repository.indexOf('/'));
}

/** Takes candidates from the front of `queue` until one is a site. */
function nextSite(
  queue: Candidate[],
  known: ReadonlySet<string>,
  siteOf: (candidate: Candidate) => FreshSite | undefined,
): FreshSite | undefined {
  for (let candidate = queue.shift(); candidate; candidate = queue.shift()) {
    if (known.has(ownerOf(candidate.repository))) continue;
    const site = siteOf(candidate);
    if (site && site.pages >= PAGES.least && site.pages <= PAGES.most) return site;
  }
  return undefined;
}

/** Candidates from lines of `maker path owner/name`; throws an error that names the first line of another form. */
export function parseCandidates(text: string): Candidate[] {
  return text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), at }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, at }) => {
      const [maker, path, repository, ...rest] = line.split(/\s+/);
      if ((maker !== 'people' && maker !== 'program') || !path || !repository?.includes('/') || rest.length > 0)
        throw new Error(`line ${at + 1}: expected "people|program PATH OWNER/NAME", found "${line}".`);
      return { maker, path, repository };
    });
}

/** Git directory of a repository below a folder of clones: `owner+name`, `owner+name/repo` or either with `.git`. */
export function gitFolderOf(clones: string, repository: string): string | undefined {
  const base = join(clones, repository.replace('/', '+'));
  return [join(base, 'repo', '.git'), join(base, 'repo'), join(base, '.git'), base].find(folder =>
    existsSync(join(folder, 'HEAD')),
  );
}

/** The output of a git command in a git directory. */
export function gitOutput(git: string, ...args: string[]): Buffer {
  return execFileSync('git', [`--git-dir=${git}`, ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The tree of a site's folder, as git names it. */
export function treeOf({ commit, folder }: Pick<FreshSite, 'commit' | 'folder'>): string {
  return folder === '.' ? commit : `${commit}:${folder}`;
}

/** The folder of a file; for an `index.html`, the folder that has the file's folder. */
function folderOfPages(path: string): string {
  const folder = posix.dirname(path);
  return posix.basename(path) === 'index.html' ? posix.dirname(folder) : folder;
}

/** The site of a candidate, at the newest commit of its clone. */
export function siteOfClone(clones: string, candidate: Candidate): FreshSite | undefined {
  const git = gitFolderOf(clones, candidate.repository);
  if (git === undefined) return undefined;
  try {
    const files = gitOutput(git, 'ls-tree', '-r', '-z', '--name-only', 'HEAD').toString().split('\0');
    if (!files.includes(candidate.path)) return undefined;
    const folder = folderOfPages(candidate.path);
    const inside = folder === '.' ? '' : `${folder}/`;
    const pages = files.filter(file => file.startsWith(inside) && /\.(html?|xhtml|shtml)$/i.test(file)).length;
    return { ...candidate, commit: gitOutput(git, 'rev-parse', 'HEAD').toString().trim(), folder, pages };
  } catch {
    // An empty repository, or a clone that did not end.
    return undefined;
  }
}

/** Of the verdicts of each round: shares of findings, safe fixes and missed drift; a row for all and, of the last rounds, one for each maker. */
export function roundsTable(rounds: readonly Round[]): string {
  return [
    '| round | version | pages by | sites | findings | true | acceptable | false | false findings | safe fixes to commit | fixes that break | missed | reported of what the reader wrote down |',
    '| --: | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rounds.flatMap((round, at) => rowsOf(round, at < rounds.length - BY_MAKER ? ['all'] : ['people', 'program', 'all'])),
  ].join('\n');
}

/** Rounds that have a row for each maker in the table. */
const BY_MAKER = 6;

function rowsOf(round: Round, makers: readonly (FreshSite['maker'] | 'all')[]): string[] {
  return makers.map(maker => {
    const verdicts = round.sites.flatMap(site =>
      site.verdict && (maker === 'all' || site.maker === maker) ? [site.verdict] : [],
    );
    const findings = verdicts.flatMap(verdict => verdict.findings);
    const share = (verdict: string): string =>
      percentage(findings.filter(each => each.verdict === verdict).length, findings.length);
    const fixes = verdicts.flatMap(verdict => verdict.fixes);
    const missed = verdicts.flatMap(verdict => verdict.missed);
    const listed = verdicts.filter(verdict => verdict.seen !== undefined);
    const seen = listed.reduce((sum, verdict) => sum + verdict.seen!, 0);
    const cells = [
      round.round,
      round.version.slice(0, 10),
      maker,
      verdicts.length,
      findings.length,
      share('true'),
      share('acceptable'),
      share('false'),
      findings.filter(({ verdict }) => verdict === 'false').length,
      `${fixes.filter(({ commit }) => commit).length} of ${fixes.length}`,
      fixes.filter(({ breaks }) => breaks).length,
      missed.length,
      listed.length === 0 ? '-' : `${seen} of ${seen + listed.flatMap(verdict => verdict.missed).length}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function percentage(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;
}
