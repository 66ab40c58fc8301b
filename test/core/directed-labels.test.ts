import '../../server/src/lab/index.ts';
import fc from 'fast-check';
import { extractorNames } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { decidingDirectives } from '../../server/src/core/directives/deciding-directives.ts';
import { extractContent } from '../../server/src/core/labels/extract/content.ts';
import { extractTemplate, templateParts } from '../../server/src/core/labels/extract/template-parts.ts';
import { neededFeatures } from '../../server/src/core/labels/extractors.ts';
import { pageFeatures } from '../../server/src/core/labels/page-features.ts';
import { pageRegions } from '../../server/src/core/labels/regions.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { isLabelled, nodeAt } from '../../server/src/html/access.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageText } from './random-pages.ts';

const menu = '<ul><li><a href="/">Home</a><li><a href="/a">About</a></ul>';
const page = (title: string, main: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${menu}<main>${main}</main><p>Made by hand</p></body></html>`;

/** A site of some usual pages and one more, `x.html`, labelled by an extractor. */
function siteWith(source: string, extractor: (typeof extractorNames)[number] = 'default'): SiteModel {
  const model = new SiteModel({ extractor, groupThreshold: null });
  const texts = new Map(
    ['a', 'b', 'c', 'd', 'e'].map(name => [`${name}.html`, page(`Page ${name}`, `<p>The text of ${name}.</p>`)]),
  );
  for (const [name, text] of [...texts, ['x.html', source]] as const) {
    const digest = digestText(text, 'default', { path: name });
    model.upsert(name, digest, pageFeatures(neededFeatures({ extractor }), digest.tree, text, name));
  }
  model.settle();
  return model;
}

/** Label and reason of the innermost node where `text` begins. */
function judged(model: SiteModel, source: string, text: string): { label: string; score: number; reason: string } {
  const { label, score, reason } = model.evidence('x.html', nodeAt(model.tree('x.html'), source.indexOf(text)));
  return { label, score, reason };
}

describe('labels that a page itself decides', () => {
  const source = page(
    'Own',
    '<!-- #BeginLibraryItem "/Library/quote.lbi" --><p>A wise word</p><!-- #EndLibraryItem --><div data-templens="template"><b>Start here</b></div>',
  ).replace('<ul>', '<ul data-templens="content">');

  test.each(extractorNames)('are obeyed by the extractor %s, and explained', extractor => {
    const model = siteWith(source, extractor);
    expect(judged(model, source, 'A wise word')).toEqual({
      label: 'template',
      score: 1,
      reason: 'It comes from the library item /Library/quote.lbi.',
    });
    expect(judged(model, source, 'Start here')).toEqual({
      label: 'template',
      score: 1,
      reason: 'The attribute data-templens="template" of the <div> around it decides.',
    });
    expect(judged(model, source, '<ul')).toEqual({
      label: 'content',
      score: 0,
      reason: 'Its attribute data-templens="content" decides.',
    });
  });

  test('leave those of what is around them, and what the evidence says, as they are', () => {
    const [model, plain] = [siteWith(source), siteWith(source.replace(/ data-templens="\w+"/g, ''))];
    const labelOf = (site: SiteModel, at: string) => {
      const tree = site.tree('x.html');
      const node = Array.from({ length: tree.size }, (_, i) => i).find(i => nameAt(site, i) === at)!;
      return site.labels('x.html').label[node];
    };
    for (const name of ['body', 'main']) expect(labelOf(model, name)).toBe(labelOf(plain, name));
    const plainLabels = [...plain.labelsByEvidence('x.html').label];
    expect([...model.labelsByEvidence('x.html').label]).toEqual(plainLabels);
    expect([...model.labels('x.html').label]).not.toEqual(plainLabels);

    function nameAt(site: SiteModel, node: number): string {
      return site.evidence('x.html', node).name;
    }
  });

  test('count in the share of template of a group, and in regions', () => {
    const all = siteWith(source.replace('<html', '<html data-templens="template"').replace(/ data-templens="content"/, ''));
    const none = siteWith(
      source.replace('<html', '<html data-templens="content"').replace(/<div data-templens="template">/, '<div>'),
    );
    const regions = (site: SiteModel) =>
      pageRegions(site.tree('x.html'), site.labels('x.html').label, site.directives('x.html')).map(({ kind }) => kind);
    expect(regions(all)).toEqual(['template']);
    expect(regions(none)).toEqual(['content']);
    expect(all.groups()[0]!.templateShare).toBeGreaterThan(none.groups()[0]!.templateShare);
  });

  test('say why in words for every kind of directive', () => {
    const reasonIn = (text: string) => judged(siteWith(text), text, 'HERE').reason;
    expect(reasonIn('<p data-templens=ignore>HERE')).toBe(
      'The attribute data-templens="ignore" of the <p> around it decides: it counts as content, and nobody compares it with other pages.',
    );
    expect(reasonIn('<!-- InstanceBegin template="/T/m.dwt" --><p>HERE<!-- InstanceEnd -->')).toBe(
      'The template /T/m.dwt locks it: it stands in no editable region.',
    );
    expect(reasonIn('<!-- #BeginEditable "main" --><p>HERE<!-- #EndEditable -->')).toBe(
      "It stands in the editable region “main” that the page's template leaves open.",
    );
    expect(reasonIn('<p>HERE<!-- TemplateBeginEditable name="main" -->x<!-- TemplateEndEditable -->')).toBe(
      'The page is a template itself, and this stands in none of its editable regions.',
    );
    expect(
      reasonIn(
        '<!-- InstanceBeginEditable name="main" --><p>HERE<!-- TemplateBeginEditable name="part" -->x<!-- TemplateEndEditable --><!-- InstanceEndEditable -->',
      ),
    ).toBe('The page is a template itself, and this stands in none of its editable regions.');
    expect(reasonIn('<!-- InstanceBeginRepeat name="r" --><p>HERE<!-- InstanceEndRepeat -->')).toBe(
      "It belongs to the repeating region “r” of the page's template.",
    );
    expect(reasonIn('<!--webbot bot="Include" U-Include="n.htm" startspan --><p>HERE<!--webbot bot="Include" endspan -->')).toBe(
      'It is included into the page from n.htm.',
    );
  });
});

describe('the extracted template of a page with editable regions', () => {
  const extract = (source: string) => {
    const model = siteWith(source);
    const [tree, { label }, directives] = [model.tree('x.html'), model.labels('x.html'), model.directives('x.html')];
    return {
      template: extractTemplate(tree, source, label, directives),
      content: JSON.parse(extractContent(tree, source, label, 'json', directives)) as { name: string; html: string }[],
    };
  };
  const region = (name: string, text: string) =>
    `<!-- InstanceBeginEditable name="${name}" -->${text}<!-- InstanceEndEditable -->`;
  const instance = (main: string) =>
    `<html><!-- InstanceBegin template="/Templates/main.dwt" --><head>${region('doctitle', '\n<title>Own</title>\n')}${region('head', '')}</head>
<body>${menu}${main}<p>foot</p></body><!-- InstanceEnd --></html>`;

  test('has a hole where a region is, empty or not, with its name, and none elsewhere', () => {
    const source = instance(
      `${region('main', ' <p>one</p> two <!-- note --> ')} ${region('side', '<p>three</p>')}${region('Übrig & mehr', ' ')}`,
    );
    const { template, content } = extract(source);
    expect(template).toBe(
      instance(
        `${region('main', '<!-- templens:hole main -->')} ${region('side', '<!-- templens:hole side -->')}${region('Übrig & mehr', '<!-- templens:hole übrig-mehr -->')}`,
      )
        .replace('\n<title>Own</title>\n', '<!-- templens:hole doctitle -->')
        .replace('"head" --><!--', '"head" --><!-- templens:hole head --><!--'),
    );
    expect(content.map(({ name, html }) => `${name}: ${html.trim()}`)).toEqual([
      'doctitle: <title>Own</title>',
      'head: ',
      'main: <p>one</p> two <!-- note -->',
      'side: <p>three</p>',
      'übrig-mehr: ',
    ]);
  });

  test('keeps what is template in a region: a library item', () => {
    const item = '<!-- #BeginLibraryItem "/x.lbi" --><p>item</p><!-- #EndLibraryItem -->';
    const { template } = extract(instance(region('main', `<p>one</p>${item}<p>two</p>`)));
    expect(template).toContain(region('main', `<!-- templens:hole main -->${item}<!-- templens:hole main-2 -->`));
    expect(extract(instance(region('main', item))).template).toContain(region('main', item));
  });
});

test('any page: what directives decide is so, and holes filled give the page again', () => {
  fc.assert(
    fc.property(pageText, source => {
      const model = siteWith(source);
      const [tree, labels, directives] = [model.tree('x.html'), model.labels('x.html'), model.directives('x.html')];
      const deciding = directives ? decidingDirectives(tree, directives) : new Int32Array(tree.size).fill(-1);
      const evidence = model.labelsByEvidence('x.html');
      for (let node = 0; node < tree.size; node++) {
        const directive = directives?.labels[deciding[node]!];
        const expected = directive ? Number(directive.label === 'template') : evidence.label[node];
        if (isLabelled(tree, node)) expect(labels.label[node]).toBe(expected);
      }
      const parts = templateParts(tree, source, labels.label, directives);
      expect(parts.map(part => ('text' in part ? part.text : source.slice(part.start, part.end))).join('')).toBe(source);
      const names = parts.flatMap(part => ('hole' in part ? [part.hole] : []));
      expect(new Set(names).size).toBe(names.length);
      const regions = pageRegions(tree, labels.label, directives);
      for (const [i, { start, end }] of regions.entries()) expect(start >= (regions[i - 1]?.end ?? 0) && start < end).toBe(true);
    }),
    { numRuns: inputs(60) },
  );
});
