// CI in a fresh repository: the recipes of docs/ci.md as printed, on a branch with three drifts.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks } from '../docs/support/documents.ts';
import { filesIn } from '../site/cache/answer-cache.ts';
import { writeFiles } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { type FirstHour, startFirstHour } from './support/first-hour.ts';

const pages = framedSite(12);
/** The drifts of the branch: a page, what it has, and what it has instead. */
const drifts = [
  { page: pages[2]!.path, from: '      <li><a href="people.html">People</a></li>\n', to: '' },
  { page: pages[5]!.path, from: 'Printed by the Example Press.', to: 'Printed by the Exmaple Press.' },
  { page: pages[8]!.path, from: 'href="privacy.html"', to: 'href="privcay.html"' },
] as const;

let hour: FirstHour;
const git = (line: string): void => {
  expect(hour.sh(`git -c user.name=T -c user.email=t@example.org ${line}`), line).toMatchObject({ code: 0 });
};
const drift = ({ page, from, to }: { page: string; from: string; to: string }): void => {
  const path = join(hour.project.folder, 'public', page);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
};

beforeAll(() => {
  hour = startFirstHour('ci');
  const site = { ...framedSiteFiles, ...Object.fromEntries(pages.map(page => [page.path, textOf(page)])) };
  writeFiles(join(hour.project.folder, 'public'), site);
  writeFiles(hour.project.folder, { '.gitignore': 'node_modules\n*.json\n*.sarif\n.templens-cache\n' });
  git('init -q -b main');
  git('add .');
  git('commit -qm "Add the site"');
  git('init -q --bare ../origin.git');
  git('remote add origin ../origin.git');
  git('push -q origin main');
});
afterAll(() => hour.end());

/** The commands of the workflows in docs/ci.md, in their order. */
const recipes = codeBlocks('docs/ci.md')
  .filter(({ language }) => language === 'yaml')
  .flatMap(({ text }) => [...JSON.stringify(parse(text)).matchAll(/"(?:run|script)":("(?:[^"\\]|\\.)*")/g)])
  .map(([, command]) => JSON.parse(command!) as string);
const recipe = (part: string): string => recipes.find(command => command.includes(part))!;
const pagesOf = (text: string): string[] => drifts.flatMap(({ page }) => (text.includes(page) ? [page] : []));

test('main is green', () => {
  expect(hour.sh('npx --yes templens check public')).toMatchObject({ code: 0, stdout: 'No findings on 12 pages.\n' });
});

test('a branch with three drifts fails, with an annotation for each', () => {
  git('switch -qc drifts');
  for (const each of drifts) drift(each);
  git('commit -qam "Change three pages"');
  const annotated = hour.sh(recipe('--format github'));
  expect(annotated.code).toBe(1);
  expect(annotated.stdout.match(/^::warning file=public\//gm)).toHaveLength(3);
  expect(pagesOf(annotated.stdout)).toHaveLength(3);
  const junit = hour.sh(recipe('--format junit'));
  expect(junit.code).toBe(1);
  const xml = readFileSync(join(hour.project.folder, 'templens.xml'), 'utf8');
  expect(xml.match(/<failure/g)).toHaveLength(3);
  hour.keep('templens.xml', xml);
});

test('SARIF names the place and the fix of each', () => {
  expect(hour.sh(recipe('--format sarif'))).toMatchObject({ code: 0, stdout: '' });
  const text = readFileSync(join(hour.project.folder, 'templens.sarif'), 'utf8');
  hour.keep('templens.sarif', text);
  const results = (JSON.parse(text) as Log).runs[0]!.results!;
  const uris = results.map(({ locations }) => locations![0]!.physicalLocation!.artifactLocation!.uri);
  expect(uris.sort()).toEqual(drifts.map(({ page }) => `public/${page}`).sort());
  expect(results.map(({ level }) => level)).toEqual(['warning', 'warning', 'warning']);
  for (const { fixes, partialFingerprints } of results) {
    expect(fixes!.length).toBeGreaterThan(0);
    expect(partialFingerprints).toBeDefined();
  }
});

test('a baseline hides the known findings; a new one fails, a fixed one is stale', () => {
  const check = 'npx templens check public --baseline known.json';
  expect(hour.sh(`${check} --update-baseline`).code).toBe(0);
  hour.keep('known.json', readFileSync(join(hour.project.folder, 'known.json')));
  expect(hour.sh(check)).toMatchObject({ code: 0, stdout: 'No new findings on 12 pages. 3 known findings not shown.\n' });
  drift({ page: pages[3]!.path, from: '>Archive<', to: '>Archvie<' });
  const found = hour.sh(check);
  expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('“Archvie” here') });
  expect(pagesOf(found.stdout.slice(0, found.stdout.indexOf('  >')))).toEqual([]);
  const { page, from, to } = drifts[1];
  drift({ page, from: to, to: from });
  expect(hour.sh(check).stderr).toContain('has a stale entry');
  expect(hour.sh('npx templens report public --baseline known.json --out trend.html').code).toBe(0);
  const report = readFileSync(join(hour.project.folder, 'trend.html'), 'utf8');
  hour.keep('trend.html', report);
  expect(report).toMatch(/<b>1<\/b> .*new.*, <b>2<\/b> still there, <b>1<\/b> fixed/);
  git('checkout -q -- public');
});

test('--fail-on decides what fails', () => {
  expect(hour.sh('npx templens check public --fail-on error').code).toBe(0);
  expect(hour.sh('npx templens check public --fail-on never').code).toBe(0);
  expect(hour.sh('npx templens check public --fail-on warning').code).toBe(1);
  expect(hour.sh('npx templens check public --fail-on sometimes')).toMatchObject({ code: 2, stdout: '' });
});

test('a cache that is kept between runs changes no answer, also after a fresh checkout and a change', () => {
  const cache = join(hour.project.folder, '.templens-cache');
  const environment = { TEMPLENS_CACHE: cache };
  const check = (): string => hour.sh(recipe('check public'), environment).stdout;
  const without = hour.sh('npx templens check public --no-cache').stdout;
  expect(check()).toBe(without);
  const kept = filesIn(cache);
  expect(kept.length).toBeGreaterThan(0);
  // A fresh checkout: the same contents, later times.
  rmSync(join(hour.project.folder, 'public'), { recursive: true });
  git('checkout -q -- public');
  expect(check()).toBe(without);
  drift({ page: pages[3]!.path, from: '>Archive<', to: '>Archvie<' });
  expect(check()).toContain('“Archvie” here');
});
