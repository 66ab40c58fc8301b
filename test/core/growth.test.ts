// The subject here is how the work of a change grows with the site, not its result.
import { beforeAll, describe, expect, test } from 'vitest';
import { isDeep } from '../support/deep.ts';
import { changes, type GrowingShape, nameOf, workOf } from '../support/growing-site.ts';

const sizes = isDeep ? [100, 1000, 10_000] : [100, 1000];
/** Sizes of the sites on which single indices are tried: in both they hold the same. */
const fewSizes = [600, 6000];
/** Nodes of a page: at some sizes, a page more is labelled or checked. */
const ONE_PAGE = 50;

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
  return `<!doctype html><html><head><title>Page ${at}</title></head><body>${own.join('')}<p>Text ${at}, ${revision}</p></body></html>`;
}

const nav = /<nav.*<\/nav>/;

const shapes: Record<string, GrowingShape> = {
  'in one layout': { page: (at, revision) => layoutPage(0, at, revision), block: nav },
  'in 20 layouts': { page: (at, revision) => layoutPage(at % 20, at, revision), block: nav },
  'all alone': { page: lonePage, block: /<x-9-2>.*<\/x-9-2>/ },
};

/** A section has a menu of its own, so that parts are as many as sections. */
function sectionPage(at: number, revision: number): string {
  const section = Math.floor(at / 60);
  const items = Array.from({ length: 6 }, (_, i) => `<li><a href="/s${section}/${i}.html">Item ${i} of ${section}</a></li>`);
  return frame(
    `Page ${at}`,
    `<aside><ol>${items.join('')}</ol></aside><main><h1>Page ${at}</h1><p>Text ${at}, ${revision}</p></main>`,
  );
}

/** Always as many pages are in another language, and lack a block that the others have. */
function translatedPage(at: number, revision: number): string {
  const isGerman = at < 600 && at % 20 === 7;
  const [title, about, state] = isGerman ? ['Seite', 'Alles dazu', 'Stand'] : ['Page', 'All about', 'As of'];
  const main = `<main><h1>${title} ${at}</h1><p>${about} ${at}</p><p>${state} ${revision}</p></main>`;
  const search = '<aside><h2>Search</h2><p>Search all</p></aside>';
  const page = frame(`Page ${at}`, isGerman ? main : `${search}${main}`);
  if (!isGerman) return page.replace('<html>', '<html lang="en">');
  return page.replace('<html>', '<html lang="de">').replace('All rights reserved', 'Alle Rechte vorbehalten');
}

const fewShapes: Record<string, GrowingShape> = {
  'of which some are in another language': { page: translatedPage, block: nav },
  'in sections with menus of their own': { page: sectionPage, block: nav },
  'in one layout, with rules about labels': {
    page: (at, revision) => layoutPage(0, at, revision),
    block: nav,
    rules: [
      { select: 'footer', label: 'template' },
      { select: 'h1', layout: nameOf(1), label: 'content' },
    ],
  },
};

/** By shape, one a size. */
const works: Record<string, ReturnType<typeof workOf>[]> = {};

beforeAll(() => {
  for (const [name, shape] of Object.entries(shapes)) works[name] = sizes.map(size => workOf(shape, size));
  if (!isDeep) return;
  for (const [name, shape] of Object.entries(fewShapes)) works[name] = fewSizes.map(size => workOf(shape, size));
}, 900_000);

describe.each(Object.keys({ ...shapes, ...(isDeep && fewShapes) }))('pages %s', shape => {
  test.each(changes)('%s: hardly more work in the largest site than in the smallest', change => {
    const [small, ...larger] = works[shape]!.map(each => each[change]);
    // Of 100 pages in 20 layouts, a layout has too few to judge one by: so many in one layout are the measure, too.
    const inOne = works['in one layout']![0]![change];
    for (const count of ['settle', 'labels', 'votes', 'steps'] as const) {
      const most = 1.3 * Math.max(small![count], inOne[count]) + ONE_PAGE;
      for (const each of larger) expect(each[count], count).toBeLessThanOrEqual(most + (count === 'labels' ? each.parts : 0));
    }
  });
});
