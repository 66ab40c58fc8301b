// Labels of a page by itself: what holds for every page, whatever the weights are.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { compileAlone, labelsAlone } from '../../server/src/core/labels/alone/alone-labels.ts';
import { isArticle } from '../../server/src/core/labels/alone/article.ts';
import { elementNames } from '../../server/src/core/labels/alone/name-scores.ts';
import { textBlocks } from '../../server/src/core/labels/alone/text-blocks.ts';
import { nodeName, nodeText } from '../../server/src/html/access.ts';
import { BLANK, ELEMENT, OPAQUE, TEXT } from '../../server/src/html/tree.ts';
import { longestCommonSubsequence } from '../../server/src/lab/workbench/common-subsequence.ts';
import { alignedWords } from '../support/aligned-words.ts';
import { anyPage } from '../support/any-page.ts';

test('labels of any page: texts decide their elements, scores are probabilities, a second run is equal', () => {
  fc.assert(
    fc.property(anyPage, source => {
      const digest = digestText(source);
      const { tree } = digest;
      const labels = labelsAlone(digest, source);
      expect(labelsAlone(digestText(source), source)).toEqual(labels);
      expect([labels.label.length, labels.score.length]).toEqual([tree.size, tree.size]);
      for (const score of labels.score) expect(score >= 0 && score <= 1).toBe(true);
      const { texts } = textBlocks(tree, source);
      for (let node = 0; node < tree.size; node++) {
        if (tree.kind[node] !== ELEMENT) continue;
        const below = texts.filter(text => text > node && text < tree.subtreeEnd[node]!);
        if (below.length > 0) expect(labels.label[node]).toBe(below.some(text => labels.label[text] === 1) ? 1 : 0);
      }
    }),
  );
});

test('a page that says that it is an article has content that is more certain', () => {
  const heads = [
    '<meta property="og:type" content="article">',
    '<meta property="article:published_time" content="2026-01-01">',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle"}</script>',
    '<script type="application/ld+json">{"@type": ["BlogPosting"]}</script>',
  ];
  for (const head of heads) {
    const { tree } = digestText(head);
    expect(isArticle(tree, head), head).toBe(true);
  }
  for (const head of ['<meta property="og:type" content="website">', '<script>"@type":"Article"</script>', '<p>og:type article'])
    expect(isArticle(digestText(head).tree, head), head).toBe(false);
  // A model that takes every text for content with a probability of one half.
  const half = compileAlone({ names: {}, trees: { bias: 0, cut: 0, column: [], threshold: [], value: [] } });
  const isContent = (head: string): boolean => {
    const source = `<head>${head}</head><body><p>Bees are back.`;
    const digest = digestText(source);
    return labelsAlone(digest, source, half).label[digest.tree.size - 1] === 0;
  };
  expect([isContent(''), ...heads.map(isContent)]).toEqual([true, ...heads.map(() => false)]);
});

test('blocks hold every readable text of the body once, in order', () => {
  fc.assert(
    fc.property(anyPage, source => {
      const { tree } = digestText(source);
      const { texts, blockOf, length } = textBlocks(tree, source);
      let body = 0;
      while (body < tree.size && nodeName(tree, body) !== 'body') body++;
      const expected: number[] = [];
      for (let node = body; node < (tree.subtreeEnd[body] ?? 0); node++)
        if (tree.kind[node] === TEXT && !(tree.flags[node]! & (BLANK | OPAQUE))) expected.push(node);
      expect([...texts]).toEqual(expected);
      const sums = Array.from(length, () => 0);
      texts.forEach((text, row) => {
        sums[blockOf[row]!]! += tree.textLength[text]!;
      });
      expect(sums).toEqual([...length]);
    }),
  );
});

test('a block ends where a block element begins or ends, not at inline elements', () => {
  const source = '<body><p>one <b>two</b> three<p>four<br>five<div>six</div>seven';
  const { tree } = digestText(source);
  const { texts, blockOf } = textBlocks(tree, source);
  const blocks: string[] = [];
  texts.forEach((text, row) => {
    blocks[blockOf[row]!] = `${blocks[blockOf[row]!] ?? ''}${nodeText(tree, source, text)} `;
  });
  expect(blocks).toEqual(['one two three ', 'four ', 'five ', 'six ', 'seven ']);
});

test('names of an element are its tag and the words of class, id, role and itemprop', () => {
  const source = '<body><DIV class="siteFooter col-2 a" ID=main_Menu role=navigation data-x="none">x</DIV>';
  const { tree } = digestText(source);
  const div = [...tree.kind.keys()].find(node => nodeName(tree, node) === 'div')!;
  expect([...elementNames(tree, source, div)].sort()).toEqual(['<div', 'col', 'footer', 'main', 'menu', 'navigation', 'site']);
});

test('without weights, all texts are as likely content as template, and content wins', () => {
  const source = '<title>T</title><body><p>one<p>two';
  const digest = digestText(source);
  const empty = compileAlone({ names: {}, trees: { bias: 0, cut: 0.5, column: [], threshold: [], value: [] } });
  const { label } = labelsAlone(digest, source, empty);
  const texts = [...label.keys()].filter(node => digest.tree.kind[node] === TEXT);
  expect(texts.map(node => label[node])).toEqual([0, 0, 0]);
});

describe('words of a page aligned with its known content', () => {
  test('are a longest common subsequence', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 90 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const taken = alignedWords(a, b);
        const found = a.filter((_, at) => taken[at] === 1);
        expect(found.length).toBe(longestCommonSubsequence(a, b));
        let at = 0;
        for (const word of b) if (word === found[at]) at++;
        expect(at).toBe(found.length);
      }),
    );
  });
});
