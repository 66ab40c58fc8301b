import type { GroupSummary } from 'templens-shared/labels';
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
    expect(rest).toEqual([]);
  });

  test('json: the groups as classify names them, the same bytes for any number of threads', async () => {
    const site = makeFolder({ ...smallSite, 'old.html': other });
    const runs = await Promise.all(
      ['1', '2'].map(threads => templens(['groups', site, '--format', 'json', '--threads', threads])),
    );
    expect(runs[0]!.stdout).toBe(runs[1]!.stdout);
    const groups = JSON.parse(runs[0]!.stdout) as GroupSummary[];
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
    expect(JSON.parse(stdout)).toHaveLength(1);
  });
});
