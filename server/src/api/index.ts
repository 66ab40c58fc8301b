import { offerLab } from '../with-lab.ts';

// Lets settings name algorithms of lab/, which is loaded when the first of them is used.
offerLab();

export type { PageRegions } from 'templens-shared/answers';
export type {
  CheckCode,
  Finding,
  FindingDetail,
  NormaliserId,
  RelatedPlace,
  Severity,
} from 'templens-shared/findings';
export type {
  Absence,
  GroupSummary as Layout,
  Label,
  LabelledNode,
  LayoutLevel,
  PageLabels,
  Region,
  Verdict,
} from 'templens-shared/labels';
export type {
  PagePart,
  PartDifference,
  PartInstance,
  PartSlot,
  PartVersionDetail,
  PartWords,
  ReportedPart as Part,
  ReportedVersion as PartVersion,
} from 'templens-shared/parts';
export type { ExtractorName, GroupingName, Settings } from 'templens-shared/settings';
export type { SiteEvent } from 'templens-shared/site-event';
export {
  type AppliedPage,
  type ApplyOptions,
  applyAlone,
  type ContentSegment,
  type LearnedModel,
  learnModel,
  type PageContent,
  type PageText,
  readModel,
} from './learn-model.ts';
export { analysePages, openSite } from './open-site.ts';
export type { OpenOptions, Problem, Progress, SessionOptions } from './options.ts';
export type {
  Adoption,
  AdoptOptions,
  ChangedPage,
  ContentRegion,
  ExtractedPage,
  ExtractOptions,
  FixedPage,
  Fixes,
  FixOptions,
  RevertedFix,
  Site,
  SkippedPage,
  UncoveredPage,
} from './site.ts';
export { TemplensError, type TemplensErrorCode } from './templens-error.ts';
