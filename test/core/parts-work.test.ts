// The subject here is the work that a change makes, not its result.
import { beforeAll, describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';

const menu = ['home', 'news', 'team', 'shop', 'contact', 'about', 'jobs', 'press'];

/** A small page in one of twenty sections, with a menu, a side box of its section, a text of its own and a footer. */
function pageText(at: number, revision = 0): string {
  const items = menu.map(item => `<li><a href="/${item}.html">${item}</a></li>`).join('');
  const side = `<aside><h2>Section ${at % 20}</h2><p>All about ${at % 20}</p></aside>`;
  const own = `<main><h1>Page ${at}</h1><p>Text ${at} of revision ${revision}</p><p>More of ${at}</p></main>`;
  return `<!doctype html><html><head><title>Page ${at}</title></head><body><nav><ul>${items}</ul></nav>${side}${own}<footer><p>All rights reserved</p><ul><li><a href="/section-3/index.html">Section three</a></li></ul></footer></body></html>`;
}

const nameOf = (at: number): string => `section-${at % 20}/${at}.html`;

function siteOf(size: number): SiteModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  for (let at = 0; at < size; at++) model.upsert(nameOf(at), digestText(pageText(at), 'default', { path: nameOf(at) }));
  model.settle();
  return model;
}

const edited = new Map<string, string>();

function put(model: SiteModel, at: number, text: string): void {
  edited.set(nameOf(at), text);
  model.upsert(nameOf(at), digestText(text, 'default', { path: nameOf(at) }));
}

/** Pages that come and go; the median is compared, since one of them passes a bound of the share of the pages that have its side box. */
const repeats = 7;

/** Nodes visited and instances compared for every kind of change. */
function workOf(size: number): Record<string, number> {
  const model = siteOf(size);
  // Versions are asked for after every change, as editors do.
  const versions = (): number => {
    model.parts.named(page => edited.get(page) ?? pageText(Number(/(\d+)\.html$/.exec(page)![1])));
    return model.takeWorkOfAnswers();
  };
  versions();
  const settled = (change: () => void): number => {
    change();
    return model.settle().work.nodesTouched + versions();
  };
  const median = (change: (page: number) => void): number => {
    const works = Array.from({ length: repeats }, (_, at) => settled(() => change(size + at)));
    return works.sort((a, b) => a - b)[repeats >> 1]!;
  };
  return {
    'an edited text': settled(() => put(model, 7, pageText(7, 1))),
    'a typo in the menu': settled(() => put(model, 7, pageText(7).replace('>team<', '>taem<'))),
    'the typo mended': settled(() => put(model, 7, pageText(7))),
    'a page added': median(page => put(model, page, pageText(page))),
    'a page removed': median(page => model.remove(nameOf(page))),
  };
}

describe('the work of a change', () => {
  const work = new Map<number, Record<string, number>>();
  beforeAll(() => {
    for (const size of [100, 1000, 10_000]) work.set(size, workOf(size));
  }, 300_000);

  test.each(['an edited text', 'a typo in the menu', 'the typo mended', 'a page added', 'a page removed'])(
    '%s: is no more in a site of 10,000 pages than in one of 100',
    change => {
      expect(work.get(10_000)![change]).toBeLessThanOrEqual(work.get(100)![change]! * 1.1);
      expect(work.get(1000)![change]).toBeLessThanOrEqual(work.get(100)![change]! * 1.1);
    },
  );
});
