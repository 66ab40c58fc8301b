import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAll } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { isUnix } from '../support/platform.ts';
import { bin, templens, templensOnFullDisk } from './templens.ts';

const pages = framedSite(8);
const files: Record<string, string> = {
  ...framedSiteFiles,
  ...Object.fromEntries(pages.map(page => [page.path, textOf(page)])),
  'alone.html': '<!doctype html><title>Alone</title><body bgcolor="white"><center><pre>x < y & z</pre></center>',
};
const drifted = pages[3]!.path;
files[drifted] = files[drifted]!.replace('>Archive<', '>Arch&amp;ive<');

type Node = NonNullable<ReturnType<typeof parseDocument>['firstChild']>;
const texts = (html: string, selector: string) =>
  selectAll(selector, parseDocument(html)).map(node => DomUtils.textContent(node));

/** Values of an attribute, in document order. */
const attributes = (html: string, selector: string, name: string): string[] =>
  selectAll<Node, Node & { attribs: Record<string, string> }>(selector, parseDocument(html)).map(
    node => node.attribs[name] ?? '',
  );

describe('a report', () => {
  test('is not printed on a terminal', () => {
    const code = 'import pty,sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';
    const { status, stdout } = spawnSync('python3', ['-c', code, process.execPath, bin, 'report', makeFolder(files)], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stdout).toBe('templens: The report is a page for a browser. Write it to a file: --out report.html.\r\n');
  });

  test('has every layout with a map of its pages', async () => {
    const { code, stdout } = await templens(['report', makeFolder(files)]);
    expect(code).toBe(0);
    const layouts = texts(stdout, '.layout > p');
    expect(layouts).toHaveLength(2);
    expect(layouts[0]).toMatch(/^8 pages, \d+ % template\. Nearest layout: /);
    expect(layouts[1]).toMatch(/^1 page, /);
    const paths = Object.keys(files).filter(path => path.endsWith('.html'));
    expect(texts(stdout, '.map tbody th').sort()).toEqual(paths.sort());
    expect(selectAll('svg path.template', parseDocument(stdout)).length).toBeGreaterThan(8);
    expect(selectAll('svg path.content', parseDocument(stdout)).length).toBeGreaterThan(8);
  });

  test('shows the source of a finding beside its fix, and a mark in the map that leads to it', async () => {
    const { stdout } = await templens(['report', makeFolder(files)]);
    expect(texts(stdout, 'article.finding')).toEqual([expect.stringContaining('“Arch&ive” here; “Archive” on 7 of 8 pages')]);
    const changed = (kind: string) => texts(stdout, `article.finding ${kind}`);
    expect([changed('mark'), changed('del'), changed('ins')]).toEqual([['Arch&amp;ive'], ['Arch&amp;ive'], ['Archive']]);
    const [id] = attributes(stdout, 'article.finding', 'id');
    expect(attributes(stdout, 'tbody a.mark', 'href')).toEqual([`#${id}`]);
    const ids = attributes(stdout, '[id]', 'id').map(name => `#${name}`);
    expect(attributes(stdout, 'a', 'href').filter(link => !ids.includes(link))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('shows the versions of a part, the pages and the words of each', async () => {
    const drift = Object.fromEntries(
      pages.slice(0, 4).map(page => [page.path, files[page.path]!.replace('>People<', '>Persons<')]),
    );
    const { stdout } = await templens(['report', makeFolder({ ...files, ...drift })]);
    const versions = texts(stdout, '.version').filter(text => text.includes('Persons'));
    expect(versions.length).toBeGreaterThan(0);
    for (const page of pages.slice(0, 3)) expect(versions.join(' ')).toContain(page.path);
  });

  test('tells new findings from known and fixed ones with a baseline', async () => {
    const root = makeFolder(files);
    const baseline = join(makeFolder(), 'baseline.json');
    await templens(['check', root, '--baseline', baseline, '--update-baseline']);
    const known = (await templens(['report', root, '--baseline', baseline])).stdout;
    expect(texts(known, '#overview p').join('\n')).toMatch(/: 0 new, 1 still there, 0 fixed\./);
    expect(attributes(known, 'article.finding', 'data-trend')).toEqual(['known']);
    writeFileSync(join(root, drifted), files[drifted]!.replace('>Arch&amp;ive<', '>Archive<'));
    const fixed = (await templens(['report', root, '--baseline', baseline])).stdout;
    expect(texts(fixed, '#overview p').join('\n')).toMatch(/: 0 new, 0 still there, 1 fixed\./);
    expect(texts(fixed, '#overview details li')).toEqual([expect.stringContaining('“Arch&ive”')]);
  });

  test.each([
    ['does not exist', undefined, /The baseline .*known\.json does not exist; templens check --update-baseline writes it\./],
    ['is not one', '{"version": 2}', /known\.json is not a baseline of templens/],
  ])('ends with code 2 if the baseline %s', async (_, text, message) => {
    const folder = makeFolder(text === undefined ? {} : { 'known.json': text });
    const { code, stdout, stderr } = await templens(['report', makeFolder(files), '--baseline', join(folder, 'known.json')]);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('needs nothing from elsewhere, and runs no script but its own', async () => {
    const { stdout } = await templens(['report', makeFolder(files)]);
    expect(stdout).not.toMatch(/<link|src=|href="(?!#)/);
    const [script] = /<script>([\s\S]*?)<\/script>/.exec(stdout)!.slice(1);
    const hash = createHash('sha256').update(script!).digest('base64');
    expect(stdout).toContain(`content="default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; `);
    expect(stdout.match(/<script/g)).toHaveLength(1);
  });

  test('goes to a file with --out; the same site gives the same bytes', async () => {
    const root = makeFolder(files);
    const out = join(makeFolder(), 'report.html');
    const { code, stdout, stderr } = await templens(['report', root, '--out', out]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: `templens: Wrote ${out}.\n` });
    expect((await templens(['report', root])).stdout).toBe(readFileSync(out, 'utf8'));
  });

  test('does not become a page of the site', async () => {
    const root = makeFolder(files);
    const { code, stderr } = await templens(['report', root, '--out', join(root, 'report.html')]);
    expect(code).toBe(2);
    expect(stderr).toContain('would be a page of the site; give a file outside of it, or exclude it.');
  });

  test.runIf(isUnix)('that does not fit on the disk leaves the earlier one as it is', async () => {
    const folder = makeFolder({ 'report.html': 'earlier' });
    const out = join(folder, 'report.html');
    expect(templensOnFullDisk(['report', makeFolder(files), '--out', out], 1)).toEqual({
      code: 3,
      stderr: `templens: The report cannot be written to ${out}: the file is too large for the system.\n`,
    });
    expect(readFileSync(out, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  test.runIf(isUnix)('that does not fit on a device is reported', async () => {
    const { code, stderr } = await templens(['report', makeFolder(files), '--out', '/dev/full']);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^templens: The report cannot be written to \/dev\/full: .*\.\n$/),
    });
  });

  test('removes what a killed run left beside it', async () => {
    const pid = spawnSync('true').pid;
    const folder = makeFolder({ [`.templens-draft-${pid}-aB3dE6/new`]: 'half' });
    expect((await templens(['report', makeFolder(files), '--out', join(folder, 'report.html')])).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  test.runIf(isUnix)('goes into a pipe or device that stands for a file', async () => {
    const command = '"$0" "$1" report "$2" --out >(cat)';
    const { stdout } = spawnSync('bash', ['-c', command, process.execPath, bin, makeFolder(files)], { encoding: 'utf8' });
    expect(stdout).toMatch(/^<!doctype html>.*<\/html>/s);
  });

  test('that cannot be written is reported in a sentence', async () => {
    const { code, stderr } = await templens(['report', makeFolder(files), '--out', join(makeFolder(), 'no', 'report.html')]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^templens: The report cannot be written to .*: its folder does not exist\.\n$/);
  });
});
