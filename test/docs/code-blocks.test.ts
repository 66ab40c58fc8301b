// Every fenced block of a document is checked by something: here, or by the test that `elsewhere` names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse as parseHtml } from 'parse5';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { makeFolder } from '../site/folder.ts';
import { type CodeBlock, codeBlocks, documents, repository, showsOutput } from './support/documents.ts';

/** Blocks that another test executes: file and language, and the test. */
const elsewhere: [RegExp, RegExp, string][] = [
  [/^docs\/checks\//, /^(?:html|text)$/, 'test/docs/checks.test.ts'],
  [/^docs\/directives\.md$/, /^html$/, 'test/docs/directives.test.ts'],
  [/^docs\/api\.md$/, /^(?:ts|js)$/, 'test/package/package.test.ts'],
  [/^docs\/crawl\.md$/, /^jsonl$/, 'test/crawl/worker.test.ts'],
  [/^docs\/crawl\.md$/, /^(?:sh|js|text)$/, 'test/crawl/crawl-docs.test.ts'],
  [/^docs\/contributing\//, /^(?:ts|diff|md)$/, 'test/docs/contributing.test.ts'],
];

const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const schema = (name: string) =>
  new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(join(repository, 'server', name), 'utf8')));
const isConfiguration = schema('templens.schema.json');
const isGold = schema('gold.schema.json');

const adapter = readFileSync(join(repository, 'server/spark/templens_spark.py'), 'utf8');

type Check = (block: CodeBlock) => void;

const checks: Record<string, Check> = { console: commands, sh: commands, python, json, yaml, toml, html, lua, elisp, vim };

/** Commands whose output is not shown, most of which take minutes: what they call exists. Their options: options.test.ts. README's run. */
function commands({ language, text }: CodeBlock): void {
  const lines = language === 'sh' ? text.split('\n') : [...text.matchAll(/^\$ (.*)/gm)].map(([, line]) => line!);
  const called = lines
    .flatMap(line => line.split('#')[0]!.split('&&'))
    .map(command => command.trim())
    .filter(command => command !== '');
  expect(called.length).toBeGreaterThan(0);
  for (const command of called) {
    const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
    const [, bench] = /^node test\/bench\/dist\/([\w-]+)\.js/.exec(command) ?? [];
    if (script !== undefined) expect(['ci', 'i', 'install', 'pack', ...Object.keys(scripts)]).toContain(script);
    else if (bench !== undefined) expect(existsSync(join(repository, `test/bench/${bench}.ts`))).toBe(true);
    else if (command.startsWith('spark-submit ')) {
      const [, given] = command.split(' templens_spark.py ');
      for (const option of given!.match(/--[\w-]+/g)!.filter(name => name !== '--quiet'))
        expect(adapter).toContain(`"${option}"`);
    } else expect(command).toMatch(/^(?:npx )?(?:--yes )?(?:-p \S+ )?templens [a-z]+/);
  }
}

/** Is valid, and uses what the adapter of Spark has. */
function python({ text }: CodeBlock): void {
  const { status, stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    input: text,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const used = [...text.matchAll(/\btemplens\.(\w+)\(/g)].map(([, name]) => name!);
  expect(used.length).toBeGreaterThan(0);
  for (const name of used) expect(adapter).toContain(`\ndef ${name}(`);
}

function json({ file, text }: CodeBlock): void {
  // Of the settings of an editor, one line may be shown.
  const value = JSON.parse(text.trimStart().startsWith('{') ? text.replaceAll('...', '0') : `{${text}}`);
  if (file === 'docs/lab/gold.md') expect([isGold(value), isGold.errors]).toEqual([true, null]);
  if (file === 'docs/configuration.md') expect([isConfiguration(value), isConfiguration.errors]).toEqual([true, null]);
  // It shows what is reported.
  if (file === 'docs/checks/templens-config.md') expect(isConfiguration(value)).toBe(false);
}

function yaml({ text }: CodeBlock): void {
  expect(parseYaml(text)).toBeInstanceOf(Object);
}

function toml({ text }: CodeBlock): void {
  expect(Object.keys(parseToml(text))).not.toEqual([]);
}

function html({ text }: CodeBlock): void {
  const errors: string[] = [];
  parseHtml(text, { sourceCodeLocationInfo: true, onParseError: ({ code }) => errors.push(code) });
  expect(errors.filter(code => code !== 'missing-doctype')).toEqual([]);
}

function lua({ text }: CodeBlock): void {
  const file = join(makeFolder({ 'recipe.lua': text }), 'recipe.lua');
  const script = `lua local ok, why = loadfile([[${file}]]); print(ok and "parsed" or why)`;
  const { stderr } = spawnSync('nvim', ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', script, '-c', 'q'], {
    encoding: 'utf8',
  });
  expect(stderr.trim()).toBe('parsed');
}

/** The recipe runs, without Eglot itself. */
function elisp({ text }: CodeBlock): void {
  const folder = makeFolder({ 'recipe.el': text, 'eglot.el': "(defvar eglot-server-programs nil) (provide 'eglot)" });
  const print = "(princ (alist-get '(html-mode mhtml-mode) eglot-server-programs nil nil #'equal))";
  const args = ['--batch', '-Q', '-L', folder, '-l', 'eglot', '-l', join(folder, 'recipe.el'), '--eval', print];
  const { status, stdout } = spawnSync('emacs', args, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '(templens lsp --stdio :initializationOptions (:hints t))' });
}

