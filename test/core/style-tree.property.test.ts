import fc from 'fast-check';
import { expect, test } from 'vitest';
import { styleSequence } from '../../server/src/core/keys/style-sequence.ts';
import { StyleTree } from '../../server/src/core/labels/style-tree.ts';
import { attributeValue, firstChild, nextSibling, nodeName } from '../../server/src/html/access.ts';
import { BLANK, COMMENT, ELEMENT, OPAQUE } from '../../server/src/html/tree.ts';
import { StyleImportance } from '../../server/src/lab/extractors/importance.ts';
import { type LeafFeatures, leafFeatures } from '../../server/src/lab/extractors/leaf-features.ts';
import { inputs } from '../support/random-inputs.ts';
import { type Page, page } from './find-node.ts';
import { pageText } from './random-pages.ts';

// The Site Style Tree as the paper has it, with objects and recursion: slow, and plain to see right.

interface Element {
  m: number;
  styles: Map<string, { n: number; elements: Element[] }>;
  /** Occurrences of each feature, a page. */
  features: Map<number, number[]>;
}

const newElement = (): Element => ({ m: 0, styles: new Map(), features: new Map() });
const shownAttributes = ['align', 'valign', 'bgcolor', 'width', 'height', 'border', 'color', 'face', 'size'];

/** Name and display attributes. */
function display({ tree, source }: Page, node: number): string {
  if (tree.kind[node] !== ELEMENT) return nodeName(tree, node);
  const classes = new Set((attributeValue(tree, source, node, 'class') ?? '').split(/\s+/).filter(Boolean));
  const others = shownAttributes.map(name => attributeValue(tree, source, node, name) ?? '-');
  return JSON.stringify([
    nodeName(tree, node),
    attributeValue(tree, source, node, 'class') !== undefined,
    [...classes].sort(),
    others,
  ]);
}

function children({ tree }: Page, node: number): number[] {
  const found: number[] = [];
  for (let child = firstChild(tree, node); child >= 0; child = nextSibling(tree, child)) {
    if (tree.kind[child]! < COMMENT && !(tree.flags[child]! & (OPAQUE | BLANK))) found.push(child);
  }
  return found;
}

/** Adds a page below an element node; gives the element node of every tree node. */
function walk(
  of: Page,
  features: LeafFeatures,
  element: Element,
  node: number,
  found = new Map<number, Element>(),
): Map<number, Element> {
  found.set(node, element);
  element.m++;
  const occurrences = new Map<number, number>();
  for (const key of features.keys.slice(features.first[node], features.first[node + 1])) {
    occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
  }
  for (const [key, times] of occurrences) element.features.set(key, [...(element.features.get(key) ?? []), times]);
  const nodes = children(of, node);
  const key = nodes.map(child => display(of, child)).join(' ');
  const style = element.styles.get(key) ?? { n: 0, elements: nodes.map(newElement) };
  element.styles.set(key, style);
  style.n++;
  for (const [at, child] of nodes.entries()) walk(of, features, style.elements[at]!, child, found);
  return found;
}

const log = (base: number, x: number) => Math.log(x) / Math.log(base);
const entropyOf = (counts: number[], m: number) => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => sum - (count / total) * log(m, count / total), 0);
};

/** CompImp, by its formula; gamma 0.9. */
function compImp(element: Element): number {
  const { m, features } = element;
  const styles = [...element.styles.values()];
  if (styles.every(({ elements }) => elements.length === 0)) {
    if (m === 1) return 1;
    if (features.size === 0) return 0;
    return 1 - [...features.values()].reduce((sum, counts) => sum + entropyOf(counts, m), 0) / features.size;
  }
  const nodeImp =
    m === 1
      ? 1
      : entropyOf(
          styles.map(({ n }) => n),
          m,
        );
  const weight = 0.9 ** styles.length;
  const below = styles.reduce((sum, { n, elements }) => {
    const mean = elements.length === 0 ? 0 : elements.reduce((total, child) => total + compImp(child), 0) / elements.length;
    return sum + (n / m) * mean;
  }, 0);
  return (1 - weight) * nodeImp + weight * below;
}

function below(element: Element): Element[] {
  return [...element.styles.values()].flatMap(({ elements }) => elements);
}

function isNoisy(element: Element): boolean {
  return compImp(element) <= 0.2 + 1e-9 && below(element).every(isNoisy);
}

function isMeaningful(element: Element): boolean {
  return !isNoisy(element) && below(element).every(isMeaningful);
}

