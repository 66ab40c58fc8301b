// The subject here is how the work of a change grows with the site, not its result.
import { beforeAll, describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/site-model.ts';

const sizes = [100, 1000, 10_000];
/** Changes of each kind; their median is compared, since now and then one changes a sample. */
const repeats = 7;

const menu = ['home', 'news', 'team', 'shop'].map(item => `<li><a href="/${item}.html">${item}</a></li>`).join('');
const frame = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><nav><ul>${menu}</ul></nav>${body}<footer><p>All rights reserved</p></footer></body></html>`;

/** A page of one of some layouts, each with elements of its own. */
function layoutPage(layout: number, at: number, revision: number): string {
  const own = Array.from({ length: 4 }, (_, i) => `<k-${layout}-${i}><l-${layout}><i>${i}</i></l-${layout}></k-${layout}-${i}>`);
  return frame(`Page ${at}`, `${own.join('')}<m-${layout}><h1>Page ${at}</h1><p>Text ${at}, ${revision}</p></m-${layout}>`);
}

/** A page unlike all others. */
function lonePage(at: number, revision: number): string {
  const own = Array.from({ length: 4 }, (_, i) => `<x-${at}-${i}><y-${at}>${at} ${i}</y-${at}></x-${at}-${i}>`);
  return `<!doctype html><html><body>${own.join('')}<p>Text ${at}, ${revision}</p></body></html>`;
}

const shapes: Record<string, (at: number, revision: number) => string> = {
  'in one layout': (at, revision) => layoutPage(0, at, revision),
  'in 20 layouts': (at, revision) => layoutPage(at % 20, at, revision),
  'all alone': lonePage,
};

const nameOf = (at: number) => `folder-${at % 20}/${at}.html`;

/** Median work, by the kind of change. */
function workOf(pageText: (at: number, revision: number) => string, size: number): Record<string, number> {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  const put = (at: number, revision = 0) =>
    model.upsert(nameOf(at), digestText(pageText(at, revision), 'default', { path: nameOf(at) }));
  for (let at = 0; at < size; at++) put(at);
  model.settle();
  const median = (change: (round: number) => void): number => {
    const work = Array.from({ length: repeats }, (_, round) => {
      change(round);
      return model.settle().work.nodesTouched;
    });
    return work.sort((a, b) => a - b)[repeats >> 1]!;
  };
  return {
    'an edited text': median(round => put(7, round + 1)),
    'a page added': median(round => put(size + round)),
    'a page removed': median(round => model.remove(nameOf(size + round))),
  };
}

describe.each(Object.keys(shapes))('pages %s', shape => {
  const work: Record<string, number>[] = [];
  beforeAll(() => {
    for (const size of sizes) work.push(workOf(shapes[shape]!, size));
  }, 300_000);

  test.each(['an edited text', 'a page added', 'a page removed'])('%s: hardly more work in 10,000 pages than in 100', change => {
    const [small, ...larger] = work.map(each => each[change]!);
    for (const each of larger) expect(each).toBeLessThanOrEqual(1.3 * small!);
  });
});
