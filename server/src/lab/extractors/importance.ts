import { entropy, orderedSum } from '../../core/counts/entropy.ts';
import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import { nodeImportance, styleUses } from '../../core/labels/node-importance.ts';
import { ROOT, type StyleTree } from '../../core/labels/style-tree.ts';
import { thresholds } from '../thresholds.ts';
import type { LeafFeatures } from './leaf-features.ts';

/** Parameters of SST (Yi, Liu, Li, KDD 2003). */
export interface ImportanceOptions {
  /** Attenuating factor, 0 to 1. In a node with `l` styles, its descendants have the weight `gamma ** l`, its own style entropy the rest. */
  gamma: number;
  /** Largest importance of a noisy node. */
  threshold: number;
}

const NOISY = 1;
const MEANINGFUL = 2;

/**
 * Maintains the composite importance (CompImp) and the marks of the element nodes of a style tree (Yi, Liu, Li, KDD 2003). A change of a page
 * affects only the element nodes that the page uses, which include their ancestors. Sums are computed in the order of values, so that they do
 * not depend on the order of additions.
 */
export class StyleImportance {
  #styles: StyleTree;
  #options: ImportanceOptions;
  #importance: number[] = [];
  #marks: number[] = [];
  #dirty = new Set<number>();
  /** Element node -> feature -> occurrences on a page -> number of such pages. */
  #features = new Map<number, Map<number, Map<number, number>>>();

  constructor(styles: StyleTree, options: ImportanceOptions = thresholds.sst) {
    this.#styles = styles;
    this.#options = options;
  }

  /** Composite importance of an element node at the last `settle`, in [0,1]. */
  importance(element: number): number {
    return this.#importance[element] ?? 1;
  }

  /** Importance rounded to one digit, for scores: a change of one page then seldom changes the scores of others. */
  roundedImportance(element: number): number {
    return Math.round(this.importance(element) * 10) / 10;
  }

  /** True if the importance of the node and of all its descendants is at or below the threshold. */
  isNoisy(element: number): boolean {
    return ((this.#marks[element] ?? 0) & NOISY) !== 0;
  }

  /** True if neither the node nor any descendant is noisy. */
  isMeaningful(element: number): boolean {
    return ((this.#marks[element] ?? 0) & MEANINGFUL) !== 0;
  }

  /**
   * Adds or removes the features of a page. The page must be in the style tree.
   * @param elements element node by tree node, -1 for none
   * @param sign 1 to add, -1 to remove
   */
  count(elements: Int32Array, features: LeafFeatures, sign: 1 | -1): void {
    for (let node = 0; node < elements.length; node++) {
      const element = elements[node]!;
      if (element < 0) continue;
      this.#dirty.add(element);
      const from = features.first[node]!;
      const to = features.first[node + 1]!;
      if (from === to) continue;
      const occurrences = new Map<number, number>();
      for (let at = from; at < to; at++) occurrences.set(features.keys[at]!, (occurrences.get(features.keys[at]!) ?? 0) + 1);
      const table = this.#features.get(element) ?? new Map<number, Map<number, number>>();
      if (!this.#features.has(element)) this.#features.set(element, table);
      for (const [feature, times] of occurrences) changeCount(table, feature, times, sign);
      if (table.size === 0) this.#features.delete(element);
    }
  }

  /** Recomputes the affected element nodes, and returns those whose marks or rounded importance changed. */
  settle(): number[] {
    const flipped: number[] = [];
    for (const element of this.#dirty) {
      if (this.#styles.pages(element) > 0 && element < this.#styles.bound) continue;
      this.#marks[element] = 0;
      this.#dirty.delete(element);
    }
    for (const style of this.#styles.stylesOf(ROOT)) this.#settleElement(this.#styles.styleFirst(style), flipped);
    this.#dirty.clear();
    return flipped;
  }

  #settleElement(element: number, flipped: number[]): void {
    if (!this.#dirty.has(element)) return;
    const styles = this.#styles.stylesOf(element);
    let allNoisy = true;
    let allMeaningful = true;
    const shares: number[] = [];
    const m = this.#styles.pages(element);
    for (const style of styles) {
      const first = this.#styles.styleFirst(style);
      const length = this.#styles.styleLength(style);
      let sum = 0;
      for (let child = first; child < first + length; child++) {
        this.#settleElement(child, flipped);
        sum += this.importance(child);
        allNoisy &&= this.isNoisy(child);
        allMeaningful &&= this.isMeaningful(child);
      }
      shares.push((this.#styles.styleUses(style) / m) * (sum / length));
    }
    const value = styles.length === 0 ? this.#leafImportance(element, m) : this.#innerImportance(element, shares);
    const noisy = value <= this.#options.threshold + countThresholds.tolerance && allNoisy;
    const marks = noisy ? NOISY : allMeaningful ? MEANINGFUL : 0;
    const shown = this.roundedImportance(element);
    this.#importance[element] = value;
    if (marks !== (this.#marks[element] ?? 0) || shown !== this.roundedImportance(element)) flipped.push(element);
    this.#marks[element] = marks;
  }

  #innerImportance(element: number, shares: number[]): number {
    const weight = this.#options.gamma ** styleUses(this.#styles, element).length;
    return (1 - weight) * nodeImportance(this.#styles, element) + weight * orderedSum(shares);
  }

  #leafImportance(element: number, m: number): number {
    if (m <= 1) return 1;
    const table = this.#features.get(element);
    if (!table) return 0;
    const entropies: number[] = [];
    for (const histogram of table.values()) entropies.push(entropy(expanded(histogram), m));
    return 1 - orderedSum(entropies) / table.size;
  }
}

function changeCount(table: Map<number, Map<number, number>>, feature: number, times: number, sign: 1 | -1): void {
  const histogram = table.get(feature) ?? new Map<number, number>();
  const left = (histogram.get(times) ?? 0) + sign;
  if (left > 0) histogram.set(times, left);
  else histogram.delete(times);
  if (histogram.size > 0) table.set(feature, histogram);
  else table.delete(feature);
}

function* expanded(histogram: Map<number, number>): Iterable<number> {
  for (const [times, pages] of histogram) for (let page = 0; page < pages; page++) yield times;
}