/** A style tree with the pages in it. */
class Built {
  styles = new StyleTree();
  importance = new StyleImportance(this.styles);
  pages = new Map<number, { page: Page; elements: Int32Array; features: LeafFeatures }>();

  put(id: number, source: string): void {
    this.remove(id);
    const made = page(source);
    const features = leafFeatures(made.tree, source);
    const elements = this.styles.add(made.tree, styleSequence(made.tree));
    this.importance.count(elements, features, 1);
    this.pages.set(id, { page: made, elements, features });
  }

  remove(id: number): void {
    const known = this.pages.get(id);
    if (!known) return;
    this.importance.count(known.elements, known.features, -1);
    this.styles.remove(known.page.tree, known.elements);
    this.pages.delete(id);
  }
}

/** The element nodes of the nodes of every page, in a recursive style tree of all of them; and the trees' tops. */
function recursive(built: Built): { tops: Element[]; pages: Map<number, Element>[] } {
  const tops = new Map<string, Element>();
  const pages = [...built.pages.values()].map(({ page: of, features }) => {
    const name = display(of, of.tree.root);
    const top = tops.get(name) ?? newElement();
    tops.set(name, top);
    return walk(of, features, top, of.tree.root);
  });
  return { tops: [...tops.values()], pages };
}

const steps = fc.array(
  fc.record({ id: fc.nat(6), source: fc.option(pageText, { nil: undefined, freq: 4 }), settle: fc.boolean() }),
  {
    maxLength: 20,
  },
);

test('the style tree counts as a recursive one that never saw what is gone', () => {
  fc.assert(
    fc.property(steps, sequence => {
      const built = new Built();
      for (const { id, source } of sequence) {
        if (source === undefined) built.remove(id);
        else built.put(id, source);
      }
      const { tops, pages: naive } = recursive(built);
      const { styles } = built;
      expect(styles.pageCount).toBe(built.pages.size);
      for (const [index, { page: of, elements }] of [...built.pages.values()].entries()) {
        for (let node = 0; node < of.tree.size; node++) {
          const element = naive[index]!.get(node);
          expect(elements[node]! >= 0).toBe(element !== undefined);
          if (!element) continue;
          expect(styles.pages(elements[node]!)).toBe(element.m);
          const uses = [...element.styles.values()].filter(style => style.elements.length > 0).map(({ n }) => n);
          const mine = styles.stylesOf(elements[node]!).map(style => styles.styleUses(style));
          expect(mine.sort((a, b) => a - b)).toEqual(uses.sort((a, b) => a - b));
        }
      }
      const count = (element: Element): number => 1 + below(element).reduce((sum, child) => sum + count(child), 0);
      expect(styles.elementCount).toBe(tops.reduce((sum, root) => sum + count(root), 0));
      for (const id of [...built.pages.keys()]) built.remove(id);
      expect([styles.styleCount, styles.elementCount, styles.pageCount]).toEqual([0, 0, 0]);
    }),
    { numRuns: inputs(30) },
  );
});

test('importances kept up to date are, bit for bit, those of a new tree, and those of the formula', () => {
  fc.assert(
    fc.property(steps, sequence => {
      const built = new Built();
      for (const { id, source, settle } of sequence) {
        if (source === undefined) built.remove(id);
        else built.put(id, source);
        if (settle) built.importance.settle();
      }
      built.importance.settle();
      const fresh = new Built();
      for (const [id, { page: of }] of [...built.pages].reverse()) fresh.put(id, of.source);
      fresh.importance.settle();
      for (const [id, { elements }] of built.pages) {
        const others = fresh.pages.get(id)!.elements;
        for (const [node, element] of elements.entries()) {
          if (element < 0) continue;
          const other = others[node]!;
          expect(Object.is(built.importance.importance(element), fresh.importance.importance(other))).toBe(true);
          expect(built.importance.isNoisy(element)).toBe(fresh.importance.isNoisy(other));
          expect(built.importance.isMeaningful(element)).toBe(fresh.importance.isMeaningful(other));
        }
      }
      const { pages: naive } = recursive(built);
      for (const [index, { elements }] of [...built.pages.values()].entries()) {
        for (const [node, element] of naive[index]!) {
          expect(built.importance.importance(elements[node]!)).toBeCloseTo(compImp(element), 9);
          expect(built.importance.isNoisy(elements[node]!)).toBe(isNoisy(element));
          expect(built.importance.isMeaningful(elements[node]!)).toBe(isMeaningful(element));
        }
      }
    }),
    { numRuns: inputs(20) },
  );
});
