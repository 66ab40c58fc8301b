import { type Candidates, parseCandidates } from 'templens-shared/candidates';
import { type OptionsOf, resolveOptions } from 'templens-shared/extractor-options';
import type { ExtractorName, Settings } from 'templens-shared/settings';
import { bteExtractor } from '../../lab/extractors/bte.ts';
import { DfExtractor } from '../../lab/extractors/df.ts';
import { dscExtractor } from '../../lab/extractors/dsc.ts';
import { IwptdExtractor } from '../../lab/extractors/iwptd.ts';
import { plainExtractor } from '../../lab/extractors/plain.ts';
import { RbmTdExtractor } from '../../lab/extractors/rbm-td.ts';
import { RtdmTdExtractor } from '../../lab/extractors/rtdm-td.ts';
import { SstExtractor } from '../../lab/extractors/sst.ts';
import { SstRepetitionExtractor } from '../../lab/extractors/sst-repetition.ts';
import { TemexExtractor, TemexMappings } from '../../lab/extractors/temex.ts';
import { TextExtractor } from '../../lab/extractors/text.ts';
import { textHash } from '../../lab/grouping/text-hash.ts';
import { textMdl } from '../../lab/grouping/text-mdl.ts';
import { defaultExtractors } from './default-extractor.ts';
import type { GroupExtractor } from './extractor.ts';
import type { GroupCounts } from './group-counts.ts';
import type { LabelModel } from './label-model.ts';
import type { FeaturePart } from './page-features.ts';

/** All that is to be known of an extractor that reads these features, beside its options in `templens-shared/extractor-options`. */
interface ExtractorDefinition<Name extends ExtractorName, Part extends FeaturePart = never> {
  /** Called once a site; what it gives, once for every set of pages that are compared. */
  readonly make: (options: OptionsOf<Name>, labelModel?: LabelModel) => (counts: GroupCounts<Part>) => GroupExtractor<Part>;
  /** What it needs of pages beside their digests. */
  readonly features: { readonly [Needed in Part]: true };
  /** Its labels depend on counts over the whole site, in the bands of `siteBand`. */
  readonly usesSiteCounts?: true;
  /** It reads the style tree of a group, or where its nodes stand there; for others the tree is made when somebody asks for it. */
  readonly usesStyles?: true;
  /** The pages that it compares a page with, unless a setting says otherwise; default: its layout. */
  readonly candidates?: Candidates;
  /** How many candidates by links it wants; default: as many as the published add-on of TemEx. */
  readonly linkCandidates?: (options: OptionsOf<Name>) => number;
}

/** A definition among those of other features: `SiteModel.upsert` refuses pages without the features of its extractor. */
function define<Name extends ExtractorName, Part extends FeaturePart = never>(
  definition: ExtractorDefinition<Name, Part>,
): ExtractorDefinition<Name> {
  return definition as unknown as ExtractorDefinition<Name>;
}

const extractors: { readonly [Name in ExtractorName]: ExtractorDefinition<Name> } = {
  default: define({ make: (_, labelModel) => defaultExtractors(labelModel), usesSiteCounts: true, features: {} }),
  sst: define({ make: options => counts => new SstExtractor(counts, options), features: { leaves: true }, usesStyles: true }),
  'sst-repetition': define({
    make: options => counts => new SstRepetitionExtractor(counts, options),
    usesStyles: true,
    features: {},
  }),
  iwptd: define({ make: options => counts => new IwptdExtractor(counts, options), usesStyles: true, features: {} }),
  'rtdm-td': define({ make: options => () => new RtdmTdExtractor(options), features: { subtrees: true }, usesStyles: true }),
  'rbm-td': define({
    make: options => counts => new RbmTdExtractor(counts, options),
    features: { subtrees: true },
    usesStyles: true,
  }),
  temex: define({
    make: options => {
      const mappings = new TemexMappings(options);
      return counts => new TemexExtractor(counts, options, mappings);
    },
    features: { similarity: true },
    usesStyles: true,
    candidates: { kind: 'links', count: undefined },
    linkCandidates: ({ candidates }) => candidates,
  }),
  'text-mdl': define({
    make: () => counts => new TextExtractor(counts, textMdl),
    usesStyles: true,
    candidates: { kind: 'all' },
    features: {},
  }),
  'text-hash': define({
    make:
      ({ permutations }) =>
      counts =>
        new TextExtractor(counts, (classes, size) => textHash(classes, size, permutations)),
    usesStyles: true,
    candidates: { kind: 'all' },
    features: {},
  }),
  df: define({ make: options => () => new DfExtractor(options), features: { texts: true }, candidates: { kind: 'all' } }),
  dsc: define({ make: options => () => dscExtractor(options), features: { texts: true } }),
  bte: define({ make: () => bteExtractor, features: { texts: true } }),
  plain: define({ make: () => plainExtractor, features: { texts: true } }),
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
  const features = Object.keys(definitionOf(choice.extractor).features) as FeaturePart[];
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