/** The recipe runs; the plugin that it calls is a stand-in that notes what it is given. */
function vim({ text }: CodeBlock): void {
  const folder = makeFolder({ 'recipe.vim': text });
  mkdirSync(join(folder, 'autoload/ale'), { recursive: true });
  writeFileSync(
    join(folder, 'autoload/ale/linter.vim'),
    `function! ale#linter#Define(language, linter)\n  call writefile([a:language, a:linter.command], '${folder}/defined')\nendfunction\n`,
  );
  spawnSync('vim', [
    '-es',
    '-N',
    '-u',
    'NONE',
    '-i',
    'NONE',
    '-c',
    `set rtp^=${folder}`,
    '-c',
    `source ${folder}/recipe.vim`,
    '-c',
    'qa!',
  ]);
  expect(readFileSync(join(folder, 'defined'), 'utf8')).toBe('html\n%e lsp --stdio\n');
}

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
/** Without the editor, its recipes are skipped; CI has all of them. */
const missing = new Set(
  Object.entries({ lua: 'nvim', python: 'python3', elisp: 'emacs', vim: 'vim' })
    .filter(([, program]) => !isThere(program))
    .map(([language]) => language),
);

// Blocks without a language are formulas and pictures; commands with their outputs are executed by outputs.test.ts.
const blocks = documents.flatMap(codeBlocks).filter(block => block.language !== '' && !showsOutput(block));

test('every block has a test', () => {
  expect(blocks.length).toBeGreaterThan(100);
  const isElsewhere = ({ file, language }: CodeBlock) =>
    elsewhere.some(([files, languages]) => files.test(file) && languages.test(language));
  expect(blocks.filter(block => !isElsewhere(block) && !(block.language in checks))).toEqual([]);
  expect(elsewhere.filter(([, , path]) => !existsSync(join(repository, path)))).toEqual([]);
});

/** What runs the commands of README's blocks without an output, and what it holds. */
const executed: Record<string, [string, string]> = {
  'npx templens check site': ['test/package/package.test.ts', "'npx templens check site"],
  'npm pack -w server': ['test/package/package.test.ts', "startsWith('npm pack')"],
  'npx --yes -p /path/to/templens-*.tgz templens check .': ['test/package/package.test.ts', "startsWith('npm pack')"],
  'npm ci': ['.ci/run', ' npm ci\n'],
  'npm start': ['test/docs/tour.test.ts', 'npm start'],
  'npm test': ['.ci/run', ' npm test '],
};

test("each command of README's blocks is executed by a test or by CI", () => {
  const lines = blocks
    .filter(({ file, language }) => file === 'README.md' && language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
    .map(line => line.replace(/ +#.*/, ''));
  const commands = new Set(lines.flatMap(line => line.split(' && ')));
  expect([...commands].sort()).toEqual(Object.keys(executed).sort());
  for (const [path, held] of Object.values(executed)) expect(readFileSync(join(repository, path), 'utf8')).toContain(held);
});

const own = blocks.filter(
  ({ file, language }) =>
    language in checks && !elsewhere.some(([files, languages]) => files.test(file) && languages.test(language)),
);
describe.each(own)('$file:$line', block => {
  test.skipIf(missing.has(block.language))(`${block.language} is what it says`, () => checks[block.language]!(block));
});
