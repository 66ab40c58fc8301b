import type { Finding } from 'templens-shared/findings';
import { escapeHtml } from '../html-document.ts';
import type { SiteReport } from './report-data.ts';
import { shownCauses, shownFindings } from './shown-causes.ts';

/** The HTML ids to which links within the report lead. */
export interface Anchors {
  /** Id of the page's row in the maps of the layouts; undefined if the report does not show the page. */
  page(page: string): string | undefined;
  /** Id of a finding; undefined if the report does not show it. */
  finding(finding: Finding): string | undefined;
}

/** A page's name as HTML: a link to its row, if the report shows that. */
export function pageLink(page: string, anchors: Anchors): string {
  const id = anchors.page(page);
  return id === undefined ? escapeHtml(page) : `<a href="#${id}">${escapeHtml(page)}</a>`;
}

/** The ids for a report: pages and findings, numbered in the order in which it shows them. */
export function anchorsOf({ pages, causes }: Pick<SiteReport, 'pages' | 'causes'>): Anchors {
  const rows = new Map([...pages.keys()].map((page, at) => [page, `page-${at + 1}`]));
  const findings = new Map(
    shownCauses(causes)
      .flatMap(shownFindings)
      .map((finding, at) => [finding, `finding-${at + 1}`]),
  );
  return { page: page => rows.get(page), finding: finding => findings.get(finding) };
}
