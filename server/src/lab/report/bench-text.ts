import type { BenchReport } from '../workbench/bench-report.ts';
import { reasonsToDiffer } from '../workbench/published.ts';
import { benchHead, benchTables, failureSentences } from './bench-tables.ts';
import { markdownTable } from './markdown-table.ts';

/** The whole report as Markdown that is readable in a terminal. */
export function benchText(report: BenchReport): string {
  const failures = failureSentences(report);
  const sections = [
    benchHead(report).join('\n'),
    ...benchTables(report).flatMap(({ title, caption, head, rows }) => [`## ${title}`, caption, markdownTable(head, rows)]),
    '## Why published figures may differ',
    list(reasonsToDiffer),
    ...(failures.length > 0 ? ['## Without a result', list(failures)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function list(sentences: readonly string[]): string {
  return sentences.map(sentence => `- ${sentence}`).join('\n');
}
