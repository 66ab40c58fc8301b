// Applies the examples of docs/contributing to a copy of the repository, and runs their tests there. A fenced block that names a file is that
// file; of a `diff` block, ` ` and `-` lines are found once in the file, and ` ` and `+` lines replace them, hunk by hunk (`@@`).
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { isDeep } from '../support/deep.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

interface Block {
  isDiff: boolean;
  path: string;
  text: string;
}

/** The blocks of a document that name a file, without the indentation of the list that they stand in. */
function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  for (const [, indent, , language, path, body] of document.matchAll(/^( *)(`{3,})(\w+) (\S+)\n([\s\S]*?)^\1\2$/gm)) {
    const lines = body!.split('\n').map(line => (line.startsWith(indent!) ? line.slice(indent!.length) : line));
    blocks.push({ isDiff: language === 'diff', path: path!, text: lines.join('\n') });
  }
  return blocks;
}

function patched(text: string, diff: string): string {
  let result = text;
  for (const hunk of diff.trimEnd().split(/^@@\n/m)) {
    const lines = hunk.trimEnd().split('\n');
    const side = (signs: string) => lines.filter(line => signs.includes(line[0]!)).map(line => `${line.slice(1)}\n`);
    const before = side(' -').join('');
    const parts = result.split(before);
    if (parts.length !== 2) throw new Error(`${parts.length - 1} places, not one, are\n${before}`);
    result = parts.join(side(' +').join(''));
  }
  return result;
}

/** What is compiled and tested, with the packages; the workspace's own packages are those of the copy. */
function copyOfRepository(): string {
  const copy = makeFolder();
  for (const name of [
    'package.json',
    'tsconfig.json',
    '.gitignore',
    '.config',
    'server',
    'shared',
    'client',
    'test',
    'docs',
    'syntaxes',
    'CHANGELOG.md',
  ]) {
    const filter = (path: string) => !/[/\\](?:node_modules|dist)$/.test(path);
    cpSync(join(repository, name), join(copy, name), { recursive: true, filter });
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    const own = { templens: 'server', 'templens-client': 'client', 'templens-shared': 'shared' }[name];
    symlinkSync(own ? join(copy, own) : join(repository, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const name of ['server', 'client', 'shared']) {
    const packages = join(repository, name, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(copy, name, 'node_modules'));
  }
  return copy;
}

function apply(copy: string, { isDiff, path, text }: Block): void {
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, isDiff ? patched(readFileSync(file, 'utf8'), text) : text);
}

/** Runs a command of npm or of a package in a folder. Rejects with its output if it fails. */
async function inFolder(cwd: string, command: string, ...args: string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST$)/.test(name)));
  const result = run(command, args, { cwd, env: { ...env, NO_COLOR: '1' }, maxBuffer: 1 << 26 });
  const { stdout } = await result.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}

test('a change is applied where its context stands, and only there', () => {
  expect(patched('a\nb\nc\nd\n', ' b\n-c\n+x\n@@\n d\n+e\n')).toBe('a\nb\nx\nd\ne\n');
  expect(() => patched('a\nb\n', ' c\n+d\n')).toThrow('0 places');
  expect(() => patched('a\na\n', ' a\n+d\n')).toThrow('2 places');
});

const folder = 'docs/contributing';
const examples = readdirSync(join(repository, folder))
  .map(name => ({ name, blocks: blocksOf(readFileSync(join(repository, folder, name), 'utf8')) }))
  .filter(({ blocks }) => blocks.length > 0);
const blocks = examples.flatMap(example => example.blocks);

/** Tests that the examples do not add but that judge what they add. */
const judges = [
  'test/architecture/layers.test.ts',
  'test/checks/definitions.test.ts',
  'test/cli/usage.test.ts',
  'test/docs/checks.test.ts',
  'test/lsp/lifecycle.test.ts',
];

describe('the examples for contributors', () => {
  test('are a check, a command, an extractor, a question and an editor feature', () => {
    expect(examples.map(({ name }) => name).sort()).toEqual([
      'add-a-check.md',
      'add-a-command.md',
      'add-a-question.md',
      'add-an-editor-feature.md',
      'add-an-extractor.md',
    ]);
  });

  test.each(examples)('$name touches at most five files', ({ blocks }) => {
    expect(new Set(blocks.map(({ path }) => path)).size).toBeLessThanOrEqual(5);
  });

  test('add new files', () => {
    const added = blocks.filter(({ isDiff }) => !isDiff).map(({ path }) => path);
    expect(added).toContain('server/src/core/findings/checks/long-title.ts');
    expect(added).toContain('server/src/lsp/declaration.ts');
    expect(added).toContain('server/src/cli/sizes.ts');
    expect(added.filter(path => existsSync(join(repository, path)))).toEqual([]);
  });

  test.each(examples)('$name applies to the current code', ({ blocks }) => {
    for (const { isDiff, path, text } of blocks) if (isDiff) patched(readFileSync(join(repository, path), 'utf8'), text);
  });

  test.runIf(isDeep)('compile, and their tests pass', { timeout: 600_000 }, async () => {
    const copy = copyOfRepository();
    for (const block of blocks) apply(copy, block);
    await inFolder(copy, 'npm', 'run', '--silent', 'lists');
    await inFolder(copy, 'npm', 'run', '--silent', 'typecheck');
    const added = blocks.filter(({ isDiff, path }) => !isDiff && path.endsWith('.test.ts')).map(({ path }) => path);
    expect(added).toHaveLength(examples.length - 1);
    const tests = [...added, ...judges];
    const config = ['--config', '.config/vitest.config.ts'];
    const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile', 'report.json'];
    await inFolder(copy, 'npm', 'exec', '--', 'vitest', 'run', ...config, ...reporters, ...tests);
    const report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
    expect(report.testResults.map(({ name }: { name: string }) => name.slice(copy.length + 1)).sort()).toEqual(tests.sort());
    const passed = report.testResults.flatMap(({ assertionResults }: { assertionResults: { fullName: string }[] }) =>
      assertionResults.map(({ fullName }) => fullName),
    );
    expect(passed).toContain('docs/checks/page-long-title.md example 1');
    expect(passed).toContain('templens sizes --help says what it does');
    expect(passed).toContain('a declaration is the template region at a place, and content has none');
    expect(passed).toContain('the pages with the layout of a page, and after an edit');

    // The check is there for who runs the command, too.
    const names = ['a', 'b', 'c', 'd'];
    const site = makeFolder(
      Object.fromEntries(names.map(name => [`${name}.html`, pageWith(name.repeat(name === 'd' ? 71 : 1))])),
    );
    const found = await inFolder(copy, process.execPath, 'server/bin/templens.js', 'check', site, '--fail-on', 'never');
    expect(found).toMatch(/^note page\/long-title +d\.html:3:14$/m);
  });
});

function pageWith(title: string): string {
  return `<!doctype html>
<html lang="en">
<head><title>${title}</title></head>
<body>
<nav><a href="a.html">One</a> <a href="b.html">Two</a></nav>
<main><h1>${title}</h1><p>Text of ${title}</p></main>
</body>
</html>
`;
}
