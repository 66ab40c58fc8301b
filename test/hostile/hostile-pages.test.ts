// Pages that are built to take long. The work is counted in steps, never in time: twice the page must be twice the work.
import * as features from '../../server/src/lab/features.ts';
import '../../server/src/lab/index.ts';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteChecks } from '../../server/src/core/findings/candidates/site-checks.ts';
import { pageFeatures } from '../../server/src/core/labels/page-features.ts';
import { countSteps, step, TooManySteps, withStepLimit } from '../../server/src/html/steps.ts';
import { parseText } from '../../server/src/site/parse-text.ts';
import { makeFolder } from '../site/folder.ts';
import { openSite } from '../site/site-folder.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { isDeep } from '../support/deep.ts';
import { framedSite, textOf } from '../support/framed-site.ts';
import { shapes } from '../support/hostile-shapes.ts';

/** UTF-16 code units of the smaller page of a pair: enough to nest elements as deep as the tree goes. */
const SIZE = 1 << 15;
/** Shapes whose elements lie as deep as the tree goes only in larger pages: until then each is deeper than the one before. */
const deep = new Set(['forms that end out of order', 'markers']);
/** A logarithm more, and what a page costs anyway. */
const MOST_GROWTH = 2.3;
const BASE = 20_000;

const pages = framedSite(14).map(page => [page.path, textOf(page)] as const);
const [attacked, frame] = pages[0]!;

function pageOf(make: (n: number) => string, size: number): string {
  const n = Math.ceil(size / (make(1024).length / 1024));
  return frame.replace(/<body[^>]*>/, tag => tag + make(n));
}

describe.runIf(isDeep)('a page of one shape, twice as long, takes twice the steps', () => {
  let site: CheckedSite;
  beforeAll(() => {
    site = new CheckedSite(pages);
  });

  test.each(Object.keys(shapes))('%s', name => {
    const smaller = deep.has(name) ? 2 * SIZE : SIZE;
    const work = [smaller, 2 * smaller].map(size => {
      const text = pageOf(shapes[name]!, size);
      return countSteps(() => {
        withStepLimit(text.length, () => {
          const digest = digestText(text, 'default', { path: attacked });
          pageFeatures(Object.values(features), digest.tree, text, attacked);
        });
        site.put(attacked, text);
        site.settle();
        site.model.labels(attacked);
        // Of so many differences those are described that most pages speak for.
        expect(site.findings(attacked).length).toBeLessThan(3000);
      });
    });
    expect(work[1]).toBeLessThan(MOST_GROWTH * work[0]! + BASE);
  });
});

describe('a page that takes too many steps', () => {
  test('is refused with a sentence', () => {
    // Deeper than any real page, so that every end tag is looked for among thousands of open elements.
    const deep = { ...settings, maxDepth: 100_000 };
    const text = shapes['stray end tags of an element out of scope']!(20_000);
    expect(parseText('a.html', text, deep, undefined)).toEqual({
      page: 'a.html',
      kind: 'refused',
      message: expect.stringMatching(/^a\.html is skipped: it is built so that it takes more than [\d,]+ steps to parse\.$/),
    });
    expect(parseText('a.html', frame, deep, undefined).kind).toBe('tree');
  });

  test('is reported and not labelled, and the other pages are', async () => {
    // Children that are alike and never equal: each pair of them is a mapping of its own.
    const text = (i: number) => `<title>${i}</title><div>${`<p>x${i}</p><i>z</i>`.repeat(700)}</div>`;
    const hostile = Object.fromEntries([0, 1, 2].map(i => [`odd/${i}.html`, text(i)]));
    const { engine, take } = await openSite(makeFolder({ ...Object.fromEntries(pages), ...hostile }), { extractor: 'rtdm-td' });
    const problems = take('problem').map(({ page, message }) => [page, message]);
    expect(problems).toContainEqual([
      'odd/1.html',
      expect.stringMatching(/^odd\/1\.html is not labelled: it is built so that it takes more than [\d,]+ steps to label\.$/),
    ]);
    const { nodes } = await engine.query({ kind: 'classify', page: attacked });
    expect(new Set(nodes.map(({ label }) => label))).toEqual(new Set(['template', 'content']));
    expect((await engine.query({ kind: 'pages' })).filter(({ state }) => state !== 'classified')).toEqual([]);
  });

  test('is reported once and has no findings, and the other pages have theirs', async () => {
    // No page that we know of takes so many steps to compare.
    const { check } = SiteChecks.prototype;
    const spy = vi.spyOn(SiteChecks.prototype, 'check').mockImplementation(function (this: SiteChecks, page, world) {
      if (page === attacked) withStepLimit(0, () => step(10_000_000));
      return check.call(this, page, world);
    });
    onTestFinished(() => spy.mockRestore());
    const drifted = (text: string) => text.replace('>Archive<', '>Archvie<');
    const files = Object.fromEntries(pages.map(([page, text], at) => [page, at < 2 ? drifted(text) : text]));
    const { engine, take } = await openSite(makeFolder(files), { checked: true });
    const message = `${attacked} is not compared with other pages: it is built so that it takes more than 2,000,000 steps to compare.`;
    expect(take('problem')).toEqual([{ event: 'problem', severity: 'warning', page: attacked, message }]);
    const found = (await engine.query({ kind: 'check' })).map(({ page }) => page);
    expect(found).toContain(pages[1]![0]);
    expect(found).not.toContain(attacked);
    engine.send({ command: 'text', page: attacked, version: 1, text: `${files[attacked]} ` });
    await engine.idle();
    expect(take('problem')).toEqual([]);
    expect((await engine.query({ kind: 'pages' })).filter(({ state }) => state !== 'checked')).toEqual([]);
  });

  test('a phase inside another has its own limit', () => {
    withStepLimit(10, () => {
      step(2_000_000);
      withStepLimit(10, () => step(2_000_000));
      expect(() => step(2_000_000)).toThrow(TooManySteps);
    });
  });
});

const settings = { maxDepth: 512, extractor: 'default', extractorOptions: {}, candidates: null, grouping: 'default' } as const;
