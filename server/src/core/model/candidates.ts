import { CandidateSets } from '../../lab/candidates/candidate-sets.ts';
import { LinkCandidates } from '../../lab/candidates/link-candidates.ts';
import { RandomCandidates } from '../../lab/candidates/random-candidates.ts';
import type { CandidateLabels } from '../labels/candidate-labels.ts';
import type { GroupExtractor } from '../labels/extractor.ts';
import type { PreparedExtractor } from '../labels/extractors.ts';
import type { GroupCounts } from '../labels/group-counts.ts';
import { type ExtractorOfGroup, SiteGroup } from './site-group.ts';

/** How the pages of a site are compared; undefined where each is compared with its layout. */
export function candidateLabelsOf(extractor: PreparedExtractor, site: GroupCounts['site']): CandidateLabels | undefined {
  const { candidates, usesSiteCounts } = extractor;
  switch (candidates.kind) {
    case 'group':
      return undefined;
    case 'all':
      return new SiteGroup(site, extractor);
    case 'links':
      return new CandidateSets(site, extractor, new LinkCandidates(candidates.count), !usesSiteCounts);
    case 'random':
      return new CandidateSets(site, extractor, new RandomCandidates(candidates.count), !usesSiteCounts);
  }
}

/** In the place of an extractor, for groups that are not what pages are compared with. */
export const noExtractor: ExtractorOfGroup = {
  usesStyles: false,
  make: (): GroupExtractor => ({
    added: () => {},
    removing: () => {},
    settle: () => new Set(),
    label: () => {
      throw new Error('pages are not compared with their group');
    },
  }),
};
