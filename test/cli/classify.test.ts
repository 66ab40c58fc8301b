import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageLabels } from 'templens-shared/labels';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { isUnix } from '../support/platform.ts';
import { ended, page, smallSite, start, templens, templensOnFullDisk, withoutProgress } from './templens.ts';

const ndjson = ['classify', '--format', 'ndjson'];

function parseLines(stdout: string): PageLabels[] {
  expect(stdout.endsWith('\n')).toBe(true);
  return stdout
    .slice(0, -1)
    .split('\n')
    .map(line => JSON.parse(line) as PageLabels);
}

describe('classify --format ndjson', () => {
  test('prints a line a page, sorted, in the promised form', async () => {
    const site = makeFolder(smallSite);
    const { code, stdout, stderr } = await templens([...ndjson, site]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = parseLines(stdout);
    expect(lines.map(line => line.page)).toEqual(['a.html', 'b.html', 'index.html', 'sub/c.html']);
    expect(stdout).toMatch(
      /^\{"page":"a\.html","template":"[^"]+","layout":"[^"]+","pages":4,"nodes":\[\{"kind":"element","start":16,"end":\d+,"label":"template","score":[\d.]+\}/,
    );
    for (const { page: name, nodes } of lines) {
      const source = smallSite[name]!;
      const labelOf = (text: string) => nodes.find(node => node.start === source.indexOf(text))?.label;
      expect(labelOf('<ul class="menu">')).toBe('template');
      expect(labelOf('Made by hand')).toBe('template');
      expect(labelOf(source.match(/<p>([^<]{4})/)![1]!)).toBe('content');
    }
  });

  test('the bytes do not depend on the run, the threads or the order on disk', async () => {
    const site = makeFolder(smallSite);
    const reversed = makeFolder(Object.fromEntries(Object.entries(smallSite).reverse()));
    const runs = await Promise.all([
      templens([...ndjson, site]),
      templens([...ndjson, site, '--threads', '1']),
      templens([...ndjson, site, '--threads', '2']),
      templens(ndjson, { cwd: reversed }),
    ]);
    expect(new Set(runs.map(run => run.stdout)).size).toBe(1);
    expect(runs.map(run => run.code)).toEqual([0, 0, 0, 0]);
  });

  test('--page prints some pages with the labels of the whole site', async () => {
    const site = makeFolder(smallSite);
    const whole = (await templens([...ndjson, site])).stdout.split('\n');
    expect((await templens([...ndjson, site, '--page', 'sub/**'])).stdout).toBe(`${whole[3]}\n`);
    const none = await templens([...ndjson, site, '--page', 'nothing*']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'templens: No page of the site matches nothing*.\n' });
  });

  test.each(['default', 'sst', 'sst-repetition', 'iwptd'])('--extractor %s labels every page', async extractor => {
    const { code, stdout } = await templens([...ndjson, makeFolder(smallSite), '--extractor', extractor]);
    expect(code).toBe(0);
    expect(parseLines(stdout)).toHaveLength(4);
  });

  test('large output arrives whole, and a reader that has seen enough ends it quietly', async () => {
    const long = 'word '.repeat(20) + '<i>x</i>'.repeat(3000);
    const site = makeFolder(Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`p${i}.html`, page(`Page ${i}`, long)])));
    const { code, stdout } = await templens([...ndjson, site]);
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(5_000_000);
    expect(parseLines(stdout)).toHaveLength(24);

    const child = start([...ndjson, site]);
    let stderr = '';
    child.stderr.on('data', chunk => (stderr += chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect(withoutProgress(stderr)).toBe('');
  });
});

describe('classify --format text', () => {
  test('outlines every page for a person', async () => {
    const { code, stdout, stderr } = await templens(['classify', makeFolder(smallSite)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^T template: .*C content: /);
    expect(stdout).toMatch(/^index\.html .*one of 4 pages, \d+ % template$/m);
    expect(stdout).toMatch(/^T .*header.*The little site Home About us/m);
    expect(stdout).toMatch(/^C .*Two people and a dog/m);
    expect(stdout).not.toContain('\x1b[');
  });

  test('--explain adds the evidence', async () => {
    const site = makeFolder(smallSite);
    const plain = await templens(['classify', site]);
    const explained = await templens(['classify', site, '--explain']);
    const added = explained.stdout.split('\n').filter(line => !plain.stdout.split('\n').includes(line));
    expect(added.length).toBeGreaterThan(4);
    for (const line of added) expect(line).toMatch(/^ {4,}\S.*\.$/);
  });

  test('colours obey the flag, then FORCE_COLOR, then NO_COLOR', async () => {
    const site = makeFolder(smallSite);
    const coloured = async (args: string[], env: Record<string, string>) =>
      (await templens(['classify', site, ...args], { env })).stdout.includes('\x1b[');
    expect(await coloured([], {})).toBe(false);
    expect(await coloured(['--color'], { NO_COLOR: '1' })).toBe(true);
    expect(await coloured([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
    expect(await coloured(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '0' })).toBe(false);
  });

  test('control characters of a page do not reach the terminal', async () => {
    const site = makeFolder({ ...smallSite, 'a.html': page('\x1b[2Jgone', 'safe\x07 text') });
    const { stdout } = await templens(['classify', site]);
    expect(stdout).toContain('safe');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('classify --format html', () => {
  /** The text of a report's page as a browser shows it. */
  const shown = (html: string) =>
    html
      .replace(/^[\s\S]*<pre>\n|<\/pre>[\s\S]*$/g, '')
      .replace(/<[^>]*>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');

  test('writes an index and the source of every page, marked', async () => {
    const site = makeFolder({ ...smallSite, 'a & b/"q".html': page('Odd', 'A page with an odd name.') });
    const out = join(makeFolder(), 'deep', 'report');
    const { code, stdout, stderr } = await templens(['classify', site, '--format', 'html', '--out', out]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('5 annotated pages');
    const index = readFileSync(join(out, 'index.html'), 'utf8');
    const links = [...index.matchAll(/href="([^"]+)"/g)].map(match => decodeURIComponent(match[1]!));
    expect(links.sort()).toEqual(['a & b/"q".html', ...Object.keys(smallSite)].map(name => `pages/${name}.html`).sort());
    const marked = readFileSync(join(out, 'pages/sub/c.html.html'), 'utf8');
    expect(shown(marked)).toBe(smallSite['sub/c.html']);
    expect(marked).toContain('href="../../index.html"');
    expect(marked).toMatch(/<span class="content">[^<]*(&lt;p&gt;)?Everything costs nothing &amp;amp; more/);
    expect(marked).not.toMatch(/<(script|link|img)\b|url\(/);
    for (const html of [index, marked])
      expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `);
    expect(readdirSync(join(out, '..'))).toEqual(['report']);

    const again = await templens(['classify', site, '--format', 'html', '--out', out, '--page', 'a.html']);
    expect(again.code).toBe(0);
    expect(readdirSync(join(out, 'pages'))).toEqual(['a.html.html']);
  });

  test.runIf(isUnix)('that does not fit on the disk leaves the earlier report as it is', async () => {
    const site = makeFolder(smallSite);
    const folder = makeFolder();
    const out = join(folder, 'report');
    const args = ['classify', site, '--format', 'html', '--out', out];
    expect((await templens(args)).code).toBe(0);
    const index = readFileSync(join(out, 'index.html'), 'utf8');
    expect(templensOnFullDisk(args, 1)).toEqual({
      code: 3,
      stderr: `templens: The folder ${out} cannot be written: the file is too large for the system.\n`,
    });
    expect(readdirSync(folder)).toEqual(['report']);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe(index);
  });

  test('refuses to overwrite, and to make the report a part of the site', async () => {
    const site = makeFolder({ ...smallSite, '.gitignore': 'ignored/\n' });
    const used = makeFolder({ 'precious.txt': 'mine' });
    const html = (out: string, ...more: string[]) => templens(['classify', site, '--format', 'html', '--out', out, ...more]);
    const hash = () =>
      createHash('sha256')
        .update(readdirSync(site, { recursive: true }).sort().join())
        .digest('hex');
    const before = hash();
    for (const out of [used, site, join(site, 'report'), join(site, 'sub')]) {
      const { code, stderr } = await html(out);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^templens: The folder [^\n]+\.\n$/);
    }
    expect(hash()).toBe(before);
    expect(readdirSync(used)).toEqual(['precious.txt']);
    expect((await html(join(site, 'ignored'))).code).toBe(0);
    expect((await html(join(site, 'report'), '--exclude', 'report/**')).code).toBe(0);
    writeFileSync(join(used, 'file'), '');
    const below = await html(join(used, 'file'));
    expect(below).toMatchObject({ code: 2 });
    expect(below.stderr).toContain('is a file');
    mkdirSync(join(used, 'empty'));
    expect((await html(join(used, 'empty'))).code).toBe(0);
  });
});
