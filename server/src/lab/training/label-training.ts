// Trains the default labels: gold labels beside the evidence the model sees.
import { defaultSettings } from 'templens-shared/settings';
import { digestText } from '../../core/digest/digest-text.ts';
import { type FeatureRows, featureNames } from '../../core/labels/features.ts';
import type { LabelModel } from '../../core/labels/label-model.ts';
import type { PoolKeys } from '../../core/labels/pooled-scores.ts';
import { SiteModel } from '../../core/model/site-model.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { randomNumbers } from '../random-numbers.ts';
import type { GoldNode } from '../workbench/gold-labels.ts';
import { type BoostingOptions, type TrainingRows, trainBoostedTrees } from './gradient-boosting.ts';

/** A site with gold labels that a model is trained on. */
export interface TrainingSite {
  readonly name: string;
  /** By path. */
  readonly pages: ReadonlyMap<string, unknown>;
  /** The decoded text of a page. */
  read(page: string): string;
  /** The gold labels of a page. */
  nodes(page: string): readonly GoldNode[];
}

/** A page of a site as the model sees it when the site has just these pages. */
export interface TrainingPage {
  page: string;
  tree: PageTree;
  rows: FeatureRows;
  /** For pooling its scores with those of other pages. */
  pooling: { keys: PoolKeys; hash: number };
  /** By row: 1 = template, 0 = content, 255 = not in the gold standard. */
  targets: Uint8Array;
  group: string;
}

/** A view of a site: all its pages, or a sample of them, so that the model also learns from small sites. */
export interface SiteView {
  site: string;
  pages: TrainingPage[];
  whole: boolean;
  /** Weight of each of its pages. */
  weight: number;
}

/** The whole site first, then samples of its pages: `perSize` of every size that is smaller than the site. */
export function siteViews(
  site: TrainingSite,
  { sizes, perSize, sampleWeight }: Pick<TrainingOptions, 'sizes' | 'perSize' | 'sampleWeight'>,
  seed: number,
): SiteView[] {
  const random = randomNumbers(seed);
  const all = [...site.pages.keys()];
  const digests = new Map(all.map(page => [page, digestText(site.read(page), 'default', { path: page })]));
  const labels = new Map(
    all.map(page => {
      return [page, new Map(site.nodes(page).map(node => [`${node.kind}${node.start}`, node.label === 'template' ? 1 : 0]))];
    }),
  );
  const view = (pages: readonly string[], weight: number): SiteView => {
    const model = new SiteModel({ extractor: 'default', grouping: 'default', groupThreshold: defaultSettings.groupThreshold });
    for (const page of pages) model.upsert(page, digests.get(page)!);
    model.settle();
    return {
      site: site.name,
      whole: pages === all,
      weight,
      pages: pages.map(page => {
        const tree = model.tree(page);
        const rows = model.labelFeatures(page);
        const gold = labels.get(page)!;
        const targets = Uint8Array.from(
          rows.nodes,
          node => gold.get(`${tree.kind[node] === ELEMENT ? 'element' : 'text'}${tree.start[node]}`) ?? 255,
        );
        return { page, tree, rows, pooling: model.pooling(page, rows), targets, group: model.group(page).template };
      }),
    };
  };
  const views = [view(all, 1)];
  for (const size of sizes) {
    for (let sample = 0; sample < perSize && size < all.length; sample++) {
      // A small site keeps together: a window of the pages in the order of their paths, with a few missing.
      const from = Math.floor(random() * (all.length - size));
      views.push(view(all.slice(from, from + size), sampleWeight));
    }
  }
  return views;
}

/** The site with all its pages. */
export function wholeView(site: TrainingSite): SiteView {
  return siteViews(site, { sizes: [], perSize: 0, sampleWeight: 0 }, 0)[0]!;
}

/** Rows of many views, every page of a view weighted alike, thinned to about as many a page as the options say. */
function trainingRows(
  views: readonly SiteView[],
  columns: number,
  { rowsPerPage, rowsPerSamplePage, seed }: TrainingOptions,
): TrainingRows {
  const random = randomNumbers(seed);
  const drawn: { rows: FeatureRows; row: number }[] = [];
  const targets: number[] = [];
  const weights: number[] = [];
  for (const { pages, whole, weight: viewWeight } of views) {
    for (const { rows, targets: gold } of pages) {
      const share = Math.min(1, (whole ? rowsPerPage : rowsPerSamplePage) / rows.nodes.length);
      const weight = (100 * viewWeight) / (rows.nodes.length * share);
      for (let row = 0; row < rows.nodes.length; row++) {
        if (gold[row] === 255 || random() >= share) continue;
        drawn.push({ rows, row });
        targets.push(gold[row]!);
        weights.push(weight);
      }
    }
  }
  const values = new Uint8Array(columns * drawn.length);
  drawn.forEach(({ rows, row }, at) => {
    for (let column = 0; column < columns; column++) {
      values[column * drawn.length + at] = rows.values[column * rows.stride + row]!;
    }
  });
  return { values, columns, targets: Uint8Array.from(targets), weights: Float64Array.from(weights) };
}

export interface TrainingOptions extends BoostingOptions {
  /** Nodes drawn of each page, about: in its whole site, and in a sample. */
  rowsPerPage: number;
  rowsPerSamplePage: number;
  /** Sizes, in pages, of the samples of every site, and how many samples of each. */
  sizes: readonly number[];
  perSize: number;
  /** Weight of a page in a sample; a page in its whole site has 1. */
  sampleWeight: number;
  /** See `LabelModel`. */
  cut: number;
}

/** How the committed weights are trained. */
export const trainingOptions: TrainingOptions = {
  trees: 50,
  learningRate: 0.18,
  penalty: 5,
  leafWeight: 5,
  columnShare: 0.4,
  seed: 1,
  rowsPerPage: 80,
  rowsPerSamplePage: 25,
  sizes: [2, 3, 4, 6, 10, 20],
  perSize: 2,
  sampleWeight: 0.3,
  cut: 0.3,
};

/** A model that has seen these views. */
export function trainLabels(views: readonly SiteView[], options: TrainingOptions): LabelModel {
  const rows = trainingRows(views, featureNames.length, options);
  return { ...trainBoostedTrees(rows, options), cut: options.cut };
}
