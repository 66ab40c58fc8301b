// How long it takes to label one page by the default labels.
import { Parser } from 'htmlparser2';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { generatedPage } from './generated-site.ts';

/** Costs of labelling pages of about `nodes` labelled nodes, a measurement each: milliseconds, and by the bare parse of the same page right before. */
export function labelCosts(nodes: number, repetitions: number): { milliseconds: number[]; ratios: number[]; nodes: number } {
  const shape = { pages: 20, layouts: 2, seed: 1 };
  const name = (index: number) => `${index}.html`;
  const site = (articleScale: number) => {
    const texts = Array.from({ length: shape.pages }, (_, index) => generatedPage(shape, index, { articleScale }));
    const model = new SiteModel({ extractor: 'default', groupThreshold: null });
    for (const [index, text] of texts.entries()) model.upsert(name(index), digestText(text, 'default', { path: name(index) }));
    model.settle();
    return { texts, model, nodes: model.labelFeatures(name(0)).nodes.length };
  };
  let scale = 1;
  let measured = site(scale);
  while (measured.nodes < nodes) {
    scale += 0.2;
    measured = site(scale);
  }
  const milliseconds: number[] = [];
  const ratios: number[] = [];
  const warmUp = 200;
  for (let run = -warmUp; run < repetitions * shape.pages; run++) {
    const index = (run + warmUp) % shape.pages;
    const start = performance.now();
    new Parser({}).end(measured.texts[index]!);
    const parsed = performance.now();
    measured.model.labelsByEvidence(name(index));
    const end = performance.now();
    if (run < 0) continue;
    milliseconds.push(end - parsed);
    ratios.push((end - parsed) / (parsed - start));
  }
  return { milliseconds, ratios, nodes: measured.nodes };
}
