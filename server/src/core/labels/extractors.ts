import { type Candidates, parseCandidates } from 'templens-shared/candidates';
import { type OptionsOf, resolveOptions } from 'templens-shared/extractor-options';
import type { ExtractorName, Settings } from 'templens-shared/settings';
import type { CandidateLabels } from './candidate-labels.ts';
import { defaultExtractors } from './default-extractor.ts';
import type { GroupExtractor } from './extractor.ts';
import type { GroupCounts } from './group-counts.ts';
import type { LabelModel } from './label-model.ts';
import type { PageFeature } from './page-features.ts';

/** All that is to be known of an extractor that reads these features, beside its options in `templens-shared/extractor-options`. */
interface ExtractorDefinition<Name extends ExtractorName, Parts extends readonly PageFeature[] = []> {
  /** Called once a site; what it gives, once for every set of pages that are compared. */
  readonly make: (
    options: OptionsOf<Name>,
    labelModel?: LabelModel,
  ) => (counts: GroupCounts<Parts[number]>) => GroupExtractor<Parts[number]>;
  /** What it needs of pages beside their digests. */
  readonly features: Parts;
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
export function defineExtractor<Name extends ExtractorName, const Parts extends readonly PageFeature[]>(
  definition: ExtractorDefinition<Name, Parts>,
): ExtractorDefinition<Name> {
  return definition as unknown as ExtractorDefinition<Name>;
}

/** Definitions of extractors, by their names in the settings. */
export type ExtractorDefinitions = { readonly [Name in ExtractorName]?: ExtractorDefinition<Name> };

/** A way to choose the pages that a page is compared with. */
export interface CandidateKind {
  /** What it needs of pages beside their digests. */
  readonly features?: readonly PageFeature[];
  readonly make: (site: GroupCounts['site'], extractor: PreparedExtractor, count: number) => CandidateLabels;
}

/** Those that have to be registered; to compare with a layout or with all pages needs nothing. */
type CountedKind = Extract<Candidates, { count: unknown }>['kind'];

const extractors: { [Name in ExtractorName]?: ExtractorDefinition<Name> } = {
  default: { make: (_, labelModel) => defaultExtractors(labelModel), usesSiteCounts: true, features: [] },
};
const candidateKinds: { [Kind in CountedKind]?: CandidateKind } = {};

/** Adds extractors to those that a site can be opened with. */
export function registerExtractors(definitions: ExtractorDefinitions): void {
  Object.assign(extractors, definitions);
}

/** Adds ways to choose the pages that a page is compared with. */
export function registerCandidates(kinds: { readonly [Kind in CountedKind]?: CandidateKind }): void {
  Object.assign(candidateKinds, kinds);
}

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

/** True if the extractor, and what chooses its candidates, is registered. */
export function isRegistered(choice: ExtractorChoice): boolean {
  if (!extractors[choice.extractor]) return false;
  const candidates = candidatesOf(choice);
  return !('count' in candidates) || candidateKinds[candidates.kind] !== undefined;
}

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
export function neededFeatures(choice: ExtractorChoice): readonly PageFeature[] {
  const features: readonly PageFeature[] = definitionOf(choice.extractor).features;
  const candidates = candidatesOf(choice);
  return 'count' in candidates ? [...features, ...(candidateKind(candidates.kind).features ?? [])] : features;
}

/** Throws if the kind is not registered. */
export function candidateKind(name: CountedKind): CandidateKind {
  const kind = candidateKinds[name];
  if (!kind) throw new Error(`candidates "${name}" are not registered`);
  return kind;
}

function definitionOf<Name extends ExtractorName>(name: Name): ExtractorDefinition<Name> {
  const definition: ExtractorDefinition<Name> | undefined = extractors[name];
  if (!definition) throw new Error(`the extractor "${name}" is not registered`);
  return definition;
}

function candidatesOf({ extractor, extractorOptions, candidates }: ExtractorChoice): SetCandidates {
  const { candidates: own = { kind: 'group' }, linkCandidates } = definitionOf(extractor);
  const chosen = candidates === null || candidates === undefined ? own : parseCandidates(candidates);
  if (!chosen) throw new Error(`candidates cannot be "${candidates}"`);
  if (chosen.kind !== 'links') return chosen;
  return { kind: 'links', count: chosen.count ?? linkCandidates?.(resolveOptions(extractor, extractorOptions)) ?? 3 };
}
