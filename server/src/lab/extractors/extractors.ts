import { defineExtractor, type ExtractorDefinitions } from '../../core/labels/extractors.ts';
import { leaves, similarity, subtrees, texts } from '../features.ts';
import { textHash } from '../grouping/text-hash.ts';
import { textMdl } from '../grouping/text-mdl.ts';
import { bteExtractor } from './bte.ts';
import { DfExtractor } from './df.ts';
import { IwptdExtractor } from './iwptd.ts';
import { RbmTdExtractor } from './rbm-td.ts';
import { RtdmTdExtractor } from './rtdm-td.ts';
import { dscExtractor, plainExtractor } from './single-page.ts';
import { SstExtractor } from './sst.ts';
import { SstRepetitionExtractor } from './sst-repetition.ts';
import { TemexExtractor, TemexMappings } from './temex.ts';
import { TextExtractor } from './text.ts';

/** Definitions of all extractors except the default, by their names in the settings. */
export const extractors: Required<Omit<ExtractorDefinitions, 'default'>> = {
  sst: defineExtractor({ make: options => counts => new SstExtractor(counts, options), features: [leaves], usesStyles: true }),
  'sst-repetition': defineExtractor({
    make: options => counts => new SstRepetitionExtractor(counts, options),
    usesStyles: true,
    features: [],
  }),
  iwptd: defineExtractor({ make: options => counts => new IwptdExtractor(counts, options), usesStyles: true, features: [] }),
  'rtdm-td': defineExtractor({ make: options => () => new RtdmTdExtractor(options), features: [subtrees], usesStyles: true }),
  'rbm-td': defineExtractor({
    make: options => counts => new RbmTdExtractor(counts, options),
    features: [subtrees],
    usesStyles: true,
  }),
  temex: defineExtractor({
    make: options => {
      const mappings = new TemexMappings(options);
      return counts => new TemexExtractor(counts, options, mappings);
    },
    features: [similarity],
    usesStyles: true,
    candidates: { kind: 'links', count: undefined },
    linkCandidates: ({ candidates }) => candidates,
  }),
  'text-mdl': defineExtractor({
    make: () => counts => new TextExtractor(counts, textMdl),
    usesStyles: true,
    candidates: { kind: 'all' },
    features: [],
  }),
  'text-hash': defineExtractor({
    make:
      ({ permutations }) =>
      counts =>
        new TextExtractor(counts, (classes, size) => textHash(classes, size, permutations)),
    usesStyles: true,
    candidates: { kind: 'all' },
    features: [],
  }),
  df: defineExtractor({ make: options => () => new DfExtractor(options), features: [texts], candidates: { kind: 'all' } }),
  dsc: defineExtractor({ make: options => () => dscExtractor(options), features: [texts] }),
  bte: defineExtractor({ make: () => bteExtractor, features: [texts] }),
  plain: defineExtractor({ make: () => plainExtractor, features: [texts] }),
};
