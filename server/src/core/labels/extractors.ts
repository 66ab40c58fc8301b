import { type Candidates, parseCandidates } from 'templens-shared/candidates';
import { type OptionsOf, resolveOptions } from 'templens-shared/extractor-options';
import type { ExtractorName, Settings } from 'templens-shared/settings';
import type { CandidateLabels } from './candidate-labels.ts';
import { defaultExtractors } from './default-extractor.ts';
import type { GroupExtractor } from './extractor.ts';
import type { GroupCounts } from './group-counts.ts';
import type { LabelModel } from './label-model.ts';
import type { PageFeature } from './page-features.ts';

/** Defines an extractor that reads the features `Parts` of pages. Its options are in `templens-shared/extractor-options`. */
interface ExtractorDefinition<Name extends ExtractorName, Parts extends readonly PageFeature[] = []> {
  /** Makes the extractor of a site: a function that is called once for each set of compared pages. */
  readonly make: (
    options: OptionsOf<Name>,
    labelModel?: LabelModel,
  ) => (counts: GroupCounts<Parts[number]>) => GroupExtractor<Parts[number]>;
  /** Page features that it reads. */
  readonly features: Parts;
  /** True if its labels depend on counts over the whole site, in the bands of `siteBand`. */
  readonly usesSiteCounts?: true;
  /** True if it reads the style tree of a group or the element nodes of a page in it; for others the tree is made on demand. */
  readonly usesStyles?: true;
  /** Pages that it compares a page with, unless a setting overrides it. Default: the page's layout. */
  readonly candidates?: Candidates;
  /** Number of candidates chosen by links. Default: 3, as in the published add-on of TemEx. */
  readonly linkCandidates?: (options: OptionsOf<Name>) => number;
}

/** Erases the feature types of a definition, so that it fits `ExtractorDefinitions`. Safe since `SiteModel.upsert` rejects pages without them. */
export function defineExtractor<Name extends ExtractorName, const Parts extends readonly PageFeature[]>(
  definition: ExtractorDefinition<Name, Parts>,
): ExtractorDefinition<Name> {
  return definition as unknown as ExtractorDefinition<Name>;
}

/** Extractor definitions by their names in the settings. */
export type ExtractorDefinitions = { readonly [Name in ExtractorName]?: ExtractorDefinition<Name> };

/** A way to choose the pages that a page is compared with. */
export interface CandidateKind {
  /** Page features that it reads. */
  readonly features?: readonly PageFeature[];
  /** Makes the labels of a site. @param count number of pages that each page is compared with. */
  readonly make: (site: GroupCounts['site'], extractor: PreparedExtractor, count: number) => CandidateLabels;
}

/** Kinds of candidates that must be registered; comparing with a layout or with all pages is built in. */
type CountedKind = Extract<Candidates, { count: unknown }>['kind'];

const extractors: { [Name in ExtractorName]?: ExtractorDefinition<Name> } = {
  default: { make: (_, labelModel) => defaultExtractors(labelModel), usesSiteCounts: true, features: [] },
};
const candidateKinds: { [Kind in CountedKind]?: CandidateKind } = {};

/** Registers extractors, so that settings can name them. */
export function registerExtractors(definitions: ExtractorDefinitions): void {
  Object.assign(extractors, definitions);
}

/** Registers kinds of candidates, so that settings can name them. */
export function registerCandidates(kinds: { readonly [Kind in CountedKind]?: CandidateKind }): void {
  Object.assign(candidateKinds, kinds);
}

/** The extractor that a user chose, with its options and candidates as in the settings. */
export interface ExtractorChoice extends Partial<Pick<Settings, 'extractorOptions' | 'candidates'>> {
  extractor: ExtractorName;
  /** Replaces the committed weights of the default labels, to measure with a model that was not trained on the site. */
  labelModel?: LabelModel;
}

/** An extractor with its options applied. */
export interface PreparedExtractor {
  readonly make: (counts: GroupCounts) => GroupExtractor;
  readonly usesSiteCounts: boolean;
  readonly usesStyles: boolean;
  readonly candidates: ResolvedCandidates;
}

/** Candidates whose number is resolved. */
type ResolvedCandidates = Exclude<Candidates, { kind: 'links' }> | { readonly kind: 'links'; readonly count: number };

/** True if the extractor and its kind of candidates are registered. */
export function isRegistered(choice: ExtractorChoice): boolean {
  if (!extractors[choice.extractor]) return false;
  const candidates = candidatesOf(choice);
  return !('count' in candidates) || candidateKinds[candidates.kind] !== undefined;
}

/** Returns an extractor for a site. Throws if it is not registered or `candidates` is invalid; the options must be valid. */
export function prepareExtractor(choice: ExtractorChoice): PreparedExtractor {
  const { make, usesSiteCounts = false, usesStyles = false } = definitionOf(choice.extractor);
  return {
    make: make(resolveOptions(choice.extractor, choice.extractorOptions), choice.labelModel),
    usesSiteCounts,
    usesStyles,
    candidates: candidatesOf(choice),
  };
}

/** Features that pages must have for this choice. Throws if the extractor or its kind of candidates is not registered. */
export function neededFeatures(choice: ExtractorChoice): readonly PageFeature[] {
  const features: readonly PageFeature[] = definitionOf(choice.extractor).features;
  const candidates = candidatesOf(choice);
  return 'count' in candidates ? [...features, ...(candidateKind(candidates.kind).features ?? [])] : features;
}

/** Returns a registered kind of candidates. Throws if it is not registered. */
export function candidateKind(name: CountedKind): CandidateKind {
  const kind = candidateKinds[name];
  if (!kind) throw new Error(`candidates "${name}" are not registered`);
  return kind;
}

/** Returns a registered extractor. Throws if it is not registered. */
function definitionOf<Name extends ExtractorName>(name: Name): ExtractorDefinition<Name> {
  const definition: ExtractorDefinition<Name> | undefined = extractors[name];
  if (!definition) throw new Error(`the extractor "${name}" is not registered`);
  return definition;
}

/** Resolves the candidates of a choice: those of the settings, else of the extractor. Throws if they are invalid. */
function candidatesOf({ extractor, extractorOptions, candidates }: ExtractorChoice): ResolvedCandidates {
  const { candidates: own = { kind: 'group' }, linkCandidates } = definitionOf(extractor);
  const chosen = candidates === null || candidates === undefined ? own : parseCandidates(candidates);
  if (!chosen) throw new Error(`candidates cannot be "${candidates}"`);
  if (chosen.kind !== 'links') return chosen;
  return { kind: 'links', count: chosen.count ?? linkCandidates?.(resolveOptions(extractor, extractorOptions)) ?? 3 };
}
