// Figures of the product on a site of the gold corpus, all from one model of the site.
import { createHash } from 'node:crypto';
import { layoutLevels } from 'templens-shared/labels';
import { pageLabels } from '../../server/src/core/labels/page-labels.ts';
import { checkedCorpusSite } from './corpus-findings.ts';
import type { GoldSite } from './gold.ts';
import { scoreSite } from './score.ts';
import { scoreParts } from './score-parts.ts';

export interface ProductFigures {
  /** F1 of template labels, by the committed weights, over the pages whose gold labels were read node by node. */
  labels: number;
  /** Adjusted Rand index of the layouts. */
  layouts: number;
  /** F1 of gold template texts inside parts. */
  parts: number;
  /** Number of findings. */
  findings: number;
  /** A digest of labels, layouts, parts and findings, with their names and messages. */
  answers: string;
}

export function productFigures(site: GoldSite): ProductFigures {
  const checked = checkedCorpusSite(site);
  const { model } = checked;
  const labelled = [...site.pages.keys()].map(page => {
    const { template, layout, size } = model.group(page);
    return pageLabels(page, { template, layout, pages: size }, model.tree(page), model.labelsByEvidence(page));
  });
  const { key, adjustedRand } = scoreSite(site, labelled);
  const { recall, precision } = scoreParts(site, model);
  const findings = [...checked.all()];
  const source = (page: string): string => checked.texts.get(page)!;
  const named = model.parts.named(source);
  const answers = [
    labelled.map(({ nodes }) => nodes.map(({ label }) => label)),
    layoutLevels.map(level => model.grouping(level)),
    model.parts.summaries(named),
    model.parts.splits(named, source),
    model.parts.translationGaps(named, source),
    findings,
  ];
  return {
    labels: key.f1,
    layouts: adjustedRand,
    parts: (2 * recall * precision) / (recall + precision || 1),
    findings: findings.reduce((sum, [, list]) => sum + list.length, 0),
    answers: createHash('sha256').update(JSON.stringify(answers)).digest('hex'),
  };
}
