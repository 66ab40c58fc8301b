import { type Candidates, parseCandidates } from 'templens-shared/candidates';
import { type OptionsOf, resolveOptions } from 'templens-shared/extractor-options';
import type { ExtractorName, Settings } from 'templens-shared/settings';
import type { LabelModel } from '../classify/label-model.ts';
import type { FeaturePart } from '../digest/page-features.ts';
import type { GroupCounts } from '../group/group-counts.ts';
import { textHash } from '../grouping/text-hash.ts';
import { textMdl } from '../grouping/text-mdl.ts';
import { bteExtractor } from './bte.ts';
import { defaultExtractors } from './default.ts';
import { DfExtractor } from './df.ts';
import { dscExtractor } from './dsc.ts';
import type { GroupExtractor } from './extractor.ts';
import { IwptdExtractor } from './iwptd.ts';
import { plainExtractor } from './plain.ts';
import { RbmTdExtractor } from './rbm-td.ts';
import { RtdmTdExtractor } from './rtdm-td.ts';
import { SstExtractor } from './sst.ts';
import { SstRepetitionExtractor } from './sst-repetition.ts';
import { TemexExtractor, TemexMappings } from './temex.ts';
import { TextExtractor } from './text.ts';

/** All that is to be known of an extractor, beside its options in `templens-shared/extractor-options`. */
interface ExtractorDefinition<Name extends ExtractorName> {
  /** Called once a site; what it gives, once for every set of pages that are compared. */
  readonly make: (options: OptionsOf<Name>, labelModel?: LabelModel) => (counts: GroupCounts) => GroupExtractor;
  /** What it needs of pages beside their digests. */
  readonly features?: readonly FeaturePart[];
  /** Its labels depend on counts over the whole site, in the bands of `siteBand`. */
  readonly usesSiteCounts?: true;
  /** It reads the style tree of a group, or where its nodes stand there; for others the tree is made when somebody asks for it. */
  readonly usesStyles?: true;
  /** The pages that it compares a page with, unless a setting says otherwise; default: its layout. */
  readonly candidates?: Candidates;
  /** How many candidates by links it wants; default: as many as the published add-on of TemEx. */
  readonly linkCandidates?: (options: OptionsOf<Name>) => number;
}

const extractors: { readonly [Name in ExtractorName]: ExtractorDefinition<Name> } = {
  default: { make: (_, labelModel) => defaultExtractors(labelModel), usesSiteCounts: true },
  sst: { make: options => counts => new SstExtractor(counts, options), features: ['leaves'], usesStyles: true },
  'sst-repetition': { make: options => counts => new SstRepetitionExtractor(counts, options), usesStyles: true },
  iwptd: { make: options => counts => new IwptdExtractor(counts, options), usesStyles: true },
  'rtdm-td': { make: options => () => new RtdmTdExtractor(options), features: ['subtrees'], usesStyles: true },
  'rbm-td': { make: options => counts => new RbmTdExtractor(counts, options), features: ['subtrees'], usesStyles: true },
  temex: {
    make: options => {
      const mappings = new TemexMappings(options);
      return counts => new TemexExtractor(counts, options, mappings);
    },
    features: ['similarity'],
    usesStyles: true,
    candidates: { kind: 'links', count: undefined },
    linkCandidates: ({ candidates }) => candidates,
  },
  'text-mdl': { make: () => counts => new TextExtractor(counts, textMdl), usesStyles: true, candidates: { kind: 'all' } },
  'text-hash': {
    make:
      ({ permutations }) =>
      counts =>
        new TextExtractor(counts, (classes, size) => textHash(classes, size, permutations)),
    usesStyles: true,
    candidates: { kind: 'all' },
  },
  df: { make: options => () => new DfExtractor(options), features: ['texts'], candidates: { kind: 'all' } },
  dsc: { make: options => () => dscExtractor(options), features: ['texts'] },
  bte: { make: () => bteExtractor, features: ['texts'] },
  plain: { make: () => plainExtractor, features: ['texts'] },
};

/** Which extractor, with what options, compares with which pages. */
export interface ExtractorChoice extends Partial<Pick<Settings, 'extractorOptions' | 'candidates'>> {
  extractor: ExtractorName;
  /** Of the default labels, in place of the committed weights: a model that has not seen the site, to measure by. */
  labelModel?: LabelModel;
}

/** An extractor with its options set. */
export interface PreparedExtractor {
  readonly make: (counts: GroupCounts) => GroupExtractor;
  readonly usesSiteCounts: boolean;
  readonly usesStyles: boolean;
  readonly candidates: SetCandidates;
}

/** Candidates, their number known. */
type SetCandidates = Exclude<Candidates, { kind: 'links' }> | { readonly kind: 'links'; readonly count: number };

/** Makes an extractor ready for a site. Throws on candidates that cannot be read; options must be possible ones. */
export function prepareExtractor(choice: ExtractorChoice): PreparedExtractor {
  const { make, usesSiteCounts = false, usesStyles = false } = definitionOf(choice.extractor);
  return {
    make: make(resolveOptions(choice.extractor, choice.extractorOptions), choice.labelModel),
    usesSiteCounts,
    usesStyles,
    candidates: candidatesOf(choice),
  };
}

/** What pages must be given with for this choice, beside their digests. */
export function neededFeatures(choice: ExtractorChoice): readonly FeaturePart[] {
  const { features = [] } = definitionOf(choice.extractor);
  return candidatesOf(choice).kind === 'links' ? [...features, 'links'] : features;
}

function definitionOf<Name extends ExtractorName>(name: Name): ExtractorDefinition<Name> {
  return extractors[name];
}

function candidatesOf({ extractor, extractorOptions, candidates }: ExtractorChoice): SetCandidates {
  const { candidates: own = { kind: 'group' }, linkCandidates } = definitionOf(extractor);
  const chosen = candidates === null || candidates === undefined ? own : parseCandidates(candidates);
  if (!chosen) throw new Error(`candidates cannot be "${candidates}"`);
  if (chosen.kind !== 'links') return chosen;
  return { kind: 'links', count: chosen.count ?? linkCandidates?.(resolveOptions(extractor, extractorOptions)) ?? 3 };
}
