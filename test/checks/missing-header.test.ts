// A page that lost a block which holds a part of its own beside a menu that the page has elsewhere, too.
import { describe, expect, test } from 'vitest';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { pageSource } from '../fixes/page-source.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

describe.skipIf(!corpusAvailable)('httpd-manual-fr', () => {
  test.each(['glossary.html', 'misc/index.html', 'faq/index.html'])('%s gets its header back', page => {
    const { pages, read } = corpusSites().find(({ name }) => name === 'httpd-manual-fr')!;
    const text = read(page);
    const header = /<div id="page-header">[\s\S]*?<\/div>/.exec(text)![0];
    const without = text.replace(header, '');
    const site = new CheckedSite([...pages.keys()].map(path => [path, read(path)]));
    const before = site.reported();
    site.put(page, without);
    site.settle();
    const reported = site.reported();
    const [finding, ...others] = reported.get(page)!;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'template/missing-part', message: expect.stringContaining('Serveur HTTP Apache') });
    const sourceOf = (path: string) => pageSource(path, site.texts.get(path)!);
    expect(applyEdits(without, repairEdits(finding!.repair!, pageSource(page, without), sourceOf)!)).toContain(header);
    expect([...reported.keys()].filter(path => !before.has(path))).toEqual([page]);
  });
});
