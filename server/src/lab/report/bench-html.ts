import { escapeHtml, htmlDocument } from '../../report/html-document.ts';
import type { BenchReport } from '../workbench/bench-report.ts';
import { growthSeries } from '../workbench/cell.ts';
import { reasonsToDiffer } from '../workbench/published.ts';
import { benchHead, benchTables, failureSentences } from './bench-tables.ts';
import { growth } from './charts/growth.ts';
import { intervals, precisionAndRecall, sites } from './charts/quality.ts';
import type { BenchChart } from './charts/svg.ts';
import { isTextColumn } from './markdown-table.ts';

/** The charts of a report; charts of times only if times were measured. Colours are custom properties of the report's style. */
export function benchCharts(report: BenchReport): BenchChart[] {
  return [
    intervals(report, 'f1', 'F1'),
    intervals(report, 'accuracy', 'Accuracy'),
    precisionAndRecall(report),
    sites(report),
    ...growthSeries.flatMap(series => growth(report, series)),
  ];
}

/** The report as one self-contained HTML page: charts, then tables. */
export function benchHtml(report: BenchReport): string {
  const failures = failureSentences(report);
  const body = [
    '<h1>Template extractors compared</h1>',
    ...benchHead(report).map(sentence => `<p>${escapeHtml(sentence)}</p>`),
    ...benchCharts(report).map(
      ({ title, caption, svg }) =>
        `<figure><h2>${escapeHtml(title)}</h2>\n${svg.replace('<svg ', `<svg aria-label="${escapeHtml(`${title}. ${caption}`)}" `)}\n` +
        `<figcaption>${escapeHtml(caption)}</figcaption></figure>`,
    ),
    ...benchTables(report).map(
      ({ title, caption, head, rows }) => `<h2>${escapeHtml(title)}</h2>\n<p>${escapeHtml(caption)}</p>\n${table(head, rows)}`,
    ),
    '<h2>Why published figures may differ</h2>',
    list(reasonsToDiffer),
    ...(failures.length > 0 ? ['<h2>Without a result</h2>', list(failures)] : []),
  ];
  return htmlDocument('Template extractors compared', style, `<main>${body.join('\n')}</main>`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const words = head.map((_, column) => isTextColumn(rows.map(row => row[column]!)));
  const cells = (row: readonly string[], name: 'th' | 'td') =>
    row.map((cell, column) => `<${name}${words[column] ? ' class="words"' : ''}>${escapeHtml(cell)}`).join('');
  const lines = rows.map(row => `<tr>${cells(row, 'td')}`);
  return `<div class="scroll" tabindex="0"><table>\n<thead><tr>${cells(head, 'th')}\n<tbody>\n${lines.join('\n')}\n</table></div>`;
}

function list(sentences: readonly string[]): string {
  return `<ul>\n${sentences.map(sentence => `<li>${escapeHtml(sentence)}`).join('\n')}\n</ul>`;
}

/** Style of the page and colours of the charts. Line colours are distinct for colour-blind readers, and every line has its name. */
const style = `
:root {
  --paper: light-dark(#fcfcfb, #1a1a19); --ink: light-dark(#1f1f1e, #f1f0ec); --faint: light-dark(#63625d, #a9a8a2);
  --grid: light-dark(#e6e5e0, #33332f); --grid-strong: light-dark(#b9b8b2, #5c5b56);
  --mark: light-dark(#2563c9, #6fa3f0); --other: light-dark(#b4530c, #f0a05a);
  --line-1: light-dark(#2563c9, #6fa3f0); --line-2: light-dark(#b4530c, #f0a05a); --line-3: light-dark(#0d7d62, #4fc3a1);
  --line-4: light-dark(#a8337f, #e58bc4); --line-5: light-dark(#8a6a00, #d6b94a); --line-6: light-dark(#5b4bb5, #a99bf0);
  --step-1: light-dark(#eef3fb, #1c2636); --step-2: light-dark(#d3e1f6, #20385c); --step-3: light-dark(#aecaf0, #264d85);
  --step-4: light-dark(#86b0e8, #2b5ea6); --step-5: light-dark(#5b95e0, #3570c4); --on-step: light-dark(#101010, #ffffff);
}
body { background: var(--paper); color: var(--ink); }
main { max-width: 62rem; margin: 0 auto; }
h2 { margin: 2rem 0 .4rem; font-size: 1.15rem; }
figure { margin: 0; }
figcaption, p { color: var(--faint); }
svg { width: 100%; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--grid); white-space: nowrap; }
th { position: sticky; top: 0; background: var(--paper); }
.words { text-align: left; }`;
