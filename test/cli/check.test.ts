import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import type { Log } from 'sarif';
import type { Finding } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { isUnix } from '../support/platform.ts';
import { pages, translatedSite } from '../support/translated-site.ts';
import { page, templens, templensOnFullDisk } from './templens.ts';

const names = ['Apples', 'Bridges', 'Clocks', 'Dunes', 'Eels', 'Ferns', 'Geese', 'Hills', 'Inns', 'Jars'];
const rightSite: Record<string, string> = Object.fromEntries(
  names.map(name => [`${name.toLowerCase()}.html`, page(name, `What there is to say of ${name}.`)]),
);
const withoutContact = (path: string) => rightSite[path]!.replace('<li><a href="b.html">Contact</a></li>', '');
const withTypo = (path: string) => rightSite[path]!.replace('About us', 'Abuot us');
/** One page with a typo. Links to pages that are not there stand on all pages and would be findings of their own. */
const linked = {
  'index.html': page('Start', 'What there is to see.'),
  'a.html': page('About us', 'What there is to say of us.'),
  'b.html': page('Contact', 'Where we are.'),
};
const site: Record<string, string> = { ...rightSite, ...linked, 'dunes.html': withoutContact('dunes.html'), 'site.css': '' };
const typo = { ...site, 'dunes.html': withTypo('dunes.html') };

interface Report {
  version: number;
  site: string;
  pages: number;
  groups: number;
  summary: Record<string, number>;
  diagnostics: Finding[];
  baseline?: { known: number; stale: { page: string }[] };
}

async function json(folder: string, ...options: string[]): Promise<Report> {
  const { stdout, stderr, code } = await templens(['check', folder, '--format', 'json', '--fail-on', 'never', ...options]);
  expect({ stderr, code }).toEqual({ stderr: expect.any(String), code: 0 });
  return JSON.parse(stdout) as Report;
}
const reports = ({ diagnostics }: Report) => diagnostics.map(({ page, code }) => `${page} ${code}`);

