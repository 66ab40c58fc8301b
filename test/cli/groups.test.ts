import { join } from 'node:path';
import type { GroupingSummary } from 'templens-shared/labels';
import { groupingNames } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { smallSite, templens } from './templens.ts';

const other =
  '<html><body><header><a>Old</a></header><table><tr><td><dl><dt>An old page<dd>of quite another make</dl></table></body></html>';

describe('groups', () => {
  test('text: a row a layout, the largest first', async () => {
    const site = makeFolder({ ...smallSite, 'old.html': other });
    const { code, stdout, stderr } = await templens(['groups', site]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [header, frame, first, second, ...rest] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^layout +pages +template +spread +nearest layout +pages of the layout$/);
    expect(frame).toMatch(/^frame pages like a\.html +5$/);
    expect(first).toMatch(
      /^ {2}pages like a\.html +4 +\d+ % +[01]\.\d\d +old\.html at [01]\.\d\d +a\.html, b\.html, index\.html, …$/,
    );
    expect(second).toMatch(/^ {2}old\.html +1 +\d+ % +0\.00 +pages like a\.html at [01]\.\d\d +old\.html$/);
    expect(rest).toEqual([]);
    const verbose = await templens(['groups', site, '--verbose']);
    expect(verbose.stdout.slice(0, stdout.length)).toBe(stdout);
    expect(verbose.stdout.slice(stdout.length).trimEnd().split('\n')).toEqual([
      '',
      expect.stringMatching(/^Dunn index \d+\.\d{3}: /),
      expect.stringMatching(
        /^The tree is cut into frames at 0\.65, layouts at 0\.33, variants at 0\.16; the widest gap in all distances is around 0\.\d\d\.$/,
      ),
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
    for (const { page, template, layout, pages } of lines.map(line => JSON.parse(line))) {
      const group = groups.find(candidate => candidate.pages.includes(page));
      expect([group?.template, group?.layout, group?.pages.length]).toEqual([template, layout, pages]);
    }
  });

  describe('the tree', () => {
    const page = (content: string) =>
      `<html><head><link rel="stylesheet" href="/s.css"></head><body><header><h1>Site</h1><nav><ul><li><a href="/">Home</a></ul></nav></header>${content}<footer><p>by <a href="/me">me</a></footer></body></html>`;
    const post = page('<article><h2>t</h2><time>2020</time><p>text <em>of</em> it</p></article>');
    const list = page(
      '<main><section><h2>l</h2><table><thead><tr><th>a<th>b</tr></thead><tbody><tr><td><img src="data:,"><td><b>x</b></tr></tbody></table></section><aside><form><label>q</label><input><select><option>1</select></form><dl><dt>t<dd>d</dl></aside></main>',
    );
    const files = {
      'posts/a.html': post,
      'posts/b.html': post,
      'posts/c.html': post,
      'lists/a.html': list,
      'lists/b.html': list,
      'old.html': other,
    };
    const firstCells = (stdout: string) =>
      stdout
        .split('\n\n')[0]!
        .trimEnd()
        .split('\n')
        .slice(1)
        .map(line =>
          line
            .split(/(?<=\S) {2,}/)
            .slice(0, 2)
            .join(': '),
        );

    test('text: a frame with several layouts has a row of its own', async () => {
      const site = makeFolder(files);
      expect(firstCells((await templens(['groups', site])).stdout)).toEqual([
        'frame lists/* and posts/*: 5',
        '  posts/*: 3',
        '  lists/*: 2',
        'old.html: 1',
      ]);
      expect(firstCells((await templens(['groups', site, '--level', 'frame'])).stdout)).toEqual([
        'lists/* and posts/*: 5',
        'old.html: 1',
      ]);
    });

    test('json: holds all levels and the whole tree', async () => {
      const { stdout } = await templens(['groups', makeFolder(files), '--level', 'variant', '--format', 'json']);
      const { level, groups, tree, merges, heights } = JSON.parse(stdout) as GroupingSummary;
      expect(level).toBe('variant');
      expect(groups.map(({ layout }) => layout)).toEqual(['posts/*', 'lists/*', 'old.html']);
      expect(groups.every(({ template }) => template.startsWith('v'))).toBe(true);
      expect(tree.map(frame => frame.children.map(({ layout, children }) => [layout, children.length]))).toEqual([
        [
          ['posts/*', 1],
          ['lists/*', 1],
        ],
        [['old.html', 1]],
      ]);
      expect(heights).toEqual({ frame: 0.65, layout: 0.325, variant: 0.1625 });
      expect(merges).toMatchObject([{ children: [{ children: [{ height: 0 }, { height: 0 }] }, { pages: ['old.html'] }] }]);
    });

    test('the setting layouts corrects and names; check reports what matches no page', async () => {
      const checks = { 'page/no-template': 'information' };
      const layouts = [
        { name: 'everything old', pages: ['old.html'] },
        { pages: ['posts/a.html', 'lists/gone.html', 'lists/a.html'], same: true },
      ];
      const site = makeFolder({ ...files, 'templens.config.json': JSON.stringify({ layouts, checks }) });
      expect(firstCells((await templens(['groups', site])).stdout)).toEqual(['lists/* and posts/*: 5', 'everything old: 1']);
      const { diagnostics } = JSON.parse((await templens(['check', site, '--format', 'json'])).stdout);
      expect(diagnostics).toMatchObject([
        { page: 'old.html', code: 'page/no-template' },
        {
          page: 'templens.config.json',
          code: 'templens/unused-ignore',
          message: 'No page matches lists/gone.html: this part of the entry has no effect. Correct the path or remove it.',
        },
      ]);
    });

    test.each([
      ['{"layouts": [{"pages": ["a.html"]}]}', 'must have entries with'],
      ['{"layouts": [{"pages": "a.html", "same": true}]}', 'must be a list of globs'],
      ['{"layouts": [{"pages": ["a.html"], "same": "yes"}]}', 'must be true or false'],
      ['{"layouts": [{"same": true}]}', 'must have entries with'],
    ])('%s is wrong usage', async (text, sentence) => {
      const { code, stderr } = await templens(['groups', makeFolder({ ...files, 'templens.config.json': text })]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
    });
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
      expect(stdout).toContain('Rand index 1.000, adjusted 1.000, over 5 pages of known layout.');
      expect(stdout).toMatch(/^Best cut of the tree: at 0\.\d\d, with 2 groups, adjusted Rand index 1\.000\.$/m);
      const parted = gold({ one: ['a.html', 'old.html'], other: ['b.html'] });
      const { agreement } = JSON.parse((await run(parted, '--format', 'json')).stdout);
      // Of three pairs, none is together in both, and one (b, old) apart in both.
      expect(agreement).toMatchObject({ rand: expect.closeTo(1 / 3, 9), adjustedRand: expect.closeTo(-0.5, 9), pages: 3 });
      // All pages together are as good as chance.
      expect(agreement.best).toEqual({ height: expect.any(Number), groups: 1, adjustedRand: 0 });
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
