import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { inputs } from '../support/random-inputs.ts';

const articles = [
  ['The fox lives in the wood behind the hill.', 'In winter its coat is thick and nearly white.'],
  ['Owls hunt at night and sleep in old barns.', 'They hear a mouse under the snow from far away.'],
  ['A dog that barks at every cart seldom bites.', 'The shepherd has three of them, and two are old.'],
];

/** A page with a menu, an article, and perhaps a paragraph of its own. */
const pageOf = (article: number, title: string, extra = '') =>
  `<!doctype html><title>${title}</title><body class="site"><ul id="menu"><li><a href="/a.html">Home</a><li><a href="/b.html">Shop</a></ul>
<div id="main"><h1>${title}</h1>${articles[article]!.map(text => `<p class="text">${text}</p>`).join('')}${extra}</div>
<p id="footer">All rights reserved by the zoo.</p>`;

function modelOf(pages: ReadonlyMap<string, string>): SiteModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: defaultSettings.groupThreshold });
  for (const [name, text] of pages) model.upsert(name, parsePage(text, { path: name }));
  model.settle();
  return model;
}

/** Labels and scores of a page. */
function labelsOf(model: SiteModel, name: string): string {
  const { label, score } = model.labels(name);
  return JSON.stringify([[...label], [...score]]);
}

describe('a page that repeats another one', () => {
  const others = Array.from({ length: 6 }, (_, index): [string, string] => [
    `page-${index}.html`,
    pageOf(0, `Page ${index}`).replace(articles[0]![0]!, `Number ${index} is about the ${'very '.repeat(index)}old oak.`),
  ]);
  const own = articles[1]![0]!;

  test('has scores as if the other one were not there', () => {
    const alone = modelOf(new Map([...others, ['owls.html', pageOf(1, 'Owls')]]));
    const twice = modelOf(new Map([...others, ['owls.html', pageOf(1, 'Owls')], ['index.html', pageOf(1, 'Owls')]]));
    const text = pageOf(1, 'Owls').indexOf(own);
    const score = (model: SiteModel, name: string) => {
      const { start } = model.tree(name);
      return model.labels(name).score[start.indexOf(text)]!;
    };
    expect(score(twice, 'owls.html')).toBeCloseTo(score(alone, 'owls.html'), 1);
    expect(score(twice, 'index.html')).toBe(score(twice, 'owls.html'));
    const node = twice.tree('owls.html').start.indexOf(text);
    expect(twice.labels('owls.html').label[node]).toBe(0);
  });

  test('is found and lost again while pages come, change and go: labels are those of a fresh model', () => {
    const names = ['a.html', 'b.html', 'c.html', 'd.html', 'e.html', 'f.html'];
    const step = fc.record({
      name: fc.constantFrom(...names),
      text: fc.option(
        fc
          .tuple(fc.nat(2), fc.constantFrom('Zoo', 'News'), fc.constantFrom('', '<p class="text">More.</p>', '<hr>'))
          .map(([article, title, extra]) => pageOf(article, title, extra)),
        { freq: 4 },
      ),
      settle: fc.boolean(),
    });
    const copy = pageOf(1, 'Zoo');
    const twoCopies = ['a.html', 'b.html', 'c.html'].map(name => ({ name, text: name === 'c.html' ? null : copy, settle: true }));
    let withCopies = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 24 }), steps => {
        const model = modelOf(new Map());
        const pages = new Map<string, string>();
        let before = new Map<string, string>();
        for (const { name, text, settle } of [...steps, { name: 'a.html', text: null, settle: true }]) {
          if (text === null) {
            model.remove(name);
            pages.delete(name);
          } else {
            model.upsert(name, parsePage(text, { path: name }));
            pages.set(name, text);
          }
          if (!settle) continue;
          const { relabel } = model.settle();
          const fresh = modelOf(new Map([...pages].reverse()));
          const now = new Map([...pages.keys()].map(page => [page, labelsOf(model, page)]));
          for (const [page, labels] of now) {
            expect(labels).toBe(labelsOf(fresh, page));
            if (before.get(page) !== labels) expect(relabel).toContain(page);
          }
          before = now;
          if (new Set(pages.values()).size < pages.size) withCopies++;
        }
      }),
      { numRuns: inputs(100), examples: [[twoCopies]] },
    );
    expect(withCopies).toBeGreaterThan(0);
  });
});
