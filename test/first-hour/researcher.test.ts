// A researcher: the commands of docs/lab/workbench.md on a corpus, figures as CSV, labels of an own extractor beside the others.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from '../browser/chromium.ts';
import { withoutProgress } from '../cli/templens.ts';
import { codeBlocks, repository } from '../docs/support/documents.ts';
import { writeFiles } from '../site/folder.ts';
import { type FirstHour, startFirstHour } from './support/first-hour.ts';

const corpus = 'test/fixtures/sample-site';
/** The commands that the document prints for the installed package. Generated sites, for times of growth, take a minute: they are skipped. */
const commands = codeBlocks('docs/lab/workbench.md')
  .flatMap(({ text }) => [...text.matchAll(/^\$ (npx templens bench [^#\n]+)/gm)])
  .map(([, command]) => `${command!.trim()} --no-growth`);

let hour: FirstHour;
beforeAll(() => {
  hour = startFirstHour('researcher');
  cpSync(join(repository, corpus), join(hour.project.folder, corpus), { recursive: true });
});
afterAll(() => hour.end());

test('the documented commands print the tables, and a page with charts', async () => {
  expect(commands.length).toBeGreaterThan(0);
  for (const [at, command] of commands.entries()) {
    const { code, stdout } = hour.sh(command);
    expect({ command, code }).toEqual({ command, code: 0 });
    hour.keep(`tables-${at + 1}.md`, stdout);
    expect(stdout).toMatch(/^\| default +\|.* \d/m);
  }
  const page = `npx templens bench ${corpus} --extractor default --extractor bte --no-growth --format html > bench.html`;
  expect(hour.sh(page).code).toBe(0);
  const path = hour.keep('bench.html', readFileSync(join(hour.project.folder, 'bench.html')));
  const browser = await openChromium();
  const shown = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await shown.goto(pathToFileURL(path).href);
  expect(await shown.locator('svg').count()).toBeGreaterThan(1);
  hour.keep('bench.png', await shown.screenshot());
  await browser.close();
});

interface Row {
  extractor: string;
  scope: string;
  nodes: string;
  measure: string;
  mean: string;
}

function rowsOf(csv: string): { columns: string[]; rows: Row[] } {
  const [head, ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','));
  return {
    columns: head!,
    rows: lines.map(cells => Object.fromEntries(head!.map((name, at) => [name, cells[at]!])) as unknown as Row),
  };
}

/** The number in the first Markdown table that has the extractor's row, in the column with this name. */
function cellOf(tables: string, extractor: string, column: string): number {
  const cells = (line: string): string[] => line.split('|').map(cell => cell.trim());
  const lines = tables.split('\n');
  const at = lines.findIndex(line => cells(line)[1] === extractor);
  const head = lines.slice(0, at).findLast(line => cells(line)[1] === 'extractor')!;
  return Number.parseFloat(cells(lines[at]!)[cells(head).indexOf(column)]!);
}

test('CSV has the figures of the tables, and the same bytes each time', () => {
  const command = `npx templens bench ${corpus} --extractor default --extractor bte --no-costs --no-growth`;
  const { code, stdout: csv } = hour.sh(`${command} --format csv`);
  expect(code).toBe(0);
  hour.keep('figures.csv', csv);
  const { columns, rows } = rowsOf(csv);
  expect(columns).toEqual(expect.arrayContaining(['extractor', 'scope', 'name', 'nodes', 'measure', 'n', 'mean', 'low', 'high']));
  const tables = hour.sh(command).stdout;
  for (const extractor of ['default', 'bte']) {
    const shown = ['precision', 'recall', 'F1', 'accuracy'].map(name => cellOf(tables, extractor, name));
    const figures = ['precision', 'recall', 'f1', 'accuracy'].map(
      measure =>
        rows.find(
          row => row.extractor === extractor && row.scope === 'overall' && row.nodes === 'universe' && row.measure === measure,
        )!,
    );
    expect(figures.map(({ mean }) => Number((Number(mean) * 100).toFixed(2)))).toEqual(shown);
  }
  expect(hour.sh(`${command} --format csv`).stdout).toBe(csv);
});

test('labels of an own extractor are scored beside the others', () => {
  const site = `${corpus}/pages`;
  const { stdout } = hour.sh(`npx templens classify ${site} --format ndjson`);
  interface Line {
    nodes: { label: string; score: number }[];
  }
  const all = withoutProgress(stdout)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line);
  const labelled = (label: 'template' | 'content'): string =>
    all
      .map(line => ({ ...line, nodes: line.nodes.map(node => ({ ...node, label, score: label === 'template' ? 1 : 0 })) }))
      .map(line => `${JSON.stringify(line)}\n`)
      .join('');
  writeFiles(hour.project.folder, {
    'all/sample-site.ndjson': labelled('template'),
    'none/sample-site.ndjson': labelled('content'),
  });
  const run = hour.sh(
    `npx templens bench ${corpus} --extractor bte --labels all=all --labels none=none --no-costs --no-growth --format csv`,
  );
  expect(run.code).toBe(0);
  hour.keep('own-labels.csv', run.stdout);
  const { rows } = rowsOf(run.stdout);
  const mean = (extractor: string, measure: string): number =>
    Number(
      rows.find(
        row => row.extractor === extractor && row.scope === 'overall' && row.nodes === 'universe' && row.measure === measure,
      )!.mean,
    );
  // Everything template: all of it is found. Nothing template: nothing is, and nothing is wrong.
  expect([mean('all', 'recall'), mean('none', 'recall'), mean('none', 'precision'), mean('none', 'f1')]).toEqual([1, 0, 1, 0]);
  expect(mean('all', 'precision')).toBeGreaterThan(0);
  expect(mean('all', 'precision')).toBeLessThan(1);
});
