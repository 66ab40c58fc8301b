import { join } from 'node:path';
import type { GroupingSummary } from 'templens-shared/labels';
import { groupingNames } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { smallSite, templens } from './templens.ts';

const other =
  '<html><body><header><a>Old</a></header><table><tr><td><dl><dt>An old page<dd>of quite another make</dl></table></body></html>';

describe('groups', () => {
  test('text: a row a group, the largest first', async () => {
    const { code, stdout, stderr } = await templens(['groups', makeFolder({ ...smallSite, 'old.html': other })]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [header, first, second, ...rest] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^group +pages +template +spread +nearest group +pages of the group$/);
    expect(first).toMatch(/^\S+ +4 +\d+ % +[01]\.\d\d +\S+ at [01]\.\d\d +a\.html, b\.html, index\.html, …$/);
    expect(second).toMatch(/^\S+ +1 +\d+ % +0\.00 +\S+ at [01]\.\d\d +old\.html$/);
    expect(rest).toEqual([
      '',
      expect.stringMatching(/^Dunn index \d+\.\d{3}: /),
      expect.stringMatching(/^Threshold 0\.\d\d: .* linked; the widest gap in all distances is around 0\.\d\d\.$/),
    ]);
  });

  test('json: the groups as classify names them, the same bytes for any number of threads', async () => {
    const site = makeFolder({ ...smallSite, 'old.html': other });
    const runs = await Promise.all(
      ['1', '2'].map(threads => templens(['groups', site, '--format', 'json', '--threads', threads])),
    );
    expect(runs[0]!.stdout).toBe(runs[1]!.stdout);
    const { groups } = JSON.parse(runs[0]!.stdout) as GroupingSummary;
    expect(groups.map(group => group.pages).sort((a, b) => b.length - a.length)).toEqual([
      Object.keys(smallSite).sort(),
      ['old.html'],
    ]);
    const lines = (await templens(['classify', '--format', 'ndjson', site])).stdout.trimEnd().split('\n');
    for (const { page, template, pages } of lines.map(line => JSON.parse(line))) {
      const group = groups.find(candidate => candidate.pages.includes(page));
      expect([group?.template, group?.pages.length]).toEqual([template, pages]);
    }
  });

  test('--threshold decides what is one group', async () => {
    const site = makeFolder({ ...smallSite, 'old.html': other });
    const { stdout } = await templens(['groups', site, '--format', 'json', '--threshold', '0.99']);
    expect(JSON.parse(stdout).groups).toHaveLength(1);
  });

  test.each(groupingNames)('--grouping %s: every page in one group', async grouping => {
    const site = makeFolder({ ...smallSite, 'old.html': other });
    const { code, stdout, stderr } = await templens(['groups', site, '--format', 'json', '--grouping', grouping]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { groups } = JSON.parse(stdout) as GroupingSummary;
    expect(groups.flatMap(({ pages }) => pages).sort()).toEqual([...Object.keys(smallSite), 'old.html'].sort());
    expect(groups.find(({ pages }) => pages.includes('old.html'))!.pages).toEqual(['old.html']);
  });

  describe('--gold', () => {
    const gold = (pages: Record<string, string[]>) =>
      JSON.stringify({ templates: Object.entries(pages).map(([name, pages]) => ({ name, pages })) });
    const run = (text: string, ...options: string[]) => {
      const site = makeFolder({ ...smallSite, 'old.html': other });
      return templens(['groups', site, '--gold', join(makeFolder({ 'gold.json': text }), 'gold.json'), ...options]);
    };

    test('says how well the groups agree with known ones, over the pages of both', async () => {
      const { stdout } = await run(gold({ new: Object.keys(smallSite), old: ['old.html', 'elsewhere.html'] }));
      expect(stdout).toContain('Rand index 1.000, adjusted 1.000, over 5 pages of known group.');
      const parted = gold({ one: ['a.html', 'old.html'], other: ['b.html'] });
      const { agreement } = JSON.parse((await run(parted, '--format', 'json')).stdout);
      // Of three pairs, none is together in both, and one (b, old) apart in both.
      expect(agreement).toEqual({ rand: expect.closeTo(1 / 3, 9), adjustedRand: expect.closeTo(-0.5, 9), pages: 3 });
    });

    test.each([
      ['{', 2, 'is not valid JSON'],
      ['{"templates": [{"name": 5}]}', 2, 'must be like {"templates"'],
      ['null', 2, 'must be like {"templates"'],
      [gold({ one: ['elsewhere.html'] }), 2, 'names no page of the site'],
    ])('with %s fails with a sentence', async (text, expected, sentence) => {
      const { code, stdout, stderr } = await run(text);
      expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
      expect(stderr).toContain(sentence);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    });

    test('that is not there fails with a sentence', async () => {
      const { code, stderr } = await templens(['groups', makeFolder(smallSite), '--gold', '/nowhere/gold.json']);
      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('/nowhere/gold.json cannot be read') });
    });
  });
});
