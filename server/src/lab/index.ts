// Registers the extractors, groupings and choices of candidates of the literature. A program that imports this file can open sites with them.
import { registerCandidates, registerExtractors } from '../core/labels/extractors.ts';
import { registerGroupings } from '../core/layouts/groupings.ts';
import { CandidateSets } from './candidates/candidate-sets.ts';
import { LinkCandidates } from './candidates/link-candidates.ts';
import { RandomCandidates } from './candidates/random-candidates.ts';
import { extractors } from './extractors/extractors.ts';
import { links } from './features.ts';
import { groupings } from './grouping/groupings.ts';

registerExtractors(extractors);
registerGroupings(groupings);
registerCandidates({
  links: {
    features: [links],
    make: (site, extractor, count) => new CandidateSets(site, extractor, new LinkCandidates(count), !extractor.usesSiteCounts),
  },
  random: {
    make: (site, extractor, count) => new CandidateSets(site, extractor, new RandomCandidates(count), !extractor.usesSiteCounts),
  },
});
