// Parts that link to some files in all languages but one.
import { describe, expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { pages, translatedSite } from '../support/translated-site.ts';

function gapsOf(...site: Parameters<typeof translatedSite>) {
  const { model, texts } = new CheckedSite(Object.entries(translatedSite(...site)));
  const read = (path: string): string => texts.get(path)!;
  return model.parts.translationGaps(model.parts.named(read), read);
}

test('a link that all pages of one language lack', () => {
  const [gap, ...others] = gapsOf(language => pages.filter(link => link !== 'prices' || language !== 'it'));
  expect(others).toEqual([]);
  expect(gap).toMatchObject({ language: 'it', pages: 6, links: ['prices.html'], languages: 4 });
});

describe('no gap', () => {
  test.each<[string, (language: string, name: string) => readonly string[]]>([
    ['where all languages have the same links', () => pages],
    ['where two languages lack it', language => pages.filter(link => link !== 'prices' || language > 'es')],
    ['where a translation has only begun', language => (language === 'it' ? ['index', 'about'] : pages)],
    ['where one language has a link more', language => (language === 'it' ? [...pages, 'jobs'] : pages)],
    ['where no menu links to the open page', (_, name) => pages.filter(link => link !== name)],
  ])('%s', (_, linksOf) => {
    expect(gapsOf(linksOf)).toEqual([]);
  });

  test('where languages have no folders of their own', () => {
    const linksOf = (language: string) => pages.filter(link => link !== 'prices' || language !== 'it');
    expect(gapsOf(linksOf, language => `pages/${language}-`)).toEqual([]);
  });
});
