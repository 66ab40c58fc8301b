import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import {
  type Candidate,
  parseCandidates,
  parseVerdict,
  pickSites,
  type Round,
  readRounds,
  roundsTable,
  siteOfClone,
} from '../support/fresh-sites.ts';

const finding = { page: 'a.html', line: 1, code: 'template/x', severity: 'warning', message: 'm', why: 'w' } as const;
const verdict = {
  repository: 'a/b',
  maker: 'people',
  findings: [{ ...finding, verdict: 'true' }],
  fixes: [{ page: 'a.html', commit: true, breaks: false, why: 'w' }],
  missed: [],
} as const;

describe('sites of a round', () => {
  const candidates = parseCandidates(
    '# a comment\npeople links.html d/d\npeople links.html b/b\npeople news.html c/c\n\nprogram docs/genindex.html e/e\nprogram docs/genindex.html f/f\n',
  );
  const pages: Record<string, number> = { 'b/b': 8, 'c/c': 300, 'd/d': 20, 'e/e': 7, 'f/f': 30 };
  const siteOf = (candidate: Candidate) => ({ ...candidate, commit: 'x', folder: '.', pages: pages[candidate.repository]! });

  test('come in alphabetical order, from each list in turn, with 8 to 300 pages', () => {
    const picked = pickSites(candidates, [], 3, siteOf);
    expect(picked.map(({ repository }) => repository)).toEqual(['b/b', 'c/c', 'd/d', 'f/f']);
    expect(pickSites(candidates, [], 1, siteOf).map(({ repository }) => repository)).toEqual(['b/b', 'f/f']);
  });

  test('are none of an earlier round, and none that cannot be had', () => {
    const earlier: Round[] = [{ round: 0, version: 'x', sites: [{ ...siteOf(candidates[1]!) }] }];
    const picked = pickSites(candidates, earlier, 3, candidate =>
      candidate.repository === 'c/c' ? undefined : siteOf(candidate),
    );
    expect(picked.map(({ repository }) => repository)).toEqual(['d/d', 'f/f']);
  });

  test('a line of another form is named', () => {
    expect(() => parseCandidates('people links.html a/b\nlinks.html a/c\n')).toThrow(
      'line 2: expected "people|program PATH OWNER/NAME"',
    );
  });

  test('are the folder of the file at the newest commit of a clone', () => {
    const clones = makeFolder({
      'a+b/links.html': 'x',
      'a+b/docs/genindex.html': 'x',
      'a+b/docs/more/a.htm': 'x',
      'a+b/blog/archives/index.html': 'x',
    });
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: `${clones}/a+b`,
        encoding: 'utf8',
      }).trim();
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'x');
    const commit = git('rev-parse', 'HEAD');
    const site = (path: string) => siteOfClone(clones, { maker: 'people', path, repository: 'a/b' });
    expect(site('links.html')).toMatchObject({ commit, folder: '.', pages: 4 });
    expect(site('docs/genindex.html')).toMatchObject({ folder: 'docs', pages: 2 });
    expect(site('blog/archives/index.html')).toMatchObject({ folder: 'blog', pages: 1 });
    expect(site('no.html')).toBeUndefined();
    expect(siteOfClone(clones, { maker: 'people', path: 'links.html', repository: 'a/c' })).toBeUndefined();
  });
});

describe('a verdict', () => {
  const parse = (changed: object, findings = 1, fixes = 1) =>
    parseVerdict(JSON.stringify({ ...verdict, ...changed }), findings, fixes);

  test('is about every finding and every fixed page, with a reason', () => {
    expect(parse({})).toEqual(verdict);
    expect(() => parse({}, 2)).toThrow('a/b: 2 findings need a verdict; 1 have one.');
    expect(() => parse({}, 1, 0)).toThrow('0 fixed pages need a verdict');
    expect(() => parse({ findings: [{ ...finding, verdict: 'maybe' }] })).toThrow('a.html:1 needs a verdict and a reason.');
    expect(() => parse({ maker: 'someone' })).toThrow('"maker" must be');
    expect(() => parse({ missed: undefined })).toThrow('"missed" must be a list');
  });

  test('counts in the row of its round, by maker and over all', () => {
    const site = { maker: 'people', path: 'links.html', repository: 'a/b', commit: 'x', folder: '.', pages: 8 } as const;
    const wrong = { ...verdict, findings: [{ ...finding, verdict: 'false' as const }], missed: [{ page: 'b.html', what: 'x' }] };
    const round = {
      round: 0,
      version: 'x',
      sites: [
        { ...site, verdict },
        { ...site, maker: 'program', verdict: wrong },
      ],
    } as unknown as Round;
    expect(roundsTable([round]).split('\n').slice(2)).toEqual([
      '| 0 | x | people | 1 | 1 | 100 % | 0 % | 0 % | 0 | 1 of 1 | 0 | 0 | - |',
      '| 0 | x | program | 1 | 1 | 0 % | 0 % | 100 % | 1 | 1 of 1 | 0 | 1 | - |',
      '| 0 | x | all | 2 | 2 | 50 % | 0 % | 50 % | 1 | 2 of 2 | 0 | 1 | - |',
    ]);
  });
});

test('no site is in two rounds, and every judged site has its pages named by a commit', () => {
  const sites = readRounds().flatMap(round => round.sites);
  expect(sites.length).toBeGreaterThan(0);
  expect(new Set(sites.map(({ repository }) => repository)).size).toBe(sites.length);
  for (const { commit } of sites) expect(commit).toMatch(/^[0-9a-f]{40}$/);
});
