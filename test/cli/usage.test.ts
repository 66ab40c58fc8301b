import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { optionSchemas } from 'templens-shared/extractor-options';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { isUnix } from '../support/platform.ts';
import { bin, smallSite, templens, withoutProgress } from './templens.ts';

const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const commandNames = [
  'check',
  'fix',
  'explain',
  'init',
  'parts',
  'groups',
  'report',
  'classify',
  'extract',
  'migrate',
  'model',
  'apply',
  'crawl',
  'watch',
  'lsp',
  'bench',
  'gold',
];

describe('templens', () => {
  test.each(['--version', '-v'])('%s prints the version', async option => {
    expect(await templens([option])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('-h and help show the help of a command', async () => {
    const { stdout } = await templens(['check', '--help']);
    expect(stdout).toMatch(/^Usage: templens check[\s\S]*--fail-on[\s\S]*Advanced options:[\s\S]*--extractor/);
    for (const args of [
      ['check', '-h'],
      ['help', 'check'],
    ])
      expect(await templens(args)).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  test('--help lists the commands there are', async () => {
    const { code, stdout, stderr } = await templens(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*(?:\[|<|\s)/gm)].map(match => match[1]);
    expect(commands.filter(name => name !== 'templens')).toEqual([...commandNames, 'help']);
  });

  test.each(commandNames)('%s --help says what it does', async command => {
    const { code, stdout, stderr } = await templens([command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: templens ${command}`);
  });

  test('docs/cli.md names every command and option', async () => {
    const docs = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
    // The workbench has a page of its own.
    for (const command of commandNames.filter(name => name !== 'bench')) {
      expect(docs).toContain(`## \`templens ${command}`);
      const { stdout } = await templens([command, '--help']);
      const options = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(match => match[1]!);
      expect(
        options.filter(option => option !== '--help' && !docs.includes(`\`${option}`) && !docs.includes(`${option} `)),
      ).toEqual([]);
    }
  });

  test('docs/cli.md names every option of an extractor, with its default', () => {
    const docs = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
    for (const [name, { default: value, description }] of optionSchemas) {
      const [, said, , meaning] =
        docs
          .split('\n')
          .find(line => line.startsWith(`| \`${name}\` |`))
          ?.split(' | ') ?? [];
      expect([name, said, meaning]).toEqual([
        name,
        typeof value === 'number' ? String(value).slice(0, 5) : String(value),
        `${description} |`,
      ]);
    }
  });

  test('without a command the help goes to stderr', async () => {
    const { code, stdout, stderr } = await templens([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: templens');
  });

  test.each([
    [['clasify'], "unknown command 'clasify'", 'classify'],
    [['magic'], "unknown command 'magic'", '--help'],
    [['help', 'chek'], "unknown command 'chek'", 'Did you mean check?'],
    [['help', 'magic'], "unknown command 'magic'", '--help'],
    [['check', '--no-such'], "unknown option '--no-such'", '--help'],
    [['classify', '--fromat', 'ndjson'], "unknown option '--fromat'", '--format'],
    [['classify', '--format', 'xml'], "'xml' is invalid", 'ndjson'],
    [['classify', '--extractor', 'magic'], "'magic' is invalid", 'sst-repetition'],
    [['classify', '--threads', '0'], "'0' is invalid", 'from 1'],
    [['classify', '--threads', 'two'], "'two' is invalid", 'from 1'],
    [['classify', '--threshold', '1.5'], "'1.5' is invalid", '0 to 1'],
    [['classify', '--threshold'], 'argument missing', '--threshold'],
    [['classify', '--set', 'temex.candidate=4'], 'there is no option "temex.candidate"', 'did you mean "temex.candidates"?'],
    [
      ['classify', '--set', 'iwptd.minimalSupport=4'],
      'there is no option "iwptd.minimalsupport"',
      'there are iwptd.pages, iwptd.ratio',
    ],
    [['classify', '--set', 'colour=4'], 'there is no option "colour"', 'templens explain templens/config lists all'],
    [['classify', '--set', 'temex.candidates=40'], 'must be a whole number', 'from 1 to 9'],
    [['classify', '--set', 'temex.preset=2013'], 'must be one of', 'default, add-on, 2014'],
    [['classify', '--set', 'temex.candidates'], 'is invalid', 'NAME=VALUE'],
    [['classify', '--candidates', 'links:0'], "'links:0' is invalid", 'random:N'],
    [['classify', 'one', 'two'], 'too many arguments', '--help'],
    [['classify', '--format', 'html'], '--out', '--format html'],
    [['classify', '--format', 'ndjson', '--explain'], '--explain', '--format text'],
    [['extract'], "missing required argument 'page'", '--help'],
    [['lsp'], '--stdio', '--socket'],
    [['lsp', '--stdio', '--node-ipc'], 'exactly one', '--stdio'],
  ])('%j is wrong usage', async (args, what, suggestion) => {
    const { code, stdout, stderr } = await templens(args, { cwd: makeFolder(smallSite) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^templens: [^\n]+\.\n$/);
    expect(stderr.toLowerCase()).toContain(what);
    expect(stderr).toContain(suggestion);
  });

  test.each([
    ['{"exclude": "drafts"}', 'exclude'],
    ['{"extractr": "sst"}', 'extractor'],
    ['{"threads": 0}', 'threads'],
    ['{"include": ', 'JSON'],
  ])('a configuration file with %s is refused with file and line', async (configuration, what) => {
    const site = makeFolder({ ...smallSite, 'templens.config.json': configuration });
    for (const args of [['classify'], ['groups'], ['extract', 'a.html'], ['watch']]) {
      const { code, stdout, stderr } = await templens(args, { cwd: site });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^templens: .*templens\.config\.json:1:\d+: /);
      expect(stderr).toContain(what);
      // Nothing is done with the defaults.
      expect(stderr).not.toMatch(/is used|are used|is ignored/);
    }
  });

  test.runIf(isUnix).each([['--help'], ['classify'], ['watch']])('%s says when its results cannot be written', async command => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [bin, command], { cwd: makeFolder(smallSite), stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    let stderr = '';
    child.stderr!.on('data', chunk => {
      stderr += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(3);
    expect(withoutProgress(stderr)).toBe('templens: The results cannot be written: there is no space left on the device.\n');
  });

  test('flags win over the configuration file', async () => {
    const site = makeFolder({ ...smallSite, 'templens.config.json': '{"include": ["a.html"]}' });
    expect((await templens(['classify', '--format', 'ndjson', site])).stdout.split('\n')).toHaveLength(2);
    const flags = ['--include', '*.html', '--include', 'sub/*', '--exclude', 'b.*'];
    const lines = (await templens(['classify', '--format', 'ndjson', site, ...flags])).stdout.trimEnd().split('\n');
    expect(lines.map(line => (JSON.parse(line) as { page: string }).page)).toEqual(['a.html', 'index.html', 'sub/c.html']);
  });
});
