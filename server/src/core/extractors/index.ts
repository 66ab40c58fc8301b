import type { ExtractorName } from 'templens-shared/settings';
import { DefaultExtractor } from './default.ts';
import type { GroupCounts, GroupExtractor } from './extractor.ts';
import { IwptdExtractor } from './iwptd.ts';
import { SstExtractor } from './sst.ts';
import { SstRepetitionExtractor } from './sst-repetition.ts';

const makers: Record<ExtractorName, (counts: GroupCounts) => GroupExtractor> = {
  default: counts => new DefaultExtractor(counts),
  sst: counts => new SstExtractor(counts),
  'sst-repetition': counts => new SstRepetitionExtractor(counts),
  iwptd: counts => new IwptdExtractor(counts),
};

/** How to make the extractor of a name for one group. */
export function makeExtractor(name: ExtractorName): (counts: GroupCounts) => GroupExtractor {
  return makers[name];
}

/** Does this extractor need the features of leaves? */
export function needsFeatures(name: ExtractorName): boolean {
  return name === 'sst';
}

/** Do this extractor's labels depend on counts over the whole site? */
export function usesSiteCounts(name: ExtractorName): boolean {
  return name === 'default';
}
