// A folder from an archive may hold a repository whose configuration names programs. git must not run them for us.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { templens } from '../cli/templens.ts';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { framedSite, textOf } from '../support/framed-site.ts';

const pages = framedSite(12).map(page => [page.path, textOf(page)] as const);

/** A repository with two versions of the footer, whose configuration, attributes and hooks run a program; `ran` are the occasions so far. */
function hostileRepository() {
  const folder = makeFolder(Object.fromEntries(pages));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'The site');
  const changed = pages
    .slice(0, 1)
    .map(([page, text]) => [
      page,
      text.replace(/ {6}<li><a href="[./]*people.*\n/, '').replace('by the Example Press.', 'by hand in the old town.'),
    ]);
  writeFiles(folder, Object.fromEntries(changed));
  git('commit', '-qam', 'Another footer');

  const marks = makeFolder();
  const occasions = ['smudge', 'clean', 'process', 'textconv', 'external', 'fsmonitor', 'signature', 'pager', 'hook'];
  const program = (occasion: string): string => {
    const file = join(marks, `${occasion}.sh`);
    writeFiles(marks, {
      [`${occasion}.sh`]: `#!/bin/sh\n: > '${join(marks, occasion)}'\n[ -f "$1" ] && exec cat "$1"\nexec cat\n`,
    });
    chmodSync(file, 0o755);
    return file;
  };
  for (const [key, occasion] of [
    ['filter.run.smudge', 'smudge'],
    ['filter.run.clean', 'clean'],
    ['filter.again.process', 'process'],
    ['diff.run.textconv', 'textconv'],
    ['diff.run.command', 'external'],
    ['diff.external', 'external'],
    ['core.fsmonitor', 'fsmonitor'],
    ['gpg.program', 'signature'],
    ['core.pager', 'pager'],
  ] as const)
    git('config', key, program(occasion));
  git('config', 'log.showSignature', 'true');
  git('config', 'core.hooksPath', join(marks, 'hooks'));
  for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction']) {
    writeFiles(marks, { [`hooks/${hook}`]: `#!/bin/sh\n: > '${join(marks, 'hook')}'\n` });
    chmodSync(join(marks, 'hooks', hook), 0o755);
  }
  writeFiles(folder, { '.git/info/attributes': '*.html filter=run diff=run\n*a*.html filter=again\n' });
  return { folder, ran: () => occasions.filter(occasion => existsSync(join(marks, occasion))) };
}

test('check --since runs no program that the repository names', async () => {
  const { folder, ran } = hostileRepository();
  const { code, stdout, stderr } = await templens(['check', '.', '--since', 'HEAD'], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^No new findings on 12 pages\./);
  expect(ran()).toEqual([]);
});

test('the age of a version is asked of git without a program that the repository names', async () => {
  const { folder, ran } = hostileRepository();
  const { stdout } = await templens(['parts', '.', '--format', 'json', '--all'], { cwd: folder });
  const parts = (JSON.parse(stdout) as { parts: { id: string; versions: unknown[] }[] }).parts;
  for (const { id, versions } of parts) {
    if (versions.length < 2) continue;
    const { code, stderr } = await templens(['parts', '.', '--part', id], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }
  expect(ran()).toEqual([]);
});
