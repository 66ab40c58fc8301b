import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { htmlparser2View, missingTags, missingTexts, parse5View, treeView } from '../support/compare-parsers.ts';
import { corpusSites } from '../support/corpus.ts';
import { loadGoldSite } from '../support/gold.ts';

const sites = [loadGoldSite(new URL('../fixtures/sample-site', import.meta.url).pathname), ...corpusSites()];

describe.each(sites)('$name', site => {
  const pages = [...site.pages.keys()].map(page => {
    const text = site.read(page);
    return { page, text, ours: treeView(parsePage(text)) };
  });

  test('has every element with a start tag, and every text, that an HTML5 parser has', () => {
    const differences = pages.flatMap(({ page, text, ours }) => {
      const theirs = parse5View(text);
      return [...missingTags(theirs.elements, ours.elements), ...missingTexts(theirs.texts, ours.texts, text)].map(
        line => `${page}: ${line}`,
      );
    });
    expect(differences).toEqual([]);
  });

  test('has the start tags that htmlparser2 has, in the same order', () => {
    const differences = pages.flatMap(({ page, text, ours }) => {
      const theirs = htmlparser2View(text);
      return [
        ...missingTags(theirs, ours.elements),
        ...missingTags(ours.elements, theirs).map(line => `more than htmlparser2: ${line}`),
      ].map(line => `${page}: ${line}`);
    });
    expect(differences).toEqual([]);
  });
});
