import type { BenchReport } from '../workbench/bench-report.ts';
import { type BenchTable, benchHead, benchTables, failureSentences } from './bench-tables.ts';
import { isTextColumn } from './markdown-table.ts';

/** The tables of the report in LaTeX, for the packages booktabs and longtable; what is said beside them is in comments. */
export function benchLatex(report: BenchReport): string {
  return latexTables([...benchHead(report), ...failureSentences(report)], benchTables(report));
}

/** Tables in LaTeX after sentences in comments. */
export function latexTables(sentences: readonly string[], tables: readonly BenchTable[]): string {
  const comments = [...sentences, 'Needs \\usepackage{booktabs,longtable}.'].map(latexComment).join('');
  return [comments, ...tables.map(latexTable)].join('\n');
}

/** A table in LaTeX, which breaks across pages (longtable, booktabs). Columns of numbers are right-aligned. */
function latexTable({ title, caption, head, rows }: BenchTable): string {
  const columns = head.map((_, column) => (isTextColumn(rows.map(row => row[column]!)) ? 'l' : 'r')).join('');
  const line = (cells: readonly string[]): string => `${cells.map(escapeLatex).join(' & ')} \\\\\n`;
  return [
    `\\begin{longtable}{${columns}}\n`,
    `\\caption{${escapeLatex(`${title}. ${caption}`)}} \\\\\n`,
    `\\toprule\n${line(head)}\\midrule\n\\endfirsthead\n`,
    `\\toprule\n${line(head)}\\midrule\n\\endhead\n`,
    '\\bottomrule\n\\endfoot\n',
    ...rows.map(line),
    '\\end{longtable}\n',
  ].join('');
}

/** A sentence as a LaTeX comment of one line. */
function latexComment(sentence: string): string {
  return `% ${sentence.replaceAll(/\s+/g, ' ')}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\symbol{34}',
  // At the beginning of a row, a bracket would be an argument of the line break before it.
  '[': '{[}',
  ']': '{]}',
};

function escapeLatex(text: string): string {
  return text.replaceAll(/[\\~^<>|"[\]#$%&_{}]/g, character => escapes[character] ?? `\\${character}`);
}
