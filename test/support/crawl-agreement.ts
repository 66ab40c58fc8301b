// Labels of the gold corpus by frozen models of samples, as `templens crawl` makes them.
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { wholeBlocks } from '../../server/src/core/labels/extract/whole-blocks.ts';
import { pageHash } from '../../server/src/core/layouts/group-id.ts';
import { learnHost } from '../../server/src/core/model/learn-host.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { wordMeasures } from '../../server/src/lab/workbench/word-measure.ts';
import { goldWords, labelledWords } from './content-words.ts';
import { textWords } from './extraction-sets.ts';
import type { GoldSite } from './gold.ts';
import { keptModels } from './kept-models.ts';

/** Means over the sites for a number of pages that are learned from. */
export interface SampleFigures {
  /** Pages of the sample; Infinity for all. */
  readonly pages: number;
  /** Sites that have pages outside the sample. */
  readonly sites: number;
  /** Share of the nodes outside the sample that have the label by all pages of the site; NaN if there are none. */
  readonly agreement: number;
  /** F1 of the words of the content on key pages. */
  readonly f1: number;
}

interface Measured {
  agreement: number[];
  f1: number[];
}

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;

/**
 * Figures of samples of these sizes, by weights of the label model that never saw the site.
 * @param models folder that keeps the trained weights
 */
export function sampleFigures(
  corpus: readonly GoldSite[],
  sites: readonly GoldSite[],
  models: string | undefined,
  sizes: readonly number[],
): SampleFigures[] {
  const found = new Map([Number.POSITIVE_INFINITY, ...sizes].map(pages => [pages, { agreement: [], f1: [] } as Measured]));
  for (const { site, model: labelModel } of keptModels(corpus, sites, models)) {
    const names = [...site.pages.keys()].sort((a, b) => pageHash(a) - pageHash(b));
    const digests = new Map(names.map(name => [name, digestText(site.read(name), 'default', { path: name })]));
    const whole = new SiteModel({ extractor: 'default', groupThreshold: null, labelModel });
    for (const [name, digest] of digests) whole.upsert(name, digest);
    whole.settle();
    const keys = names.filter(name => site.pages.get(name)!.key);
    // Words as in the comparison with other extractors.
    const gold = new Map(keys.map(name => [name, textWords(goldWords(site.read(name), site.pages.get(name)!.rules).join(' '))]));
    const f1Of = (name: string, label: Uint8Array): number => {
      const { tree, directives } = digests.get(name)!;
      const words = labelledWords(tree, site.read(name), wholeBlocks(tree, label, directives));
      return wordMeasures(textWords(words.join(' ')), gold.get(name)!).f1;
    };
    for (const [pages, { agreement, f1 }] of found) {
      if (pages === Number.POSITIVE_INFINITY) {
        f1.push(mean(keys.map(name => f1Of(name, whole.labels(name).label))));
        continue;
      }
      const sample = new Set(names.slice(0, pages));
      const host = learnHost(
        [...sample].map(name => ({ name, digest: digests.get(name)! })),
        { labelModel },
      );
      const labels = (name: string): Uint8Array => host.apply(digests.get(name)!).label;
      f1.push(mean(keys.map(name => f1Of(name, labels(name)))));
      let [equal, all] = [0, 0];
      for (const name of names) {
        if (sample.has(name)) continue;
        const { tree } = digests.get(name)!;
        const [label, expected] = [labels(name), whole.labels(name).label];
        for (let node = 0; node < tree.size; node++) {
          if (!isLabelled(tree, node)) continue;
          all++;
          if (label[node] === expected[node]) equal++;
        }
      }
      if (all > 0) agreement.push(equal / all);
    }
  }
  return Array.from(found, ([pages, { agreement, f1 }]) => ({
    pages,
    sites: agreement.length,
    agreement: mean(agreement),
    f1: mean(f1),
  }));
}
