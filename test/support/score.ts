// How well predicted labels and groups agree with the gold labels. "Positive" is template, as in the published comparisons.
import type { PageLabels } from 'templens-shared/labels';
import { randIndex } from '../../server/src/core/layouts/best-cut.ts';
import type { GoldNode, GoldSite } from './gold.ts';

/** All in [0,1]. */
export interface Measures {
  precision: number;
  recall: number;
  f1: number;
  accuracy: number;
}

export interface PageScore extends Measures {
  page: string;
  key: boolean;
  /** Gold nodes scored. */
  nodes: number;
  /** Gold nodes for which there is no prediction; they count as content. */
  missing: number;
}

export interface SiteScore {
  site: string;
  /** Means over the pages whose gold labels were read node by node. */
  key: Measures;
  /** Means over all pages. */
  all: Measures;
  /** Agreement of the predicted groups with the true ones: Rand index, and the same corrected for chance (Hubert and Arabie). */
  rand: number;
  adjustedRand: number;
  pages: PageScore[];
}

type PredictedNode = Omit<PageLabels['nodes'][number], 'score'>;

/** Scores one page. A gold node without a prediction at its start takes the one of the innermost predicted node of its kind around it. */
export function scorePage(
  gold: readonly GoldNode[],
  predicted: readonly PredictedNode[],
): Measures & { nodes: number; missing: number } {
  const exact = { element: new Map<number, PredictedNode>(), text: new Map<number, PredictedNode>() };
  for (const node of predicted) exact[node.kind].set(node.start, node);
  const sorted = [...predicted].sort((a, b) => a.start - b.start || b.end - a.end);
  const around = (node: GoldNode) => sorted.findLast(p => p.kind === node.kind && p.start <= node.start && p.end > node.start);
  let truePositive = 0;
  let falsePositive = 0;
  let falseNegative = 0;
  let trueNegative = 0;
  let missing = 0;
  for (const node of gold) {
    const prediction = exact[node.kind].get(node.start) ?? around(node);
    if (!prediction) missing++;
    const template = prediction?.label === 'template';
    if (node.label === 'template') template ? truePositive++ : falseNegative++;
    else template ? falsePositive++ : trueNegative++;
  }
  const precision = ratio(truePositive, truePositive + falsePositive);
  const recall = ratio(truePositive, truePositive + falseNegative);
  return {
    precision,
    recall,
    f1: ratio(2 * precision * recall, precision + recall),
    accuracy: ratio(truePositive + trueNegative, gold.length),
    nodes: gold.length,
    missing,
  };
}

/** Scores the predictions for a site; a page without one counts as all content, in a group of its own. */
export function scoreSite(site: GoldSite, predictions: Iterable<PageLabels>): SiteScore {
  const byPage = new Map<string, PageLabels>();
  for (const prediction of predictions) byPage.set(prediction.page, prediction);
  const pages: PageScore[] = [];
  const trueGroups: string[] = [];
  const predictedGroups: string[] = [];
  for (const [page, { group, key }] of site.pages) {
    const nodes = site.nodes(page);
    if (nodes.length === 0) continue;
    const prediction = byPage.get(page);
    pages.push({ page, key, ...scorePage(nodes, prediction?.nodes ?? []) });
    trueGroups.push(group);
    predictedGroups.push(prediction?.template ?? `no prediction for ${page}`);
  }
  return {
    site: site.name,
    key: meanMeasures(pages.filter(p => p.key)),
    all: meanMeasures(pages),
    ...randIndex(trueGroups, predictedGroups),
    pages,
  };
}

/** The mean of every measure; of nothing, zeros. */
export function meanMeasures(list: readonly Measures[]): Measures {
  const mean = (name: keyof Measures) =>
    ratio(
      list.reduce((sum, measures) => sum + measures[name], 0),
      list.length,
    );
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1'), accuracy: mean('accuracy') };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
