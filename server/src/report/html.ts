import type { PageRegions } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import { escapeHtml, htmlDocument } from './html-document.ts';

/** Path of a page's annotated copy inside the report's folder, with `/`. It is unique for each page, and never the path of the index. */
export function annotatedPath(page: string): string {
  return `pages/${page}.html`;
}

/** The HTML of the report's index: every layout with its pages, the largest layout first. Self-contained. */
export function reportIndex(site: string, pages: readonly { page: string; summary: PageRegions }[]): string {
  const groups = byTemplate(pages);
  const sections = [...groups.values()].map(members => {
    const rows = members.map(({ page, summary }) => {
      const share = percent(summary.templateShare);
      const link = annotatedPath(page).split('/').map(encodeURIComponent).join('/');
      return `<tr><td><a href="${escapeHtml(link)}">${escapeHtml(page)}</a><td><meter value="${summary.templateShare}"></meter> ${share}`;
    });
    const { layout, pages: size } = members[0]!.summary;
    return `<h2>${escapeHtml(layout)}: ${counted(size, 'page')}</h2>
<table><tr><th>Page<th>Share of template
${rows.join('\n')}
</table>`;
  });
  return htmlDocument(
    `Templens: ${site}`,
    style,
    `<h1>Layouts of ${escapeHtml(site)}</h1>
<p>Pages of one layout share a template. Open a page to see which part of its source is template and which is content.</p>
${sections.join('\n')}`,
  );
}

/** The HTML of a page's annotated copy: its source, with template and content marked by a letter, a line and a colour. Self-contained. */
export function annotatedPage(page: string, source: string, summary: PageRegions): string {
  let marked = '';
  let done = 0;
  for (const { start, end, kind } of summary.regions) {
    marked += escapeHtml(source.slice(done, start));
    marked += `<span class="${kind}">${escapeHtml(source.slice(start, end))}</span>`;
    done = end;
  }
  marked += escapeHtml(source.slice(done));
  const up = '../'.repeat(annotatedPath(page).split('/').length - 1);
  const size = summary.pages === 1 ? 'the only page of its layout' : `one of ${summary.pages} pages`;
  return htmlDocument(
    `Templens: ${page}`,
    style,
    `<header><a href="${up}index.html">All pages</a> <b>${escapeHtml(page)}</b>
${escapeHtml(summary.layout)}, ${size}, ${percent(summary.templateShare)} template<br>
<span class="template">template: shared with other pages of the layout</span> <span class="content">content: of this page</span></header>
<pre>
${marked}</pre>`,
  );
}

/** Pages by the id of their layout, the largest layout first. */
function byTemplate<T extends { summary: PageRegions }>(pages: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of pages) {
    const members = groups.get(entry.summary.template);
    if (members) members.push(entry);
    else groups.set(entry.summary.template, [entry]);
  }
  return new Map([...groups].sort(([, a], [, b]) => b.length - a.length));
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const style = `header { position: sticky; top: 0; padding: .4rem 0; background: Canvas; border-bottom: 1px solid GrayText; }
pre { font: 13px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
td { padding-right: 2rem; }
th { text-align: left; }
.template { background: light-dark(#dbeafe, #17324f); border-left: 3px solid #2563eb; }
.content { background: light-dark(#fef3c7, #4a3708); border-left: 3px double #b45309; }
.template, .content { -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.template::before, .content::before { font: bold 10px system-ui, sans-serif; padding: 0 3px; vertical-align: 1px; }
.template::before { content: "T"; }
.content::before { content: "C"; }`;
