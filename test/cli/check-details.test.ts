// Findings that sum up several differences of one part, in all output formats and in baselines.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import type { Finding } from 'templens-shared/findings';
import { expect, test } from 'vitest';
import { pairSite, pathOf, swap } from '../checks/support/pair-site.ts';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { templens } from './templens.ts';

const files = { 'css/site.css': '', 'js/analytics.js': '', 'img/logo.png': '', 'img/old.png': '' };
const drifted = pathOf(7);
const reword = (text: string) => swap(text, '>Prices<', '>Fees<');
const repaint = (text: string) => swap(text, 'img/logo.png', 'img/old.png');
const relabel = (text: string) => swap(text, '>Contact<', '>Write to us<');

function folderOf(...changes: ((text: string) => string)[]): { root: string; text: string } {
  const { texts } = pairSite(20, (text, index) => (index === 7 ? changes.reduce((now, change) => change(now), text) : text));
  return { root: makeFolder({ ...files, ...Object.fromEntries(texts) }), text: texts.get(drifted)! };
}

async function check(root: string, ...options: string[]): Promise<string> {
  const { stdout, code } = await templens(['check', root, '--fail-on', 'never', ...options]);
  expect(code).toBe(0);
  return stdout;
}

async function diagnosticsOf(root: string, ...options: string[]): Promise<Finding[]> {
  return (JSON.parse(await check(root, '--format', 'json', ...options)) as { diagnostics: Finding[] }).diagnostics;
}

test('JSON lists each difference with its place', async () => {
  const { root, text } = folderOf(reword, repaint);
  const [finding, ...rest] = await diagnosticsOf(root);
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({ page: drifted, code: 'template/part-version', severity: 'warning', part: 'header' });
  const marked = finding!.details!.map(({ start, end, code }) => `${code} ${text.slice(start, end)}`);
  expect(marked).toEqual(['template/changed-attribute src="img/old.png"', 'template/changed-text Fees']);
  const lines = text.split('\n');
  for (const { line, column, start, end } of finding!.details!) {
    expect(lines[line - 1]!.slice(column - 1, column - 1 + end - start)).toBe(text.slice(start, end));
  }
});

test('the settings decide the severity of the sum, else the worst of its differences', async () => {
  const lacking = (text: string) => swap(text, /<li>.*About us.*\n/, '');
  const { root } = folderOf(reword, lacking);
  expect((await diagnosticsOf(root)).map(({ severity }) => severity)).toEqual(['warning']);
  writeFiles(root, { 'templens.config.json': '{"checks": {"template/part-version": "hint"}}' });
  expect((await diagnosticsOf(root)).map(({ severity }) => severity)).toEqual(['hint']);
  writeFiles(root, { 'templens.config.json': '{"checks": {"template/part-version": "off"}}' });
  expect(await diagnosticsOf(root)).toEqual([]);
});

test('text lists them under the finding', async () => {
  const { root } = folderOf(reword, repaint);
  const stdout = await check(root, '--no-color');
  expect(stdout).toMatch(/^warning template\/part-version {2}page-7\.html:\d+:\d+$/m);
  expect(stdout).toMatch(/^ {4}\d+:\d+ .*img\/old\.png.*\n {4}\d+:\d+ .*Fees/m);
});

test('JUnit has them in the failure', async () => {
  const { root } = folderOf(reword, repaint);
  const stdout = await check(root, '--format', 'junit');
  expect(stdout.match(/<failure/g)).toHaveLength(1);
  expect(stdout).toMatch(/<failure[^>]*>[^<]*\n {2}\d+:\d+: [^<]*img\/old\.png[^<]*\n {2}\d+:\d+: [^<]*Fees[^<]*<\/failure>/);
});

test('SARIF has them as related locations', async () => {
  const { root } = folderOf(reword, repaint);
  const log = JSON.parse(await check(root, '--format', 'sarif')) as Log;
  const [result] = log.runs[0]!.results!;
  const here = result!.relatedLocations!.filter(({ physicalLocation }) => physicalLocation!.artifactLocation!.uri === drifted);
  expect(here.map(({ message }) => message!.text)).toEqual([
    expect.stringContaining('img/old.png'),
    expect.stringContaining('Fees'),
  ]);
  expect(result!.relatedLocations!.map(({ id }) => id)).toEqual(result!.relatedLocations!.map((_, index) => index));
});

test('a baseline knows a finding if it knows all of its differences', async () => {
  const { root, text } = folderOf(reword, repaint);
  const baseline = join(makeFolder(), 'known.json');
  await check(root, '--baseline', baseline, '--update-baseline');
  const { findings } = JSON.parse(readFileSync(baseline, 'utf8')) as { findings: { code: string }[] };
  expect(findings.map(({ code }) => code).sort()).toEqual(['template/changed-attribute', 'template/changed-text']);
  const again = async () => (await diagnosticsOf(root, '--baseline', baseline)).map(({ code }) => code);
  expect(await again()).toEqual([]);
  // One of two is fixed: the other one is still known, and the entry of the fixed one is stale.
  writeFileSync(join(root, drifted), swap(text, 'img/old.png', 'img/logo.png'));
  expect(await again()).toEqual([]);
  // A new one makes the finding new.
  writeFileSync(join(root, drifted), relabel(text));
  const { stderr, stdout } = await templens(['check', root, '--format', 'json', '--baseline', baseline]);
  expect(stderr).toBe('');
  expect((JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics[0]!.details).toHaveLength(3);
});
