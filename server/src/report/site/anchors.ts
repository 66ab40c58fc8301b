import type { Finding } from 'templens-shared/findings';
import type { SiteReport } from './report-data.ts';

/** The ids that links within the report lead to. */
export interface Anchors {
  /** Of a page's row in the map. */
  page(page: string): string;
  finding(finding: Finding): string;
}

/** Numbers pages and findings in the order of the report. */
export function anchorsOf({ pages, causes }: Pick<SiteReport, 'pages' | 'causes'>): Anchors {
  const rows = new Map([...pages.keys()].map((page, at) => [page, `page-${at + 1}`]));
  const findings = new Map(causes.flatMap(cause => cause.findings).map((finding, at) => [finding, `finding-${at + 1}`]));
  return { page: page => rows.get(page) ?? '', finding: finding => findings.get(finding) ?? '' };
}
