// Runs `templens bench` on the gold corpus, then for other ways to choose the pages that are compared, and for TemEx as it was published; prints the tables in Markdown.
// usage: node test/bench/dist/workbench.js [--update] [--resume FOLDER] [--held-out FOLDER]
//   --update  writes the tables into docs/lab/workbench.md
//   --resume  keeps the results of the runs there, so that an interrupted one goes on
//   --held-out  takes the labels of models that have not seen a site from there, where held-out-labels.js wrote them, instead of training
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchText } from '../../server/src/lab/cli/bench-actions.ts';
import { overallTable } from '../../server/src/lab/report/bench-tables.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import type { BenchReport } from '../../server/src/lab/workbench/bench-report.ts';
import { corpusAvailable, corpusFolder } from '../support/corpus.ts';
import { writeMarked } from '../support/replace-tables.ts';

const { values } = parseArgs({
  options: { update: { type: 'boolean', default: false }, resume: { type: 'string' }, 'held-out': { type: 'string' } },
});
if (!corpusAvailable) process.exit(3);

const root = fileURLToPath(new URL('../../../', import.meta.url));
if (values.resume !== undefined) mkdirSync(values.resume, { recursive: true });
const heldOut = values['held-out'];
const main = bench('main', heldOut === undefined ? [] : ['--labels', `default, unseen=${heldOut}`]);
const others = ['group', 'all', 'links:4', 'random:24'].map(
  candidates => [candidates, bench(candidates, ['--candidates', candidates, '--no-costs', '--no-unseen'])] as const,
);
const temEx = ['default', 'add-on', '2014'].map(preset => {
  const { runs } = bench(`temex-${preset}`, ['--extractor', 'temex', '--set', `temex.preset=${preset}`, '--no-costs']);
  return { ...runs[0]!, run: `preset ${preset}` };
});
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`;
const text = [
  `Measured on ${machine}.`,
  benchText(main).trimEnd().replaceAll(/^## /gm, '### '),
  ...others.flatMap(([candidates, report]) => {
    const { caption, head, rows } = overallTable(report, 'universe');
    return [`### Overall with \`--candidates ${candidates}\` for every extractor`, caption, markdownTable(head, rows)];
  }),
  '### Overall with `--extractor temex` as it was published',
  'Percent, with the options of `--set temex.preset=`: ours, those of the add-on that its authors released, those of their article of 2014.',
  markdownTable(overallTable({ runs: temEx }, 'universe').head, overallTable({ runs: temEx }, 'universe').rows),
].join('\n\n');
console.log(text);
if (values.update) writeMarked(join(root, 'docs/lab/workbench.md'), 'figures', text);

function bench(name: string, options: string[]): BenchReport {
  const resume = values.resume === undefined ? [] : ['--resume', join(values.resume, `${name}.ndjson`)];
  const output = run([join(root, 'server/bin/templens.js'), 'bench', corpusFolder, '--format', 'json', ...options, ...resume]);
  return JSON.parse(output) as BenchReport;
}

function run(args: string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });
}
