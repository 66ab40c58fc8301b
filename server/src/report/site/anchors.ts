import type { Finding } from 'templens-shared/findings';
import { escapeHtml } from '../html-document.ts';
import type { SiteReport } from './report-data.ts';
import { shownCauses, shownFindings } from './shown-causes.ts';

/** The ids that links within the report lead to. */
export interface Anchors {
  /** Of a page's row in the map; undefined where the report does not show it. */
  page(page: string): string | undefined;
  /** Undefined where the report does not show it. */
  finding(finding: Finding): string | undefined;
}

/** A page's name, as a link to its row where the report shows that. */
export function pageLink(page: string, anchors: Anchors): string {
  const id = anchors.page(page);
  return id === undefined ? escapeHtml(page) : `<a href="#${id}">${escapeHtml(page)}</a>`;
}

/** Numbers pages and findings in the order of the report. */
export function anchorsOf({ pages, causes }: Pick<SiteReport, 'pages' | 'causes'>): Anchors {
  const rows = new Map([...pages.keys()].map((page, at) => [page, `page-${at + 1}`]));
  const findings = new Map(
    shownCauses(causes)
      .flatMap(shownFindings)
      .map((finding, at) => [finding, `finding-${at + 1}`]),
  );
  return { page: page => rows.get(page), finding: finding => findings.get(finding) };
}
