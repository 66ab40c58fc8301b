import type { CandidateLabels } from '../labels/candidate-labels.ts';
import type { GroupExtractor } from '../labels/extractor.ts';
import { candidateKind, type PreparedExtractor } from '../labels/extractors.ts';
import type { GroupCounts } from '../labels/group-counts.ts';
import { type ExtractorOfGroup, SiteGroup } from './site-group.ts';

/** How the pages of a site are compared; undefined where each is compared with its layout. */
export function candidateLabelsOf(extractor: PreparedExtractor, site: GroupCounts['site']): CandidateLabels | undefined {
  const { candidates } = extractor;
  switch (candidates.kind) {
    case 'group':
      return undefined;
    case 'all':
      return new SiteGroup(site, extractor);
    default:
      return candidateKind(candidates.kind).make(site, extractor, candidates.count);
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