describe('templens check', () => {
  test('reports what is missing, where, and where it can be seen', async () => {
    const { stdout, stderr, code } = await templens(['check', makeFolder(site)]);
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 });
    const [head, message, related, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^warning template\/missing-node {2}dunes\.html:4:\d+$/);
    expect(message).toMatch(/^ {2}.*“Contact”.*12 of 13 pages/);
    expect(related).toMatch(/^ {2}\w+\.html:4:\d+: /);
    const frame = rest.join('\n');
    expect(frame).toMatch(/^ {4}3 \|.*\n {2}> 4 \|.*<\/ul>.*\n {6}\| +\^+\n {4}5 \|/m);
    expect(stdout).toMatch(/\n1 warning on 1 of 13 pages\. 1 fixable with templens fix\.\n$/);
  });

  test('reports one cause on many pages once', async () => {
    const broken = { 'eels.html': withTypo('eels.html'), 'dunes.html': withTypo('dunes.html') };
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`more-${i}.html`, page(`More ${i}`, `Number ${i}.`)]));
    const config = JSON.stringify({ checks: { 'template/changed-text': 'information' } });
    const { stdout } = await templens(['check', makeFolder({ ...site, ...many, ...broken, 'templens.config.json': config })]);
    expect(stdout.match(/template\/changed-text/g)).toHaveLength(1);
    expect(stdout).toMatch(/dunes\.html:4:\d+ and 1 more page\n/);
    expect(stdout).toMatch(/ {2}also eels\.html:4:\d+\n/);
    expect(stdout).toMatch(/\n {2}2 pages say “Abuot us” instead of “About us” in the menu\. \(\d+ % sure\)\n/);
    expect(stdout).toMatch(
      /\n1 note at 2 places on 2 of 23 pages\. .*\n1 note, which does not fail; --fail-on note makes it fail\.\n$/,
    );
  });

  test('says what does not fail beside what does', async () => {
    const config = JSON.stringify({ checks: { 'template/changed-text': 'information' } });
    const folder = makeFolder({ ...site, 'eels.html': withTypo('eels.html'), 'templens.config.json': config });
    const last = async (...options: string[]) => {
      const { stdout, code } = await templens(['check', folder, ...options]);
      return `${code}: ${stdout.trimEnd().split('\n').at(-1)}`;
    };
    expect(await last()).toBe('1: 1 note, which does not fail; --fail-on note makes it fail.');
    expect(await last('--fail-on', 'error')).toBe('0: 1 warning, 1 note, which do not fail; --fail-on warning makes them fail.');
    expect(await last('--fail-on', 'note')).toMatch(/^1: 1 warning, 1 note on 2 of 13 pages\./);
    expect(await last('--fail-on', 'never')).toMatch(/^0: 1 warning, 1 note on 2 of 13 pages\./);
  });

  test('is silent about a site that agrees', async () => {
    expect(await templens(['check', makeFolder({ ...site, 'dunes.html': rightSite['dunes.html']! })])).toMatchObject({
      stdout: 'No findings on 13 pages.\n',
      code: 0,
    });
  });

  test('colours only when asked or on a terminal', async () => {
    const folder = makeFolder(site);
    const escapeCode = String.fromCharCode(27);
    expect((await templens(['check', folder])).stdout).not.toContain(escapeCode);
    expect((await templens(['check', folder], { env: { FORCE_COLOR: '1' } })).stdout).toContain(`${escapeCode}[33mwarning`);
    expect((await templens(['check', folder, '--no-color'], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain(escapeCode);
  });

  test.each([
    ['error', 0],
    ['warning', 1],
    ['information', 1],
    ['hint', 1],
    ['never', 0],
  ])('--fail-on %s ends with %i where the worst is a warning', async (severity, code) => {
    expect((await templens(['check', makeFolder(site), '--fail-on', severity])).code).toBe(code);
  });

  test('--fail-on counts the severities of the configuration', async () => {
    const config = (severity: string) => JSON.stringify({ checks: { 'template/missing-node': severity } });
    const folder = makeFolder({ ...site, 'templens.config.json': config('hint') });
    expect((await templens(['check', folder])).code).toBe(0);
    writeFiles(folder, { 'templens.config.json': config('error') });
    expect((await templens(['check', folder, '--fail-on', 'error'])).code).toBe(1);
    writeFiles(folder, { 'templens.config.json': config('off') });
    expect((await templens(['check', folder, '--fail-on', 'hint'])).stdout).toBe('No findings on 13 pages.\n');
  });

  test('--page reports findings of some pages, compared with all', async () => {
    const folder = makeFolder({ ...site, 'eels.html': withTypo('eels.html') });
    expect(reports(await json(folder, '--page', 'd*.html'))).toEqual(['dunes.html template/missing-node']);
    expect(reports(await json(folder, '--page', 'a*.html'))).toEqual([]);
  });

  test('reports hostile text without a control character', async () => {
    const evil = rightSite['dunes.html']!.replace('About us', `About\u001B[2J\u0007 us`);
    const { stdout } = await templens(['check', makeFolder({ ...site, 'dunes.html': evil })]);
    expect(stdout).toContain('dunes.html');
    expect([...stdout].filter(character => character < ' ' && character !== '\n')).toEqual([]);
  });
});

describe('check --format json', () => {
  test('has the promised form', async () => {
    const folder = makeFolder(typo);
    const report = await json(folder);
    const { start, end } = report.diagnostics[0]!;
    expect(typo['dunes.html'].slice(start, end)).toBe('Abuot us');
    expect(report).toEqual({
      version: 1,
      site: folder,
      pages: 13,
      groups: 1,
      summary: { error: 0, warning: 1, information: 0, hint: 0 },
      causes: { error: 0, warning: 1, information: 0, hint: 0 },
      diagnostics: [
        {
          page: 'dunes.html',
          start,
          end,
          line: 4,
          column: typo['dunes.html'].split('\n')[3]!.indexOf('Abuot') + 1,
          code: 'template/changed-text',
          severity: 'warning',
          confidence: expect.any(Number),
          message: expect.stringContaining('Abuot us'),
          brief: 'says “Abuot us” instead of “About us”',
          part: 'menu',
          support: { pages: 12, of: 13 },
          related: [
            { page: expect.any(String), start: expect.any(Number), end: expect.any(Number), message: expect.any(String) },
          ],
          fixable: true,
          risk: 'It replaces words of this page.',
          identity: expect.any(String),
          cause: expect.any(String),
          normalisers: [],
        },
      ],
    });
    const [related] = report.diagnostics[0]!.related;
    expect((typo as Record<string, string>)[related!.page]!.slice(related!.start, related!.end)).toBe('About us');
  });

  test('is the same for any number of threads', async () => {
    const folder = makeFolder({ ...site, 'eels.html': withTypo('eels.html') });
    const run = (threads: string) => templens(['check', folder, '--format', 'json', '--threads', threads]);
    expect((await run('1')).stdout).toBe((await run('3')).stdout);
  });

  test('obeys rules of what to ignore', async () => {
    const rules = (rule: object) => ({ ...site, 'templens.config.json': JSON.stringify({ ignore: [rule] }) });
    expect(reports(await json(makeFolder(rules({ pages: ['d*.html'] }))))).toEqual([]);
    expect(reports(await json(makeFolder(rules({ codes: ['template/missing-node'] }))))).toEqual([]);
    expect(reports(await json(makeFolder(rules({ pages: ['e*.html'] }))))).toContain('dunes.html template/missing-node');
  });
});

describe('check --format github', () => {
  test('annotates files from the repository, escaped', async () => {
    const folder = makeFolder(
      Object.fromEntries(
        Object.entries(typo).map(([path, text]) => [`docs/100%,a:b/${path}`, text.replace('Abuot us', 'Ab%uot us')]),
      ),
    );
    const { stdout } = await templens(['check', join(folder, 'docs'), '--format', 'github'], {
      env: { GITHUB_WORKSPACE: folder },
    });
    expect(stdout).toMatch(
      /^::warning file=docs\/100%25%2Ca%3Ab\/dunes\.html,line=4,col=\d+,title=template\/changed-text \(\d+ %25 sure\)::.*Ab%25uot us.*\n$/,
    );
  });
});

describe('check --format junit', () => {
  const elements = (xml: string) => {
    const found: { name: string; attributes: Record<string, string> }[] = [];
    const parser = new Parser(
      { onopentag: (name, attributes) => void found.push({ name, attributes }) },
      { xmlMode: true, decodeEntities: true },
    );
    parser.end(xml);
    return found;
  };

  test('has a failed test a finding', async () => {
    const text = typo['dunes.html'].replace('Abuot us', 'A &lt;"b\u0001" us');
    const { stdout } = await templens(['check', makeFolder({ ...typo, 'dunes.html': text }), '--format', 'junit']);
    const [suites, suite, testcase, failure] = elements(stdout);
    expect(suites).toMatchObject({ name: 'testsuites', attributes: { tests: '1', failures: '1' } });
    expect(suite).toMatchObject({ name: 'testsuite', attributes: { name: 'dunes.html', failures: '1' } });
    expect(testcase!.attributes).toMatchObject({ classname: 'dunes.html', line: '4' });
    expect(failure!.attributes).toMatchObject({ type: 'warning', message: expect.stringContaining('<"b') });
    expect(stdout).not.toContain('\u0001');
  });

  test('has a passed test where nothing is found', async () => {
    const { stdout } = await templens([
      'check',
      makeFolder({ ...site, 'dunes.html': rightSite['dunes.html']! }),
      '--format',
      'junit',
    ]);
    expect(elements(stdout).map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase']);
  });
});

describe('a part with two common versions', () => {
  const old = (path: string) =>
    rightSite[path]!.replace('<li><a href="b.html">Contact</a></li>', '<li><a href="a.html">Write</a></li>');
  const paths = ['dunes.html', 'ferns.html', 'hills.html', 'jars.html'];
  const split = { ...site, ...Object.fromEntries(paths.map(path => [path, old(path)])) };
  const sentence =
    'The menu has 2 versions, on 9 pages such as a.html and on 4 such as dunes.html. Version 2 lacks <a href="b.html">Contact</a>: templens parts --part "menu"';

  test('is one note on the site, after the findings, and changes no exit code', async () => {
    const { code, stdout } = await templens(['check', makeFolder(split), '--fail-on', 'hint']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `No findings on 13 pages.\n${sentence}\n` });
  });

  test('is in every format for programs that has a place for notes', async () => {
    const folder = makeFolder(split);
    const run = async (format: string) => (await templens(['check', folder, '--format', format])).stdout;
    const { splits, summary } = JSON.parse(await run('json')) as { splits: object[]; summary: object };
    const id = expect.stringMatching(/^v\w{11}$/);
    const versions = [
      { id, pages: 9, example: 'a.html', missing: [], extra: [] },
      { id, pages: 4, example: 'dunes.html', missing: ['<a href="b.html">Contact</a>'], extra: [] },
    ];
    expect(splits).toEqual([{ id: expect.stringMatching(/^p\w{11}$/), name: 'menu', versions }]);
    expect(summary).toEqual({ error: 0, warning: 0, information: 0, hint: 0 });
    expect(await run('github')).toBe(`::notice::${sentence}\n`);
    const [sarif] = (JSON.parse(await run('sarif')) as Log).runs;
    const [invocation] = sarif!.invocations!;
    expect(invocation!.toolExecutionNotifications).toEqual([{ level: 'note', message: { text: sentence } }]);
  });

  test('is a matter of the whole site: --page and the path of a page say nothing about it', async () => {
    const folder = makeFolder({ ...split, 'templens.config.json': '{}' });
    for (const args of [[folder, '--page', 'dunes.html'], [join(folder, 'dunes.html')]])
      expect((await templens(['check', ...args])).stdout).toBe('No findings on 1 page.\n');
  });
});

describe('a baseline', () => {
  const written = async (files: Record<string, string>) => {
    const folder = makeFolder(files);
    const baseline = join(makeFolder(), 'known.json');
    const run = await templens(['check', folder, '--baseline', baseline, '--update-baseline']);
    return { folder, baseline, run };
  };

  test('is written with what is found, which is not reported again', async () => {
    const { folder, baseline, run } = await written(site);
    expect(run).toMatchObject({ code: 0, stderr: `templens: Wrote 1 finding to the baseline ${baseline}.\n` });
    expect(run.stdout).toBe('No new findings on 13 pages. 1 known finding not shown.\n');
    const again = await templens(['check', folder, '--baseline', baseline]);
    expect(again).toMatchObject({ code: 0, stderr: '', stdout: run.stdout });
    const before = readFileSync(baseline, 'utf8');
    await templens(['check', folder, '--baseline', baseline, '--update-baseline']);
    expect(readFileSync(baseline, 'utf8')).toBe(before);
  });

  test('keeps its entries through edits elsewhere, and lets new findings through', async () => {
    const { folder, baseline } = await written(site);
    writeFiles(folder, {
      'dunes.html': site['dunes.html']!.replace('<p>What', '<p>A new paragraph.</p>\n\n<p>What').replace('<body>', '\n\n<body>'),
      'eels.html': withTypo('eels.html'),
    });
    const report = await json(folder, '--baseline', baseline);
    expect(reports(report)).toEqual(['eels.html template/changed-text']);
    expect(report.baseline).toEqual({ known: 1, stale: [] });
  });

  test.runIf(isUnix)('that does not fit on the disk leaves the earlier one as it is', async () => {
    const { folder, baseline } = await written(site);
    const before = readFileSync(baseline, 'utf8');
    writeFiles(folder, { 'eels.html': withTypo('eels.html') });
    const args = ['check', folder, '--baseline', baseline, '--update-baseline'];
    expect(templensOnFullDisk(args, 0)).toEqual({
      code: 3,
      stderr: `templens: The baseline ${baseline} cannot be written: the file is too large for the system.\n`,
    });
    expect(readFileSync(baseline, 'utf8')).toBe(before);
    expect(readdirSync(join(baseline, '..'))).toEqual(['known.json']);
  });

  test('reports stale entries', async () => {
    const { folder, baseline } = await written(site);
    writeFiles(folder, { 'dunes.html': rightSite['dunes.html']! });
    const { stderr, code } = await templens(['check', folder, '--baseline', baseline]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^templens: The baseline .* has a stale entry, such as template\/missing-node on dunes\.html; .*\n$/);
  });

  test('of some pages keeps what it knows of the others', async () => {
    const { folder, baseline } = await written({ ...site, 'eels.html': withTypo('eels.html') });
    writeFiles(folder, { 'dunes.html': rightSite['dunes.html']! });
    await templens(['check', folder, '--baseline', baseline, '--update-baseline', '--page', 'dunes.html']);
    const { findings } = JSON.parse(readFileSync(baseline, 'utf8')) as { findings: { page: string }[] };
    expect(findings.map(({ page }) => page)).toEqual(['eels.html']);
  });

  test.each([
    ['that is not there', undefined, 'does not exist; templens check --update-baseline writes it'],
    ['that is no JSON', '{"version": 1, "findings": [', 'known.json is not valid JSON: '],
    ['of another version', '{"version": 2, "findings": []}', 'is not a baseline of templens'],
    ['with another entry', '{"version": 1, "findings": [{"page": 1}]}', 'is not a baseline of templens'],
  ])('%s is one sentence, and left alone', async (_, text, sentence) => {
    const baseline = join(makeFolder(), 'known.json');
    if (text !== undefined) writeFileSync(baseline, text);
    const { code, stdout, stderr } = await templens(['check', makeFolder(site), '--baseline', baseline]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^templens: [^\n]+\.\n$/);
    expect(stderr).toContain(sentence);
    if (text === undefined) return;
    const update = await templens(['check', makeFolder(site), '--baseline', baseline, '--update-baseline']);
    expect(update.code).toBe(2);
    expect(readFileSync(baseline, 'utf8')).toBe(text);
  });

  test('that cannot be written is one sentence', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'known.json'));
    for (const name of ['known.json', 'no/such/known.json']) {
      const run = await templens(['check', makeFolder(site), '--baseline', join(folder, name), '--update-baseline']);
      expect([2, 3]).toContain(run.code);
      expect(run.stdout).toBe('');
      expect(run.stderr).toMatch(/^templens: The baseline [^\n]+\.\n$/);
    }
  });
});

