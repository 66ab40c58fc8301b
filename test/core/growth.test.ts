// The subject here is how the work of a change grows with the site, not its result.
import { defaultCheckSettings } from 'templens-shared/findings';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { countSteps } from '../../server/src/core/page/steps.ts';
import { SiteChecks } from '../../server/src/core/site-checks/site-checks.ts';
import { SiteModel } from '../../server/src/core/site-model.ts';
import { matchesGlobs } from '../../server/src/site/page-filter.ts';

const sizes = [100, 1000, 10_000];
/** Changes of each kind; their median is compared, since now and then one changes a sample. */
const repeats = 7;
/** Nodes of a page: at some sizes, a page more is labelled or checked. */
const ONE_PAGE = 50;
const key = { k0: 1, k1: 2 };

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

const shapes: Record<string, (at: number, revision: number) => string> = {
  'in one layout': (at, revision) => layoutPage(0, at, revision),
  'in 20 layouts': (at, revision) => layoutPage(at % 20, at, revision),
  'all alone': lonePage,
};

const changes = ['an edited text', 'a lost block', 'a page added', 'a page removed'] as const;

const nameOf = (at: number) => `folder-${at % 20}/${at}.html`;

/** Work of the model, of the labels and of the checks, by the kind of change: medians. */
interface Work {
  settle: number;
  labels: number;
  votes: number;
  steps: number;
}

/** A site in memory, with its labels and findings. */
class Site {
  readonly #pageText: (at: number, revision: number) => string;
  readonly #model = new SiteModel({ extractor: 'default', groupThreshold: null });
  readonly #checks = new SiteChecks(this.#model, defaultCheckSettings, key);
  readonly #texts = new Map<string, string>();
  readonly #edited = new Set<string>();

  constructor(pageText: (at: number, revision: number) => string, size: number) {
    this.#pageText = pageText;
    for (let at = 0; at < size; at++) this.put(at);
    this.work();
  }

  put(at: number, revision = 0, edit = (text: string) => text): void {
    const name = nameOf(at);
    const text = edit(this.#pageText(at, revision));
    this.#texts.set(name, text);
    this.#model.upsert(name, digestText(text, 'default', { path: name }, { settings: defaultCheckSettings, key }));
    this.#edited.add(name);
  }

  remove(at: number): void {
    this.#texts.delete(nameOf(at));
    this.#model.remove(nameOf(at));
    this.#edited.add(nameOf(at));
  }

  /** Brings all up to date, and counts. */
  work(): Work {
    const change = this.#model.settle();
    const affected = this.#checks.settle(change, this.#edited);
    this.#edited.clear();
    for (const name of change.relabel) this.#model.labels(name);
    const world = {
      source: (name: string) => this.#texts.get(name),
      exists: (path: string) => this.#texts.has(path),
      matches: matchesGlobs,
    };
    const steps = countSteps(() => {
      for (const name of affected) this.#checks.check(name, world);
    });
    return {
      settle: change.work.nodesTouched,
      labels: this.#model.takeWorkOfAnswers(),
      votes: this.#checks.takeWork(),
      steps: steps + affected.length,
    };
  }
}

function workOf(pageText: (at: number, revision: number) => string, size: number): Record<(typeof changes)[number], Work> {
  const site = new Site(pageText, size);
  const median = (change: (round: number) => void): Work => {
    const work = Array.from({ length: repeats }, (_, round) => {
      change(round);
      return site.work();
    });
    const middle = (count: keyof Work) => work.map(each => each[count]).sort((a, b) => a - b)[repeats >> 1]!;
    return { settle: middle('settle'), labels: middle('labels'), votes: middle('votes'), steps: middle('steps') };
  };
  const edited = median(round => site.put(7, round + 1));
  const lost = median(round => site.put(9, round + 1, text => text.replace(/<nav.*<\/nav>|<x-9-2>.*<\/x-9-2>/, '')));
  site.put(9);
  site.work();
  return {
    'an edited text': edited,
    'a lost block': lost,
    'a page added': median(round => site.put(size + round)),
    'a page removed': median(round => site.remove(size + round)),
  };
}

/** By shape, one a size. */
const works: Record<string, ReturnType<typeof workOf>[]> = {};

beforeAll(() => {
  for (const [shape, pageText] of Object.entries(shapes)) works[shape] = sizes.map(size => workOf(pageText, size));
}, 900_000);

describe.each(Object.keys(shapes))('pages %s', shape => {
  test.each(changes)('%s: hardly more work in 10,000 pages than in 100', change => {
    const [small, ...larger] = works[shape]!.map(each => each[change]);
    // Of 100 pages in 20 layouts, a layout has too few to judge one by: so many in one layout are the measure, too.
    const inOne = works['in one layout']![0]![change];
    for (const count of ['settle', 'labels', 'votes', 'steps'] as const) {
      const most = 1.3 * Math.max(small![count], inOne[count]) + ONE_PAGE;
      for (const each of larger) expect(each[count], count).toBeLessThanOrEqual(most);
    }
  });
});
