// Packs the package, installs it into an empty folder, and uses it there as its documentation says.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocks, fragmentsIn, linksIn } from '../docs/support/documents.ts';
import { installInto, type Packed, type Project, packInto, type Run } from './packed.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'templens-package-'));
const project = join(folder, 'project');

let packed: Packed;
let installed: Project;
const run = (command: string, ...args: string[]): Run => installed.run(command, args);

beforeAll(() => {
  packed = packInto(folder);
  installed = installInto(folder, packed.archive);
  cpSync(join(repository, 'test/fixtures/sample-site'), join(project, 'public'), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the package', () => {
  test('holds what it should, in at most 1.5 MB', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of ['README.md', 'LICENSE', 'package.json', 'bin/templens.js', 'dist/index.js', 'templens.schema.json'])
      expect(paths).toContain(path);
    expect(paths.filter(path => /\.map$|^src\/|\.test\./.test(path))).toEqual([]);
    expect(statSync(packed.archive).size).toBeLessThan(1.5e6);
  });

  test('names where the project is, and leads to files that it holds', () => {
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules/templens/package.json'), 'utf8'));
    for (const address of [manifest.repository.url, manifest.homepage, manifest.bugs.url])
      expect(address).toMatch(/^(git\+)?https:\/\/\S+$/);
    expect(manifest.keywords.length).toBeGreaterThan(3);
    expect(manifest).not.toHaveProperty('dependencies');
    const targets = Object.values(manifest.exports as Record<string, string | Record<string, string>>).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    for (const target of targets) expect(statSync(join(project, 'node_modules/templens', target)).isFile()).toBe(true);
  });
});

test('documents of the package lead to files and headings that it holds, and not to the address of the project', () => {
  const root = join(project, 'node_modules/templens');
  const { repository: home } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const address = home.url.replace(/^git\+https:\/\/|\.git$/g, '');
  const paths = packed.files.map(({ path }) => path).filter(path => path.endsWith('.md'));
  expect(paths).toEqual(expect.arrayContaining(['README.md', 'docs/api.md', 'docs/ci.md', 'docs/checks/README.md']));
  const text = (path: string): string => readFileSync(join(root, path), 'utf8');
  const links = paths.flatMap(from => linksIn(text(from), from).map(link => ({ from, ...link })));
  expect(links.filter(({ from }) => from === 'README.md').length).toBeGreaterThan(15);
  const dead = links.filter(({ path, fragment }) => {
    if (!existsSync(join(root, path))) return true;
    return fragment !== '' && !fragmentsIn(text(path)).includes(fragment);
  });
  expect(dead).toEqual([]);
  expect(paths.filter(path => text(path).includes(address))).toEqual([]);
});

test('README packs a checkout, and runs the tarball in another folder', () => {
  const block = codeBlocks('README.md').find(({ text }) => text.startsWith('npm pack'))!;
  const [pack, check] = block.text.split('\n').map(line => line.replace(/ +#.*/, '')) as [string, string];
  const elsewhere = join(folder, 'elsewhere');
  cpSync(join(repository, 'test/fixtures/sample-site/pages'), join(elsewhere, 'pages'), { recursive: true });
  const env = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
  const shell = (command: string, cwd: string) => spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  expect(shell(`${pack} --pack-destination ${elsewhere}`, repository)).toMatchObject({ status: 0 });
  const { status, stdout } = shell(check.replace('/path/to', elsewhere), join(elsewhere, 'pages'));
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/ 14 pages/) });
});

describe('the installed command', () => {
  test('checks a site', () => {
    const { code, stdout, stderr } = run('npx', 'templens', 'check', 'public', '--format', 'json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, pages: 14 });
  });

  test("is what README's command runs, which checks the folder `site`", () => {
    const command = codeBlocks('README.md').find(
      ({ language, text }) => language === 'sh' && text === 'npx templens check site\n',
    );
    cpSync(join(project, 'public'), join(project, 'site'), { recursive: true });
    const { code, stdout } = run('sh', '-c', command!.text);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 14 pages/) });
  });

  test('lists parts', () => {
    const { code, stdout } = run('npx', 'templens', 'parts', 'public', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).parts.length).toBeGreaterThan(0);
  });

  test('parses a large site in worker threads', () => {
    const command = 'node_modules/templens/bin/templens.js';
    mkdirSync(join(project, 'large'));
    for (let page = 0; page < 500; page++) writeFileSync(join(project, `large/${page}.html`), `<h1>Page ${page}</h1><p>Text`);
    const { code, stderr } = run(process.execPath, command, 'groups', 'large', '--threads', '2', '--no-cache');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('writes a report', () => {
    expect(run('npx', 'templens', 'report', 'public', '--out', 'report.html').code).toBe(0);
    expect(readFileSync(join(project, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });

  test('explains a finding', () => {
    const { code, stdout } = run('npx', 'templens', 'explain', 'template/missing-node');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^template\/missing-node\n/);
  });
});

test("the GitHub action's script runs the installed command", () => {
  const script = join(repository, '.github/actions/check/check.sh');
  const inputs = { TEMPLENS: 'npx templens', INPUT_PATHS: 'public', INPUT_FAIL_ON: 'information' };
  const { code, stdout, stderr } = installed.run('bash', [script], inputs);
  expect({ code, stdout, stderr: stderr.replace(/^npm warn .*\n/gm, '') }).toEqual({ code: 0, stdout: '', stderr: '' });
});

describe('docs/api.md', () => {
  const documentation = readFileSync(join(repository, 'docs/api.md'), 'utf8');
  const blocks = [...documentation.matchAll(/^```(ts|js)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language, name, code]) => ({
    language: language!,
    name,
    code: code!,
  }));
  const examples = blocks.filter(({ name }) => name === undefined);

  test('has examples', () => expect(examples.length).toBeGreaterThan(4));

  test('each TypeScript example compiles with strict, and each example runs', () => {
    const sources = examples.map(({ language, code }, index) => {
      const name = `example-${index}.${language}`;
      writeFileSync(join(project, name), code);
      return name;
    });
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      lib: ['es2023'],
      module: 'nodenext',
      skipLibCheck: false,
      typeRoots: [join(repository, 'node_modules/@types')],
      types: ['node'],
      outDir: 'compiled',
      rootDir: '.',
    };
    const files = sources.filter(name => name.endsWith('.ts'));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiled = run(process.execPath, join(repository, 'node_modules/typescript/bin/tsc'), '-p', '.');
    expect(compiled.stdout).toBe('');
    expect(compiled.code).toBe(0);
    for (const name of sources) {
      const file = name.endsWith('.ts') ? `compiled/${name.replace('.ts', '.js')}` : name;
      const { code, stderr } = run(process.execPath, file);
      expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
    }
  });

  test('the types need no other types than those of TypeScript itself', () => {
    writeFileSync(join(project, 'plain.ts'), examples[0]!.code);
    const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', skipLibCheck: false, noEmit: true, types: [] };
    writeFileSync(join(project, 'plain.json'), JSON.stringify({ compilerOptions, files: ['plain.ts'] }));
    const { code, stdout } = run(process.execPath, join(repository, 'node_modules/typescript/bin/tsc'), '-p', 'plain.json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});