describe('wrong usage of check', () => {
  test.each([
    [['--format', 'xml'], /format.*text, json, sarif, github, junit/],
    [['--fail-on', 'fatal'], /fail-on.*error, warning, note, hint, never/],
    [['--update-baseline'], /Give --baseline FILE together with --update-baseline\./],
    [['--bogus'], /Unknown option '--bogus'/],
  ])('%j is one sentence and code 2', async (options, sentence) => {
    const { code, stdout, stderr } = await templens(['check', makeFolder(site), ...options]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^templens: [^\n]+\.\n$/);
    expect(stderr).toMatch(sentence);
  });

  test('a site that is not there is code 3, a wrong configuration code 2', async () => {
    expect((await templens(['check', 'nowhere'])).code).toBe(3);
    const folder = makeFolder({ ...site, 'templens.config.json': '{"ignore": [{"selector": "a["}], "required": [{}]}' });
    const { code, stdout, stderr } = await templens(['check', folder]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/^templens: .*templens\.config\.json:1:\d+: "selector" in "ignore" must be a CSS selector/),
      expect.stringMatching(/^templens: .*templens\.config\.json:1:\d+: "required" must have a selector/),
    ]);
  });
});

test('a link that one translation lacks is a note on the site, in every format that has a place for notes', async () => {
  const folder = makeFolder(translatedSite(language => pages.filter(link => link !== 'prices' || language !== 'it')));
  const run = async (format: string) => (await templens(['check', folder, '--fail-on', 'hint', '--format', format])).stdout;
  const sentence = 'The header in it, on 6 pages, lacks a link that it has in the 4 other languages: prices.html';
  expect(await run('text')).toBe(`No findings on 30 pages.\n${sentence}\n`);
  const gap = { name: 'header', language: 'it', pages: 6, links: ['prices.html'], languages: 4 };
  expect(JSON.parse(await run('json'))).toMatchObject({ diagnostics: [], translationGaps: [gap] });
  expect(await run('github')).toBe(`::notice::${sentence}\n`);
  expect(await run('sarif')).toContain(sentence);
});
