// Data sets in their published formats; the files here are our own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WordReport } from '../../server/src/lab/datasets/measure-set.ts';
import { templens } from '../cli/templens.ts';

function folderOf(files: Record<string, string | Uint8Array>): string {
  const root = mkdtempSync(join(tmpdir(), 'templens-datasets-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

const page = (body: string) => `<html><head><title>Orchard</title></head><body>${body}</body></html>`;
const apples = page('<h1>Apples</h1><p>Red <b>app</b>les<br>are sweet.</p><ul><li>Green ones</li></ul>');
const cleaneval = {
  'orig/1.html': `<text id="http://apples.example/a" title="a > b" encoding="unset">\n${apples}\n</text>\n`,
  'clean/1.txt': 'URL: http://apples.example/a\n\n   <h>Apples\n <p>Red apples\n  are sweet.\n <l>Green ones\n',
  // é in windows-1252, as the wrapper says: the bytes alone would be valid UTF-8 for another text.
  'orig/2.html': Buffer.from(
    `<text id="http://pears.example/" encoding="windows-1252">${page('<p>Caf\u00c3\u00a9 pears.</p>')}</text>`,
    'latin1',
  ),
  'clean/2-cleaned.txt': Buffer.from('URL: http://pears.example/\n<p>Caf\u00c3\u00a9 pears.\n', 'utf8'),
  // A repackaging without the wrapper, and a gold text that is not UTF-8.
  'orig/3.html': page('<p>Plums of the caf\u00e9.</p>'),
  'clean/3.txt': Buffer.from('URL: http://apples.example/b\n<P>Plums of the caf\u00e9.\n', 'latin1'),
};
const annotated = page(
  '<div><span class="x-nc-sel0">Menu</span></div><h1><span class="x-nc-sel1">Pears</span></h1>' +
    '<p><span class="x-nc-sel2">Sweet pears <span class="x-nc-sel4">See more</span> of the south.</span></p><p>Imprint</p>',
);
const id = '2281f3c1-7a86-4c4c-874c-b19964e588f1';
const news = {
  [`set/original/${id}.html`]: annotated.replaceAll(/<\/?span[^>]*>/g, ''),
  [`set/annotated/${id}.html`]: annotated,
  'set/url-mapping.txt': `<urn:uuid:${id}> http://news.example/pears\n`,
};

const plain = ['--extractor', 'plain'];

async function report(folder: string, dataset: string, ...args: string[]): Promise<{ report: WordReport; stderr: string }> {
  const { code, stdout, stderr } = await templens(['bench', folder, '--dataset', dataset, '--format', 'json', ...args]);
  expect(code, stderr).toBe(0);
  return { report: JSON.parse(stdout) as WordReport, stderr };
}

describe('CleanEval', () => {
  test('is read with its wrapper, its encodings and its markers: the whole text of pages that are all content has the gold words', async () => {
    const { report: found, stderr } = await report(folderOf(cleaneval), 'cleaneval', ...plain);
    expect(found).toMatchObject({ dataset: 'cleaneval', pages: 3, hosts: 2 });
    const scores = found.runs[0]!.pages.map(({ page: name, host, cleaneval: words, tokens }) => [
      name,
      host,
      words!.f1,
      tokens.f1,
    ]);
    expect(scores).toEqual([
      // "are sweet." is a segment of its own after the line break: its marker is the one word of 13, empty ones at both ends, that the gold text lacks.
      ['1.html', 'apples.example', 24 / 25, 1],
      ['2.html', 'pears.example', 1, 1],
      // Markers of another case are other words, as in cleaneval.py: 6 of 7 are equal.
      ['3.html', 'apples.example', 6 / 7, 1],
    ]);
    expect(stderr).toContain('3 pages with a gold text; published: 684 or 736.');
  });

  test('all extractors are compared, hosts drawn', async () => {
    const { report: found } = await report(
      folderOf(cleaneval),
      'cleaneval',
      '--seed',
      '3',
      '--resamples',
      '200',
      '--against',
      'bte',
    );
    expect(found.runs.length).toBeGreaterThan(10);
    expect(found.runs.find(({ run }) => run === 'default')!.mean.tokens.f1).toBeGreaterThan(0.5);
    expect(found.comparisons).toMatchObject([{ measure: 'F1 of cleaneval', against: 'bte', seed: 3, resamples: 200 }]);
    expect(found.comparisons[0]!.rows.every(({ n }) => n === 2)).toBe(true);
  });

  test('a folder is checked', async () => {
    const { 'clean/3.txt': _, ...some } = cleaneval;
    const folder = folderOf({ ...some, 'clean/9.txt': 'words', 'clean/2-cleaned.txt': 'URL: x\n' });
    const { code, stdout, stderr } = await templens(['gold', 'datasets', 'cleaneval', folder]);
    expect(stdout).toBe(
      '2 pages with a gold text, of 2 hosts: 1 in utf-8, 1 in windows-1252.\n' +
        '2 pages with a gold text; published: 684 or 736. Is the download complete?\n' +
        '3.html has no gold text.\nThe gold text 9.txt has no page.\nThe gold text 2-cleaned.txt has no words.\n',
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: `templens: 3 problems in ${folder}.\n` });
  });
});

describe('L3S-GN1', () => {
  test('the innermost annotation counts', async () => {
    const { report: found } = await report(folderOf(news), 'l3s-gn1', ...plain);
    const [scored] = found.runs[0]!.pages;
    expect(scored).toMatchObject({ host: 'news.example', cleaneval: null, segments: null });
    // Content: Pears Sweet pears of the south, 6 of the 10 words of the page.
    expect(scored!.tokens).toEqual({ precision: 6 / 10, recall: 1, f1: 12 / 16 });
  });

  test('a page without annotations is reported', async () => {
    const folder = folderOf({ ...news, [`set/annotated/${id}.html`]: news[`set/original/${id}.html`]! });
    const { stdout } = await templens(['gold', 'datasets', 'l3s-gn1', folder]);
    expect(stdout).toContain(`${id}.html in annotated has no span of a class x-nc-sel0 to x-nc-sel5.`);
  });
});

test('the list says where each data set is, and how to go on', async () => {
  const { code, stdout } = await templens(['gold', 'datasets']);
  expect(code).toBe(0);
  expect(stdout.match(/^ {2}(from|licence|files|pages|check|measure): ./gm)).toHaveLength(3 * 6);
  expect((await templens(['gold', 'datasets', 'l3s-gn1'])).stdout.match(/^\S+$/gm)).toEqual(['l3s-gn1']);
});

test('the same table as text, CSV and LaTeX', async () => {
  const folder = folderOf(cleaneval);
  const outputs = await Promise.all(
    ['text', 'csv', 'latex'].map(format => templens(['bench', folder, '--dataset', 'cleaneval', ...plain, '--format', format])),
  );
  const [text, csv, latex] = outputs.map(({ stdout }) => stdout) as [string, string, string];
  expect(text).toMatch(/^\| plain +\| +92\.67 \| +95\.24 \| +93\.90 \|/m);
  expect(csv).toMatch(/^plain,overall,,words,cleaneval F1,3,0\.9\d+,,,,,\r$/m);
  expect(latex).toMatch(/^plain & 92\.67 & 95\.24 & 93\.90 & /m);
});

describe('what cannot be measured is reported in a sentence', () => {
  const bench = (...args: string[]) => ['bench', ...args, '--dataset', 'cleaneval'];
  test.each([
    ['a folder that is not there', () => bench('/none'), 3, 'does not exist'],
    [
      'a folder without the data set',
      () => bench(folderOf({ 'a.html': 'a' })),
      2,
      'There is no page with a gold text. Expected: pages N.html',
    ],
    ['a data set that is unknown', () => ['bench', '.', '--dataset', 'x'], 2, 'Allowed choices are cleaneval'],
    ['a data set to check that is unknown', () => ['gold', 'datasets', 'x'], 2, 'Allowed choices are cleaneval'],
    ['charts', () => bench('.', '--format', 'html'), 2, '--format is text, json, csv or latex'],
    ['an option of gold sites', () => bench('.', '--site', 'a'), 2, '--site is for gold sites'],
    ['a row to compare with that is not there', () => bench('.', '--against', 'x'), 2, '--against x: there is no such row'],
  ])('%s', async (_what, args, code, sentence) => {
    const run = await templens(args());
    expect(run.stderr).toContain(sentence);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run).toMatchObject({ code, stdout: '' });
  });
});
