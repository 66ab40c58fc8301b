import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, withoutProgress } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { codeBlocks, documents, documentText, repository, showsOutput } from './support/documents.ts';

/** Where the commands run: the repository's sites are there, and what they write is not in the repository. */
function workingFolder(): string {
  const folder = makeFolder();
  for (const name of ['client', 'test']) symlinkSync(join(repository, name), join(folder, name));
  return folder;
}

/** A program in place of npm, which would take packages from the network: what it installs are those of the repository. */
const npm = `#!/bin/sh\nln -s '${join(repository, 'node_modules')}' node_modules\n`;

/**
 * What a command prints on both streams. `npx templens` is the build, without the time that npx takes to find it.
 * @param programs folder with programs in place of those of the system.
 */
function printed(command: string, cwd: string, programs: string): string {
  const npx = `npx() { if [ "$1" = templens ]; then shift; "$NODE" "$TEMPLENS" "$@"; else command npx "$@"; fi; }`;
  const script = `${npx}; { ${command}\n} 2>&1 || [ $? -eq 1 ]`;
  const person = { NAME: 'Test', EMAIL: 'test@example.org' };
  const git = Object.entries(person).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  const env = {
    ...process.env,
    ...Object.fromEntries(git),
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    NODE: process.execPath,
    TEMPLENS: bin,
  };
  return withoutProgress(execFileSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' })).trimEnd();
}

/** The text with what each `$ command` of its console blocks prints now. */
function rerun(text: string): string {
  const folder = workingFolder();
  const programs = makeFolder({ npm });
  chmodSync(join(programs, 'npm'), 0o755);
  return text.replace(/(?<=^```console\n)[\s\S]*?(?=```$)/gm, block => {
    const commands = [...block.matchAll(/^\$ (.+)$/gm)].map(([, command]) => command!);
    return `${commands.map(command => `$ ${command}\n${printed(command, folder, programs)}`.trimEnd()).join('\n')}\n`;
  });
}

describe('the documentation', () => {
  const showing = documents.filter(file => codeBlocks(file).some(showsOutput));

  test('shows outputs', () =>
    expect(showing).toEqual(expect.arrayContaining(['README.md', 'docs/cli.md', 'docs/migration.md', 'docs/lab/gold.md'])));

  // `npx vitest run --config .config/vitest.config.ts test/docs/outputs -u` writes what the commands print into the documents.
  test.each(showing)('%s shows what its commands print', { timeout: 180_000 }, async file => {
    await expect(rerun(documentText(file))).toMatchFileSnapshot(join(repository, file));
  });

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(documentText('package.json')) as { scripts: Record<string, string> };
    const named = [...documentText('README.md').matchAll(/npm run ([a-z:]+)|npm (start|test)/g)].map(
      ([, run, short]) => run ?? short!,
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter(name => !(name in scripts))).toEqual([]);
  });
});
