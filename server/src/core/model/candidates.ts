import type { CandidateLabels } from '../labels/candidate-labels.ts';
import type { GroupExtractor } from '../labels/extractor.ts';
import { candidateKind, type PreparedExtractor } from '../labels/extractors.ts';
import type { GroupCounts } from '../labels/group-counts.ts';
import { type GroupExtractorFactory, SiteGroup } from './site-group.ts';

/** Returns an object that labels pages by comparison with candidate pages; undefined if each page is compared with the pages of its layout. */
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

/** Makes the extractor of groups on a site whose pages are compared with candidates: it counts nothing, and its `label` throws. */
export const noExtractor: GroupExtractorFactory = {
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
