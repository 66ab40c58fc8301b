// Models that have not seen a site, kept in a folder so that they are trained once.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelModel } from '../../server/src/core/labels/label-model.ts';
import { heldOutModels } from '../../server/src/lab/training/held-out.ts';
import { trainingOptions } from '../../server/src/lab/training/label-training.ts';
import type { GoldSite } from './gold.ts';

/** For each of `sites` a model trained on the others of the corpus: that in the folder, where there is one, else trained, and put there. */
export function* keptModels(
  corpus: readonly GoldSite[],
  sites: readonly GoldSite[],
  folder: string | undefined,
): Generator<{ site: GoldSite; model: LabelModel }> {
  const file = (site: GoldSite): string => join(folder!, `${site.name}.json`);
  const isKept = (site: GoldSite): boolean => folder !== undefined && existsSync(file(site));
  for (const site of sites.filter(isKept)) yield { site, model: JSON.parse(readFileSync(file(site), 'utf8')) as LabelModel };
  const others = sites.filter(site => !isKept(site));
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  for (const { site, model } of others.length === 0 ? [] : heldOutModels(corpus, trainingOptions, others, trainsWithout)) {
    if (folder !== undefined) writeFileSync(file(site), JSON.stringify(model));
    yield { site, model };
  }
}

function trainsWithout(site: string): void {
  console.error(`training without ${site}`);
}
