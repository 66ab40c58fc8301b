import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGoldSite, readGoldPage } from '../../server/src/lab/workbench/gold.ts';
import { checkGoldSite } from '../../server/src/lab/workbench/gold-check.ts';
import { forEachLabelled, goldNodes, isElement, parseGoldPage } from '../../server/src/lab/workbench/gold-labels.ts';
import { importTeco } from '../../server/src/lab/workbench/import-teco.ts';
import { readTecoPage } from '../../server/src/lab/workbench/teco.ts';
import { makeFolder } from '../site/folder.ts';
import { inputs } from '../support/random-inputs.ts';

const fixture = fileURLToPath(new URL('../fixtures/teco', import.meta.url));
const newFolder = () => join(makeFolder(), 'gold');

describe('8.3 pages labelled as those of the TECO suite', () => {
  test('become a gold folder without a problem: labelled pages, and others without labels', () => {
    const target = newFolder();
    const { gold, problems } = importTeco(fixture, target, { site: 'harbour', category: 'Media / Communication' });
    expect(problems).toEqual([]);
    expect(gold).toMatchObject({ site: 'harbour', category: 'Media / Communication', unlabelled: ['news/two.html'] });
    const site = loadGoldSite(target);
    expect(site.gold).toEqual(gold);
    expect(checkGoldSite(site)).toEqual([]);
    expect([...site.pages.values()]).toMatchObject([{ key: true }]);
    expect(readFileSync(join(target, 'pages/news/two.html'))).toEqual(readFileSync(join(fixture, 'news/two.html')));
  });

  test('what has no ancestor-or-self of class TECO_notTemplate is template, the main menu too', () => {
    const target = newFolder();
    importTeco(fixture, target, { site: 'harbour' });
    const site = loadGoldSite(target);
    const html = readGoldPage(site, 'index.html');
    const texts = (label: string) =>
      goldNodes(html, site.pages.get('index.html')!.rules)
        .filter(node => node.kind === 'text' && node.label === label)
        .map(({ start, end }) => html.slice(start, end).trim());
    expect(texts('template')).toEqual([
      'The harbour paper',
      'Home',
      'News',
      'Share this',
      'The harbour paper, all rights reserved',
    ]);
    expect(texts('content')).toEqual([
      ...['A lighthouse is painted', 'A lighthouse is painted', 'On Monday, voilà, the lighthouse became', 'red', 'again.'],
      ...['Also in this issue: the price of fish.', '12 readers'],
    ]);
  });

  test('only the classes of the suite are taken out of the source', () => {
    const target = newFolder();
    importTeco(join(fixture, 'index.html'), target, { site: 'harbour' });
    const before = readFileSync(join(fixture, 'index.html'), 'utf8');
    const after = readFileSync(join(target, 'pages/index.html'), 'utf8');
    expect(after).toBe(
      before
        .replace('<title class="TECO_notTemplate">', '<title>')
        .replace('class="TECO_mainMenu menu"', 'class="menu"')
        .replace("class='columns TECO_notTemplate'", "class='columns'")
        .replace('<div class="TECO_mainContent TECO_notTemplate">', '<div>')
        .replace('<b class=TECO_notTemplate2>', '<b>')
        .replace('<p class="TECO_notTemplate3">', '<p>'),
    );
    expect(existsSync(join(target, 'pages/news'))).toBe(false);
  });

  test('in any encoding that has ASCII in it, every byte outside of the labels stays what it is', () => {
    const folder = makeFolder({});
    const bytes = Buffer.from('<p class="voil\xe0 TECO_notTemplate">\xe9t\xe9 \x80</p>', 'latin1');
    writeFileSync(join(folder, 'a.html'), bytes);
    const target = newFolder();
    importTeco(folder, target, { site: 's' });
    expect(readFileSync(join(target, 'pages/a.html'), 'latin1')).toBe('<p class="voil\xe0">\xe9t\xe9 \x80</p>');
    // The second byte of a letter in UTF-8 is a no-break space elsewhere.
    expect(readTecoPage(Buffer.from('<p class="voilà TECO_notTemplate">x').toString('latin1')).text).toBe(
      '<p class="voil\xc3\xa0">x',
    );
  });

  test('without a labelled page, and into a folder that is in use, nothing is written', () => {
    const folder = makeFolder({ 'a.html': '<p>x' });
    const target = newFolder();
    expect(() => importTeco(folder, target, { site: 's' })).toThrow('holds no page with a class TECO_notTemplate');
    expect(existsSync(target)).toBe(false);
    expect(() => importTeco(fixture, folder, { site: 's' })).toThrow('is not empty');
  });

  test('a class in a tag that the parser drops is reported, not lost', () => {
    const folder = makeFolder({ 'a.html': '<body><p class="TECO_notTemplate">x<body class="TECO_mainMenu" id="y">' });
    const { problems } = importTeco(folder, newFolder(), { site: 's' });
    expect(problems).toEqual(['a.html keeps a TECO_ class in a tag that an HTML parser drops.']);
  });

  test('the rules give every node of any page the label that its classes say', () => {
    const classes = ['', ' class="x"', ' class="TECO_notTemplate"', ' class="x TECO_mainContent y"', ' class=TECO_mainMenu'];
    const names = ['p', 'div', 'b', 'table', 'td', 'a', 'svg', 'o:p', 'foreignObject'];
    const start = fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...classes))
      .map(([name, attribute]) => `<${name}${attribute}>`);
    const pieces = fc.array(
      fc.oneof(
        start,
        fc.constantFrom(...names).map(name => `</${name}>`),
        fc.constantFrom('text', ' ', '<!-- -->'),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pieces, parts => {
        const source = `<html><head></head><body>${parts.join('')}</body></html>`;
        const { text, rules } = readTecoPage(source);
        const expected: string[] = [];
        forEachLabelled(parseGoldPage(source), [], node => {
          let label = 'template';
          for (let at: unknown = node; at; at = (at as { parent: unknown }).parent) {
            const { type, attribs } = at as { type: string; attribs?: Record<string, string> };
            if (isElement({ type }) && /TECO_(notTemplate|mainContent)/.test(attribs?.class ?? '')) label = 'content';
          }
          expected.push(label);
        });
        const found: string[] = [];
        forEachLabelled(parseGoldPage(text), rules, (_, label) => found.push(label));
        expect(found).toEqual(expected);
      }),
      { numRuns: inputs(300) },
    );
  });
});
