import { defaultSettings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { extractContent } from '../../server/src/core/labels/extract/content.ts';
import { extractTemplate } from '../../server/src/core/labels/extract/template-parts.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

describe.runIf(corpusAvailable)('extract on real sites', () => {
  test.each(corpusSites().map(site => [site.name, site] as const))('%s: template and content make the page again', (_, site) => {
    const model = new SiteModel({ extractor: 'default', groupThreshold: defaultSettings.groupThreshold });
    for (const page of site.pages.keys()) model.upsert(page, parsePage(site.read(page)));
    model.settle();
    for (const page of site.pages.keys()) {
      const [source, tree, { label }] = [site.read(page), model.tree(page), model.labels(page)];
      const holes = JSON.parse(extractContent(tree, source, label, 'json')) as { name: string; html: string }[];
      const contents = new Map(holes.map(({ name, html }) => [name, html]));
      expect(contents.size).toBe(holes.length);
      const template = extractTemplate(tree, source, label);
      expect(template.replace(/<!-- templens:hole (\S+) -->/g, (_, name: string) => contents.get(name)!) === source).toBe(true);
    }
  });
});
