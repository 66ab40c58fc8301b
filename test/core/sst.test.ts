import '../../server/src/lab/index.ts';
import type { ExtractorName } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { styleSequence } from '../../server/src/core/keys/style-sequence.ts';
import { nodeImportance } from '../../server/src/core/labels/node-importance.ts';
import { StyleTree } from '../../server/src/core/labels/style-tree.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { isLabelled, nodeName, nodeText } from '../../server/src/html/access.ts';
import { TEXT } from '../../server/src/html/tree.ts';
import { StyleImportance } from '../../server/src/lab/extractors/importance.ts';
import { leafFeatures } from '../../server/src/lab/extractors/leaf-features.ts';
import { findNode, type Page, page } from './find-node.ts';

const nav = '<div class="nav">home about</div>';
const [one, two, three, four] = [
  `<body>${nav}<div class="main"><h1>alpha</h1><p>red fox</p></div>`,
  `<body>${nav}<div class="main"><h1>beta</h1><p>red dog</p></div>`,
  `<body>${nav}<div class="main"><h1>gamma</h1><p>blue cat</p><p>end</p></div>`,
  `<body>${nav}<div class="main"><h1>delta</h1><p>green owl</p><p>end</p></div>`,
].map(page) as [Page, Page, Page, Page];

/** A style tree of pages, with its importances. */
function styleTreeOf(pages: Page[]) {
  const styles = new StyleTree();
  const importance = new StyleImportance(styles);
  const elements = new Map<Page, Int32Array>();
  for (const one of pages) {
    const added = styles.add(one.tree, styleSequence(one.tree));
    elements.set(one, added);
    importance.count(added, leafFeatures(one.tree, one.source), 1);
  }
  importance.settle();
  const element = (one: Page, node: number) => elements.get(one)![node]!;
  return {
    styles,
    importance,
    /** CompImp of the element node a page's node is mapped to. */
    imp: (one: Page, node: number) => importance.importance(element(one, node)),
    nodeImp: (one: Page, node: number) => nodeImportance(styles, element(one, node)),
    noisy: (one: Page, node: number) => importance.isNoisy(element(one, node)),
    /** CompImp of the style that a page's node uses: the mean of its elements. */
    styleImp(one: Page, node: number): number {
      const style = styles.ownerStyle(element(one, node + 1));
      const length = styles.styleLength(style);
      let sum = 0;
      for (let at = 0; at < length; at++) sum += importance.importance(styles.styleFirst(style) + at);
      return sum / length;
    },
    remove(one: Page): number[] {
      importance.count(elements.get(one)!, leafFeatures(one.tree, one.source), -1);
      styles.remove(one.tree, elements.get(one)!);
      return importance.settle();
    },
  };
}

/** All pages in one group. */
function siteOf(extractor: ExtractorName, pages: Record<string, Page>): SiteModel {
  const model = new SiteModel({ extractor, groupThreshold: 1 });
  for (const [name, { source, tree }] of Object.entries(pages)) model.upsert(name, tree, { leaves: leafFeatures(tree, source) });
  model.settle();
  return model;
}

/** Template nodes below the body, texts by their words. */
function templateOf(model: SiteModel, name: string, { source, tree }: Page): string[] {
  const { label } = model.labels(name);
  const names: string[] = [];
  for (let node = findNode({ source, tree }, 'body') + 1; node < tree.size; node++) {
    if (!label[node] || !isLabelled(tree, node)) continue;
    names.push(tree.kind[node] === TEXT ? nodeText(tree, source, node) : nodeName(tree, node));
  }
  return names;
}

