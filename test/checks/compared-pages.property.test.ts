import fc from 'fast-check';
import { defaultCheckSettings } from 'templens-shared/findings';
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { ComparedPages } from '../../server/src/core/findings/candidates/compared-pages.ts';
import type { ComparedPage } from '../../server/src/core/keys/compared-page.ts';
import { randomHashKey } from '../../server/src/site/site-state.ts';
import { anyPage } from '../support/any-page.ts';
import { inputs } from '../support/random-inputs.ts';

const key = randomHashKey();
const world = { exists: () => false, read: () => undefined, matches: () => false };

/** All that a page is compared by, with the counted keys. */
const whole = ({ counted, ...page }: ComparedPage) => ({ ...page, counted: counted() });

test('what is kept of pages when they are parsed is what is made of their texts later', () => {
  // With enough in front of it that it is compared.
  const page = anyPage.map(text => `<title>a</title>${'<p>text</p>'.repeat(9)}${text}`);
  const pages = fc.array(page, { minLength: 2, maxLength: 4 });
  let compared = 0;
  fc.assert(
    fc.property(pages, fc.constantFrom(3, 512), (texts, maxDepth) => {
      const kept = new Map<string, ComparedPage>();
      const sources = new Map(texts.map((text, at) => [`p${at}.html`, text]));
      for (const [path, text] of sources)
        digestText(text, 'default', { path, maxDepth }, { settings: defaultCheckSettings, key }, page => kept.set(path, page));
      const made = new ComparedPages({ ...defaultCheckSettings, maxDepth }, key);
      compared += kept.size;
      for (const [path, page] of kept) {
        const later = whole(made.get(path, { ...world, source: name => sources.get(name) })!);
        const { own, path: paths } = later.tree.hashes;
        expect(whole(page)).toEqual({ ...later, tree: { ...later.tree, hashes: { own, path: paths } } });
      }
    }),
    { numRuns: inputs(300) },
  );
  expect(compared).toBeGreaterThan(inputs(300));
});

test('a page that is kept is not made again', () => {
  let kept: ComparedPage | undefined;
  const text = `<title>a</title>${'<p>text</p>'.repeat(9)}`;
  digestText(text, 'default', { path: 'a.html' }, { settings: defaultCheckSettings, key }, page => {
    kept = page;
  });
  const pages = new ComparedPages(defaultCheckSettings, key);
  expect(kept).toBeDefined();
  expect(pages.get('a.html', { ...world, source: () => undefined, comparedWhenParsed: () => kept })).toBe(kept);
});
