import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAll } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { bin, templens, templensOnFullDisk } from './templens.ts';

const pages = framedSite(8);
const files: Record<string, string> = {
  ...framedSiteFiles,
  ...Object.fromEntries(pages.map(page => [page.path, textOf(page)])),
  'alone.html': '<!doctype html><title>Alone</title><body bgcolor="white"><center><pre>x < y & z</pre></center>',
};
const drifted = pages[3]!.path;
files[drifted] = files[drifted]!.replace('>Archive<', '>Arch&amp;ive<');

const texts = (html: string, selector: string) =>
  selectAll(selector, parseDocument(html)).map(node => DomUtils.textContent(node));

describe('a report', () => {
  test('has a picture of every group, every page with its coverage, and the findings', async () => {
    const { code, stdout } = await templens(['report', makeFolder(files)]);
    expect(code).toBe(0);
    const groups = texts(stdout, 'section > h3').map(heading => heading.replace(/^[^:]+: /, ''));
    expect(groups).toHaveLength(2);
    expect(groups[0]).toMatch(/^8 pages, \d+ % template, /);
    expect(groups[1]).toMatch(/^1 page, /);
    expect(texts(stdout, 'svg g title').sort()).toEqual(
      Object.keys(files)
        .filter(path => path.endsWith('.html'))
        .sort(),
    );
    expect(selectAll('svg rect.template', parseDocument(stdout)).length).toBeGreaterThan(8);
    expect(selectAll('svg rect.content', parseDocument(stdout)).length).toBeGreaterThan(8);
    expect(texts(stdout, 'td:first-child').sort()).toEqual(texts(stdout, 'svg g title').sort());
    const finding = texts(stdout, 'li').find(text => text.includes('template/changed-text'));
    expect(finding).toMatch(/“Arch&ive” here; “Archive” on 7 of 8 pages/);
    expect(stdout).not.toMatch(/<script|<link|src=|href="(?!#)/);
    expect(stdout).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `);
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

  test('that does not fit on the disk leaves the earlier one as it is', async () => {
    const folder = makeFolder({ 'report.html': 'earlier' });
    const out = join(folder, 'report.html');
    expect(templensOnFullDisk(['report', makeFolder(files), '--out', out], 1)).toEqual({
      code: 3,
      stderr: `templens: The report cannot be written to ${out}: the file is too large for the system.\n`,
    });
    expect(readFileSync(out, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  test('that does not fit on a device is reported', async () => {
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

  test('goes into a pipe or device that stands for a file', async () => {
    const command = '"$0" "$1" report "$2" --out >(cat)';
    const { stdout } = spawnSync('bash', ['-c', command, process.execPath, bin, makeFolder(files)], { encoding: 'utf8' });
    expect(stdout).toMatch(/^<!doctype html>.*<\/html>/s);
  });

  test('that cannot be written is said in a sentence', async () => {
    const { code, stderr } = await templens(['report', makeFolder(files), '--out', join(makeFolder(), 'no', 'report.html')]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^templens: The report cannot be written to .*: it does not exist\.\n$/);
  });
});