describe('1 SST: worked example', () => {
  const tree = styleTreeOf([one, two, three, four]);
  const nodeOf = (of: Page, selector: string, index = 0) => findNode(of, selector, index);
  const textIn = (of: Page, selector: string, index = 0) => findNode(of, '#text', 0, findNode(of, selector, index));

  test('what all pages have has no importance: the words of the menu have entropy 1', () => {
    expect(tree.imp(one, textIn(one, 'div.nav'))).toBe(0);
    expect(tree.imp(one, nodeOf(one, 'div.nav'))).toBe(0);
    expect(tree.noisy(four, nodeOf(four, 'div.nav'))).toBe(true);
  });

  test('a text of which one word in three is on both pages, and the elements around it', () => {
    expect(tree.imp(one, textIn(one, 'p'))).toBeCloseTo(0.666667, 6);
    expect(tree.imp(one, nodeOf(one, 'p'))).toBeCloseTo(0.6, 6);
    expect(tree.imp(two, nodeOf(two, 'h1'))).toBeCloseTo(0.9, 6);
    expect(tree.styleImp(one, nodeOf(one, 'div.main'))).toBeCloseTo(0.75, 6);
  });

  test('the style of the longer pages, with a paragraph that both have', () => {
    expect(tree.imp(three, nodeOf(three, 'h1'))).toBeCloseTo(0.9, 6);
    expect(tree.imp(three, nodeOf(three, 'p', 0))).toBeCloseTo(0.9, 6);
    expect(tree.imp(three, nodeOf(three, 'p', 1))).toBe(0);
    expect(tree.noisy(three, nodeOf(three, 'p', 1))).toBe(true);
    expect(tree.styleImp(three, nodeOf(three, 'div.main'))).toBeCloseTo(0.6, 6);
  });

  test('the place where styles part, and the body', () => {
    expect(tree.nodeImp(one, nodeOf(one, 'div.main'))).toBeCloseTo(0.5, 6);
    expect(tree.imp(one, nodeOf(one, 'div.main'))).toBeCloseTo(0.64175, 6);
    expect(tree.nodeImp(one, nodeOf(one, 'body'))).toBe(0);
    expect(tree.imp(one, nodeOf(one, 'body'))).toBeCloseTo(0.288788, 6);
    expect(tree.noisy(one, nodeOf(one, 'body'))).toBe(false);
  });

  test('the template of page 3 is the menu and the paragraph it has in common with page 4', () => {
    const model = siteOf('sst', { '1': one, '2': two, '3': three, '4': four });
    expect(templateOf(model, '3', three)).toEqual(['div', 'home about', 'p', 'end']);
    expect(templateOf(model, '1', one)).toEqual(['div', 'home about']);
  });

  test('without page 4 the values move and page 3 alone is relabelled', () => {
    const less = styleTreeOf([one, two, three, four]);
    less.remove(four);
    const main = nodeOf(one, 'div.main');
    expect(less.nodeImp(one, main)).toBeCloseTo(0.57938, 6);
    expect(less.imp(one, main)).toBeCloseTo(0.785082, 6);
    expect(less.imp(one, nodeOf(one, 'body'))).toBeCloseTo(0.353287, 6);
    expect(less.imp(three, nodeOf(three, 'p', 1))).toBe(1);
    expect(less.noisy(three, nodeOf(three, 'p', 1))).toBe(false);

    const model = siteOf('sst', { '1': one, '2': two, '3': three, '4': four });
    const before = ['1', '2', '3'].map(name => model.labels(name).label);
    model.remove('4');
    const { relabel } = model.settle();
    const changed = ['1', '2', '3'].filter((name, index) => !same(model.labels(name).label, before[index]!));
    expect(changed).toEqual(['3']);
    expect(relabel).toContain('3');
    expect(templateOf(model, '3', three)).toEqual(['div', 'home about']);
  });

  test('style shares of 35, 15, 25 and 25 in 100 pages', () => {
    const shares = [35, 15, 25, 25];
    const pages = shares.flatMap((share, style) =>
      Array.from({ length: share }, () => page(`<body>${'<p></p>'.repeat(style + 1)}`)),
    );
    const many = styleTreeOf(pages);
    expect(many.nodeImp(pages[0]!, findNode(pages[0]!, 'body'))).toBeCloseTo(0.292096, 6);
  });

  test('repetition variant: all elements, and the texts that half of the pages have', () => {
    const pages = { '1': one, '2': two, '3': three, '4': four };
    const model = siteOf('sst-repetition', pages);
    expect(templateOf(model, '1', one)).toEqual(['div', 'home about', 'div', 'h1', 'p']);
    expect(templateOf(model, '3', three)).toEqual(['div', 'home about', 'div', 'h1', 'p', 'p', 'end']);
    expect(templateOf(model, '4', four)).toEqual(['div', 'home about', 'div', 'h1', 'p', 'p', 'end']);
  });
});

describe('1 SST: edge cases', () => {
  test('a page alone is all content, its frame and its menu too', () => {
    const model = siteOf('sst', { '1': one });
    expect(templateOf(model, '1', one)).toEqual([]);
  });

  test('the order of attributes, of classes and their quotes make no style of their own', () => {
    const { styles, add } = emptyTree();
    add('<body><p class="a b" align=left>x</p>');
    const before = styles.styleCount;
    add("<body><p align='left' class=' b  a '>y</p>");
    expect(styles.styleCount).toBe(before);
  });

  test('id, href, src and inline style make no style of their own; a class and a width do', () => {
    const { styles, add } = emptyTree();
    add('<body><p id="a" style="color: red">x</p>');
    const before = styles.styleCount;
    add('<body><p id="b">y</p>');
    expect(styles.styleCount).toBe(before);
    add('<body><p width="5">y</p>');
    expect(styles.styleCount).toBe(before + 2);
  });

  test('comments, scripts and white space between elements make no style of their own', () => {
    const { styles, add } = emptyTree();
    add('<body><p>x</p><p>y</p>');
    const before = styles.styleCount;
    add('<body>\n<!-- note --><p>x</p> <script>f()</script><p>y</p><noscript><p>no</p></noscript>\n');
    expect(styles.styleCount).toBe(before);
  });

  test('an image counts by its file name and its words, a link by its target', () => {
    const leaf = (source: string) => {
      const made = page(`<body>${source}`);
      const { first, keys } = leafFeatures(made.tree, made.source);
      const node = made.tree.size - 1;
      return [...keys.slice(first[node], first[node + 1])];
    };
    expect(leaf('<img src="../a/logo.png?v=2" alt="The logo">')).toEqual(leaf('<img alt="The  logo" src="/b/logo.png">'));
    expect(leaf('<img src="a.png">')).not.toEqual(leaf('<img src="b.png">'));
    expect(leaf('<a href="x.html#one">Go</a>')).toEqual(leaf('<a href="x.html#two">Go</a>'));
    expect(leaf('<a href="x.html">Go</a>')).not.toEqual(leaf('<a href="y.html">Go</a>'));
    expect(leaf('<a href="x.html"></a>')).toEqual(leaf('<a href="x.html#top"></a>'));
    expect(leaf('<p>red red fox')).toHaveLength(3);
  });
});

function emptyTree() {
  const styles = new StyleTree();
  const add = (source: string) => {
    const { tree } = page(source);
    styles.add(tree, styleSequence(tree));
  };
  return { styles, add };
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
