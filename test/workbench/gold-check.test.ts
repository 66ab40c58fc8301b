import { describe, expect, test } from 'vitest';
import { loadGoldSite } from '../../server/src/lab/workbench/gold.ts';
import { checkGoldSite } from '../../server/src/lab/workbench/gold-check.ts';
import { parseGoldFile } from '../../server/src/lab/workbench/gold-file.ts';
import { goldOutline } from '../../server/src/lab/workbench/gold-outline.ts';
import { makeFolder } from '../site/folder.ts';

const template = { name: 'article', pages: ['a.html'], rules: [{ css: 'main', label: 'content' }] };
const problemsOf = (gold: unknown) => parseGoldFile(JSON.stringify(gold)).problems;

describe('the form of gold.json', () => {
  test('what the schema asks for is enough', () => {
    expect(problemsOf({ site: 'a', templates: [template] })).toBeUndefined();
  });

  test.each([
    ['not JSON', '{"site": }', /^gold\.json is not valid JSON: .+\.$/],
    ['no object', '[]', 'gold.json: the file must be object.'],
    ['nothing in it', '{"site": "a"}', 'gold.json: the file has no "templates".'],
    [
      'an unknown key',
      { site: 'a', templates: [template], tempaltes: [] },
      'gold.json: the file has the unknown key "tempaltes".',
    ],
    [
      'a template without a name',
      { site: 'a', templates: [{ ...template, name: '' }] },
      'gold.json: templates[0].name must not be empty.',
    ],
    [
      'an invalid label',
      { site: 'a', templates: [{ ...template, rules: [{ css: 'p', label: 'noise' }] }] },
      'gold.json: templates[0].rules[0].label must be "template" or "content".',
    ],
    [
      'a page outside',
      { site: 'a', templates: [{ ...template, pages: ['../a.html'] }] },
      'gold.json: templates[0].pages[0] must be a path relative to the folder pages, with /, without . and .. in it.',
    ],
    [
      'a page twice',
      { site: 'a', templates: [{ ...template, pages: ['a.html', 'b.html', 'a.html'] }] },
      'gold.json: templates[0].pages names "a.html" twice.',
    ],
  ])('%s is reported where it stands', (_, gold, problem) => {
    const problems = typeof gold === 'string' ? parseGoldFile(gold).problems : problemsOf(gold);
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  });
});

describe('a gold folder', () => {
  const page = '<main><p>Text</p></main>';
  const folder = (gold: object, files: Record<string, string>) => {
    const pages = Object.fromEntries(Object.entries(files).map(([name, text]) => [`pages/${name}`, text]));
    return loadGoldSite(makeFolder({ 'gold.json': JSON.stringify({ site: 's', ...gold }), ...pages }));
  };

  test('without a fault', () => {
    expect(checkGoldSite(folder({ templates: [template] }, { 'a.html': page, 'site.css': 'p {}' }))).toEqual([]);
    const rest = { templates: [template], unlabelled: ['sub/b.html'] };
    expect(checkGoldSite(folder(rest, { 'a.html': page, 'sub/b.html': page }))).toEqual([]);
  });

  test.each([
    [
      'a page in two templates',
      [template, { ...template, name: 'index' }],
      {},
      'a.html stands in "article" and in "index"; a page belongs to one.',
    ],
    [
      'a page that is not there',
      [{ ...template, pages: ['a.html', 'b.html'] }],
      {},
      'b.html, named in "article", is not in the folder pages.',
    ],
    [
      'a page that nothing names',
      [template],
      { 'c.htm': page },
      'c.htm stands in no template; add it to one, or to "unlabelled".',
    ],
    [
      'a key page of elsewhere',
      [{ ...template, keyPages: ['b.html'] }],
      {},
      'The key page b.html of "article" is not among its pages.',
    ],
    [
      'two templates of one name',
      [template, { ...template, pages: ['b.html'] }],
      { 'b.html': page },
      'Two templates are called "article"; give one of them another name.',
    ],
    [
      'a rule that matches nothing',
      [{ ...template, rules: [{ css: 'div', label: 'content' }] }],
      {},
      'The rule "div" (content) of "article" matches nothing on its pages.',
    ],
    [
      'a rule for texts that matches elements without any',
      [{ ...template, rules: [{ css: 'main::text', label: 'content' }] }],
      {},
      'The rule "main::text" (content) of "article" matches nothing on its pages.',
    ],
    [
      'an invalid selector',
      [{ ...template, rules: [{ css: 'div[', label: 'content' }] }],
      {},
      expect.stringMatching(/^The selector "div\[" of "article" cannot be used: .+\.$/),
    ],
  ])('%s', (_, templates, files, problem) => {
    expect(checkGoldSite(folder({ templates }, { 'a.html': page, ...files }))).toEqual([problem]);
  });

  test('a rule that matches on one of the pages of its template is alive', () => {
    const templates = [{ ...template, pages: ['a.html', 'b.html'] }];
    expect(checkGoldSite(folder({ templates }, { 'a.html': page, 'b.html': '<p>x' }))).toEqual([]);
  });
});

test('the outline of a page: a line a node, what is wholly content on one', () => {
  const html = '<body><ul id="menu" class="a b"><li>Home</ul><main><p>Some  <b>text</b></main><div><i>x</i>y</div>';
  const rules = [
    { css: 'main', label: 'content' as const },
    { css: 'i', label: 'content' as const },
  ];
  expect(goldOutline(html, rules)).toBe(`template  html
template    head
template    body
template      ul#menu.a.b
template        li
template          "Home"
content       main "Some text" (4 more)
template      div
content         i "x" (1 more)
template        "y"
`);
});
