export type {
  CheckCode,
  Finding,
  FindingDetail,
  NormaliserId,
  RelatedPlace,
  Severity,
} from 'templens-shared/findings';
export type { GroupSummary as Layout, Label, LabelledNode, LayoutLevel, PageLabels } from 'templens-shared/labels';
export type { PartInstance, PartSlot, ReportedPart as Part, ReportedVersion as PartVersion } from 'templens-shared/parts';
export type { ExtractorName, GroupingName, Settings } from 'templens-shared/settings';
export type { SiteEvent } from 'templens-shared/site-event';
export { analysePages, openSite } from './open-site.ts';
export type { OpenOptions, Problem, Progress, SessionOptions } from './options.ts';
export type { ExtractOptions, Site, SkippedPage } from './site.ts';
export { TemplensError, type TemplensErrorCode } from './templens-error.ts';
