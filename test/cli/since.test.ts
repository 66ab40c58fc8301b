import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { framedSite, textOf } from '../support/framed-site.ts';
import { templens } from './templens.ts';

const pages = framedSite(12).map(page => [page.path, textOf(page)] as const);
const withoutPeople = (text: string): string => text.replace(/ {6}<li><a href="[./]*people.*\n/, '');
const [[first], [second]] = pages as [(typeof pages)[number], (typeof pages)[number]];

/** A repository whose site, in the folder `site of it`, has had a finding on the first page since its first commit. */
function repository(): { folder: string; git(...args: string[]): void } {
  const site = { ...Object.fromEntries(pages), [first]: withoutPeople(pages[0]![1]) };
  const folder = makeFolder(Object.fromEntries(Object.entries(site).map(([path, text]) => [`site of it/${path}`, text])));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'The site');
  return { folder, git };
}

const check = async (cwd: string, ...args: string[]) => {
  const { code, stdout, stderr } = await templens(['check', 'site of it', ...args], { cwd });
  return { code, stdout, stderr };
};

describe('check --since', () => {
  test('reports what the working tree has and the revision has not', async () => {
    const { folder, git } = repository();
    expect((await check(folder)).code).toBe(1);
    expect(await check(folder, '--since', 'HEAD')).toEqual({
      code: 0,
      stdout: 'No new findings on 12 pages. 1 known finding not shown.\n',
      stderr: '',
    });
    writeFiles(folder, { [`site of it/${second}`]: withoutPeople(pages[1]![1]) });
    const { code, stdout } = await check(folder, '--since', 'HEAD', '--format', 'json');
    const { diagnostics, baseline } = JSON.parse(stdout);
    expect({ code, found: diagnostics.map(({ page }: { page: string }) => page) }).toEqual({ code: 1, found: [second] });
    expect(baseline.known).toBe(1);
    git('commit', '-qam', 'Worse');
    expect((await check(folder, '--since', 'HEAD')).code).toBe(0);
    expect((await check(folder, '--since', 'HEAD~1')).code).toBe(1);
  });

  test('leaves the repository as it is, and nothing in the temporary folder', async () => {
    const { folder, git } = repository();
    writeFiles(folder, { [`site of it/${second}`]: withoutPeople(pages[1]![1]), 'new.html': '<p>New' });
    git('add', 'new.html');
    const state = () => execFileSync('git', ['status', '--porcelain=v2'], { cwd: folder }).toString();
    const scratch = () => readdirSync(tmpdir()).filter(name => name.startsWith('templens-revision-'));
    const before = { state: state(), scratch: scratch() };
    await check(folder, '--since', 'HEAD');
    expect({ state: state(), scratch: scratch() }).toEqual(before);
  });

  test.each([
    ['a revision that is not there', 'nowhere', /--since nowhere: the repository has no such revision\./],
    ['an option in place of a revision', '--upload-pack=x', /^templens: [^\n]+\.\n$/],
    ['a revision without the folder', 'empty', /--since empty: the revision does not have the folder site of it\//],
  ])('%s is one sentence and code 2', async (_, revision, sentence) => {
    const { folder, git } = repository();
    git('checkout', '-q', '--orphan', 'empty');
    git('rm', '-rq', '--cached', '.');
    git('commit', '-qm', 'Nothing', '--allow-empty');
    const { code, stdout, stderr } = await check(folder, `--since=${revision}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(existsSync(join(folder, 'site of it'))).toBe(true);
  });

  test.each([
    ['a page', `HEAD:site of it/${first}`],
    ['a folder', 'HEAD:site of it/docs'],
    ['the site', 'HEAD:site of it'],
    ['everything', 'HEAD^{tree}'],
  ])('a repository that lacks the object of %s is one sentence and code 3', async (_, revision) => {
    const { folder } = repository();
    const object = execFileSync('git', ['rev-parse', revision], { cwd: folder, encoding: 'utf8' }).trim();
    rmSync(join(folder, '.git/objects', object.slice(0, 2), object.slice(2)));
    expect(await check(folder, '--since', 'HEAD')).toEqual({
      code: 3,
      stdout: '',
      stderr: `templens: --since HEAD: the repository lacks 1 object of the revision, such as ${object}. In a partial clone, check the revision out once with git; else fetch or clone the repository again.\n`,
    });
  });

  test('a partial clone is one sentence and code 3, and nothing is fetched', async () => {
    const { folder, git } = repository();
    git('config', 'uploadpack.allowFilter', 'true');
    const clone = join(makeFolder(), 'clone');
    git('clone', '-q', '--no-checkout', '--filter=blob:none', pathToFileURL(folder).href, clone);
    cpSync(join(folder, 'site of it'), join(clone, 'site of it'), { recursive: true });
    const { code, stdout, stderr } = await check(clone, '--since', 'HEAD');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(
      /^templens: --since HEAD: the repository lacks 12 objects of the revision, such as [0-9a-f]{40}\. [^\n]+\.\n$/,
    );
    expect((await check(clone, '--since', 'HEAD')).stderr).toBe(stderr);
  });

  test("any other failure of git ends with git's reason", async () => {
    const { folder } = repository();
    writeFiles(folder, { '.git/config': `${readFileSync(join(folder, '.git/config'), 'utf8')}[filter "a=b"]\n\tsmudge = cat\n` });
    const { code, stderr } = await check(folder, '--since', 'HEAD');
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/: the filter "a=b" of the repository cannot be switched off\.\n$/),
    });
    rmSync(join(folder, '.git/index'), { force: true });
    writeFiles(folder, { '.git/config': '[core]\n\trepositoryformatversion = 0\n[filter\n' });
    const broken = await check(folder, '--since', 'HEAD');
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(/^templens: [^\n]+\.\n$/);
  });

  test('outside of a repository is one sentence and code 2', async () => {
    const folder = makeFolder({ 'site of it/a.html': '<p>A' });
    const { code, stderr } = await check(folder, '--since', 'HEAD');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^templens: --since needs a git repository, and .* is not in one\.\n$/),
    });
  });
});

test('paths for programs begin at the repository', async () => {
  const { folder } = repository();
  const outputs = await Promise.all(['sarif', 'junit', 'github'].map(format => check(folder, '--format', format)));
  const [sarif, junit, github] = outputs.map(({ stdout }) => stdout);
  const path = `site of it/${first}`;
  const [run] = JSON.parse(sarif!).runs;
  const { artifactLocation } = run.results[0].locations[0].physicalLocation;
  expect(new URL(artifactLocation.uri, run.originalUriBaseIds[artifactLocation.uriBaseId].uri).pathname).toMatch(
    /^\/.*\/site%20of%20it\/[^/]+$/,
  );
  expect(decodeURI(artifactLocation.uri)).toBe(path);
  expect(junit).toContain(`file="${path}"`);
  expect(github).toContain(`file=${path},`);
});
