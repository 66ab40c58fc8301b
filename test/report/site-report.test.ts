import { selectAll } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';
import { groupByCause } from 'templens-shared/causes';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary } from 'templens-shared/labels';
import { describe, expect, test } from 'vitest';
import type { PartWithSources, ReportedCause, ReportedPage, SiteReport } from '../../server/src/report/site/report-data.ts';
import { shownPages } from '../../server/src/report/site/shown-pages.ts';
import { siteReport } from '../../server/src/report/site/site-report.ts';

const PAGES = 50_000;
/** Characters of the largest report: a browser opens that at once. */
const MOST = 10_000_000;

const names = Array.from({ length: PAGES }, (_, at) => `articles/section-${at % 100}/page-${at}.html`).sort();
const layoutOf = (template: string, pages: string[]): GroupSummary => ({
  template,
  layout: `${template}/*`,
  pages,
  templateShare: 0.5,
  spread: 0,
  diameter: 0,
});
const finding = (page: string, message: string): Finding => ({
  page,
  start: 10,
  end: 20,
  line: 2,
  column: 3,
  code: 'template/changed-text',
  severity: 'warning',
  confidence: 1,
  message,
  related: [],
  fixable: false,
  identity: message,
  cause: message,
  normalisers: [],
});
const part = (id: string, versions: string[][], layouts: string[]): PartWithSources => ({
  id,
  name: id,
  place: 'body',
  pages: versions.flat().length,
  nodes: 5,
  layouts,
  versions: versions.map((pages, at) => ({ id: `${id}-${at}`, pages, difference: [], words: [] })),
  slots: [],
  sources: new Map(),
});
const page = (name: string): ReportedPage => ({
  page: name,
  regions: Array.from({ length: 20 }, (_, at) => ({
    kind: at % 2 ? 'content' : 'template',
    start: at * 100,
    end: at * 100 + 100,
  })),
  templateShare: 0.5,
});

function report(groups: GroupSummary[], causes: ReportedCause[], parts: PartWithSources[]): SiteReport {
  const found = new Set(causes.flatMap(({ first, others }) => [first, ...others].map(each => each.page)));
  const shown = shownPages(groups, name => found.has(name)).flatMap(({ rows, folded }) => [...rows, ...folded]);
  const grouping = {
    level: 'layout' as const,
    tree: [],
    heights: { frame: 1, layout: 1, variant: 1 },
    merges: [],
    groups,
    dunn: null,
    threshold: null,
    gapThreshold: null,
    sampled: false,
  };
  return { name: 'site', grouping, pages: new Map(shown.map(name => [name, page(name)])), parts, causes, withheld: 0, notes: [] };
}

const count = (html: string, selector: string) => selectAll(selector, parseDocument(html)).length;
const paragraphs = (html: string) => selectAll('p', parseDocument(html)).map(node => DomUtils.textContent(node));

/** Links that lead nowhere. */
function brokenLinks(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`));
  return [...html.matchAll(/ href="([^"]*)"/g)].flatMap(([, link]) => (ids.has(link!) ? [] : [link!]));
}

describe('the report of a site of 50,000 pages', () => {
  test('in one layout shows the first pages, and says how many it does not show', () => {
    const drifted = names.slice(0, 3000);
    const causes = groupByCause(drifted.map(name => finding(name, 'A footer is missing')));
    const html = siteReport(
      report([layoutOf('articles', names)], causes, [part('header', [names.slice(3000), drifted], ['articles/*'])]),
    );
    expect(html.length).toBeLessThan(MOST);
    expect(count(html, '.map tbody tr')).toBe(1000);
    expect(count(html, '.finding li')).toBe(200);
    expect(count(html, '.version li')).toBeLessThan(500);
    expect(paragraphs(html)).toContain('2000 pages with findings not shown here.');
    expect(paragraphs(html)).toContain('47000 pages without findings not shown.');
    expect(html).toContain('50000<small>in 1 layout</small>');
    expect(html).toContain('Also on 2999 pages');
    expect(brokenLinks(html)).toEqual([]);
  });

  test('each in a layout of its own, with a finding of its own, shows the first of each', () => {
    const groups = names.map((name, at) => layoutOf(`t${at}`, [name]));
    const causes = groupByCause(names.map((name, at) => finding(name, `Text ${at}`)));
    const parts = names
      .slice(0, 5000)
      .map((name, at) => part(`part${at}`, at % 2 ? [[name]] : [[name], [name]], names.slice(0, 5000)));
    const html = siteReport(report(groups, causes, parts));
    expect(html.length).toBeLessThan(MOST);
    expect([count(html, '.layout'), count(html, '.finding'), count(html, '.part.detail')]).toEqual([300, 500, 200]);
    expect(paragraphs(html)).toContain('49700 more layouts not shown: templens groups');
    expect(paragraphs(html)).toContain('49500 more findings not shown: templens check');
    expect(paragraphs(html)).toContain('2300 more parts with several versions not shown: templens parts');
    expect(brokenLinks(html)).toEqual([]);
  });
});
