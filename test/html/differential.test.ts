import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import {
  htmlparser2View,
  missingTags,
  missingTexts,
  movedTags,
  movedTexts,
  parse5View,
  treeView,
} from '../support/compare-parsers.ts';
import { corpusSites } from '../support/corpus.ts';
import { loadGoldSite } from '../support/gold.ts';

const sites = [loadGoldSite(fileURLToPath(new URL('../fixtures/sample-site', import.meta.url))), ...corpusSites()];

describe.each(sites)('$name', site => {
  const pages = [...site.pages.keys()].map(page => {
    const text = site.read(page);
    return { page, text, ours: treeView(parsePage(text)), theirs: parse5View(text) };
  });

  test('has every element with a start tag, and every text, that an HTML5 parser has', () => {
    const differences = pages.flatMap(({ page, text, ours, theirs }) => {
      return [...missingTags(theirs.elements, ours.elements), ...missingTexts(theirs.texts, ours.texts, text)].map(
        line => `${page}: ${line}`,
      );
    });
    expect(differences).toEqual([]);
  });

  // But for the two departures that `parse5View` undoes: misplaced content of tables stays, copies of formatting elements are no nodes.
  test('nests elements and texts as an HTML5 parser does, in place', () => {
    const moved = pages.flatMap(({ page, ours, theirs }) =>
      [...movedTags(theirs.elements, ours.elements), ...movedTexts(theirs, ours)].map(line => `${page}: ${line}`),
    );
    expect(moved).toEqual([]);
  });

  test('has the start tags that htmlparser2 has, in the same order, but for those that an HTML5 parser ignores', () => {
    const differences = pages.flatMap(({ page, text, ours, theirs }) => {
      const kept = new Set([...ours.elements, ...theirs.elements].map(tag => tag.start));
      const events = htmlparser2View(text).filter(tag => kept.has(tag.start));
      return [...missingTags(events, ours.elements), ...missingTags(ours.elements, events)].map(line => `${page}: ${line}`);
    });
    expect(differences).toEqual([]);
  });
});
