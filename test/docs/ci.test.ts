import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bin } from '../cli/templens.ts';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { isDeep } from '../support/deep.ts';
import { framedSite, textOf } from '../support/framed-site.ts';
import { isUnix } from '../support/platform.ts';
import { codeBlocks } from './support/documents.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const pages = framedSite(12).map(page => [`public/${page.path}`, textOf(page)] as const);
const withoutPeople = (text: string): string => text.replace(/ {6}<li><a href="[./]*people.*\n/, '');
const [first, second] = pages as [(typeof pages)[number], (typeof pages)[number]];

function site() {
  const folder = makeFolder({ ...Object.fromEntries(pages), [first[0]]: withoutPeople(first[1]) });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'The site');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  return folder;
}

describe.runIf(isUnix && isDeep)('the GitHub action', () => {
  const action = join(repository, '.github/actions/check');
  const run = (cwd: string, inputs: Record<string, string>) => {
    const env = { ...process.env, TEMPLENS: `${process.execPath} ${bin}`, ...inputs };
    const { status, stdout, stderr } = spawnSync('bash', [join(action, 'check.sh')], { cwd, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  test('passes its inputs on, and annotates from the repository', () => {
    const { inputs } = /inputs:\n(?<inputs>[\s\S]*?)\nruns:/.exec(readFileSync(join(action, 'action.yml'), 'utf8'))!.groups!;
    expect([...inputs!.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name)).toEqual(['paths', 'since', 'fail-on', 'version']);
    const folder = site();
    const found = run(folder, { INPUT_PATHS: 'public' });
    expect(found.status).toBe(1);
    expect(found.stdout).toMatch(new RegExp(`^::warning file=${first[0]},line=\\d+`));
    expect(run(folder, { INPUT_PATHS: 'public', INPUT_FAIL_ON: 'never' }).status).toBe(0);
    expect(run(folder, { INPUT_PATHS: 'public', INPUT_SINCE: 'HEAD' })).toEqual({ status: 0, stdout: '', stderr: '' });
    writeFiles(folder, { [second[0]]: withoutPeople(second[1]) });
    expect(run(folder, { INPUT_PATHS: 'public', INPUT_SINCE: 'HEAD' }).stdout).toContain(`file=${second[0]},`);
    expect(run(folder, { INPUT_PATHS: `public\n${second[0]}\n` }).stdout).toContain(`file=${first[0]},`);
  });

  test('is red where there is nothing to check, and runs nothing that stands in an input', () => {
    const folder = site();
    expect(run(folder, { INPUT_PATHS: '.git' }).status).toBe(2);
    expect(run(folder, { INPUT_PATHS: '$(touch hacked)', INPUT_SINCE: '`touch hacked`' }).status).toBe(3);
    expect(run(folder, { INPUT_PATHS: 'public', INPUT_SINCE: '--output=hacked' }).status).toBe(2);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: folder }).toString()).toBe('');
  });
});

test('the hook in the documentation is the one that the repository defines', () => {
  const block = codeBlocks('docs/ci.md').find(({ text }) => text.startsWith('repos:'))!;
  const [defined] = parse(readFileSync(join(repository, '.pre-commit-hooks.yaml'), 'utf8')) as [{ description: string }];
  const { description: _, ...hook } = defined;
  expect(parse(block.text)).toEqual({ repos: [{ repo: 'local', hooks: [hook] }] });
});

test.runIf(isDeep)('the pre-commit hook checks the pages of a commit, and lets a commit without pages through', () => {
  const hook = readFileSync(join(repository, '.pre-commit-hooks.yaml'), 'utf8');
  const [, ...args] = /entry: npx --yes (.+)/.exec(hook)![1]!.split(' ');
  const folder = site();
  const run = (...files: string[]) => spawnSync(process.execPath, [bin, ...args, ...files], { cwd: folder, encoding: 'utf8' });
  expect(run(first[0]).status).toBe(1);
  expect(run(second[0]).status).toBe(0);
  for (const name of ['--page=x.html', '--fail-on=never', '-x.html', '--', ...(isUnix ? ['--exclude=**.html'] : [])]) {
    writeFiles(folder, { [name]: second[1] });
    expect({ name, status: run(first[0], name).status }).toEqual({ name, status: 1 });
    rmSync(join(folder, name));
  }
  writeFiles(folder, { '.gitignore': 'drafts', 'drafts/a.html': '<p>A' });
  expect(run('drafts/a.html').status).toBe(0);
});

test('the examples call commands and options that exist', () => {
  const text = readFileSync(join(repository, 'docs/ci.md'), 'utf8');
  const commands = [...text.matchAll(/npx --yes templens (.+?)(?: >|$)/gm)].map(([, command]) => command!.split(' '));
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) {
    const [name, ...rest] = command;
    const { status } = spawnSync(process.execPath, [bin, name!, '--fail-on', 'never', ...rest], { cwd: site() });
    expect({ command, status }).toEqual({ command, status: 0 });
  }
});
