import type { GroupExtractor } from '../extractors/extractor.ts';
import type { PreparedExtractor } from '../extractors/index.ts';
import type { GroupCounts } from '../group/group-counts.ts';
import { SiteGroup } from '../site-group.ts';
import type { CandidateLabels } from './candidate-labels.ts';
import { CandidateSets } from './candidate-sets.ts';
import { LinkCandidates } from './link-candidates.ts';
import { RandomCandidates } from './random-candidates.ts';

/** How the pages of a site are compared; undefined where each is compared with its layout. */
export function candidateLabelsOf(
  { make, candidates, usesSiteCounts }: PreparedExtractor,
  site: GroupCounts['site'],
): CandidateLabels | undefined {
  switch (candidates.kind) {
    case 'group':
      return undefined;
    case 'all':
      return new SiteGroup(site, make);
    case 'links':
      return new CandidateSets(site, make, new LinkCandidates(candidates.count), !usesSiteCounts);
    case 'random':
      return new CandidateSets(site, make, new RandomCandidates(candidates.count), !usesSiteCounts);
  }
}

/** In the place of an extractor, for groups that are not what pages are compared with. */
export function noExtractor(): GroupExtractor {
  return {
    added: () => {},
    removing: () => {},
    settle: () => new Set(),
    label: () => {
      throw new Error('pages are not compared with their group');
    },
  };
}
