// The accuracy of the default labels on sites that their model has not seen.
import { heldOutLabels } from '../../server/src/lab/training/held-out.ts';
import type { TrainingOptions } from '../../server/src/lab/training/label-training.ts';
import type { GoldSite } from './gold.ts';
import { type SiteScore, scoreSite } from './score.ts';

/** The scores of `heldOutLabels`. */
export function leaveOneSiteOut(
  sites: readonly GoldSite[],
  options: TrainingOptions,
  heldOut?: readonly GoldSite[],
  progress?: (site: string) => void,
): SiteScore[] {
  return Array.from(heldOutLabels(sites, options, heldOut, progress), ({ site, labels }) => scoreSite(site, labels));
}
