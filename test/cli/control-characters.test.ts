// Texts and names of a site that somebody else made never tell the terminal what to do.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { bin, ended, start, templens } from './templens.ts';

/** Ends the line, rings, sets the title, turns the text around, and the one-byte form of an escape sequence. */
const evil = '\u001b[2J\u0007\u001b]0;owned\u0007\u202e\u009b31m\u007f';
const pages = framedSite(12).map(page => [page.path, textOf(page)] as const);
/** An element around everything, so that the places of parts have its name. */
const wrapped = (text: string): string => text.replace('<body>', '<body><wrap\u0007per\u001b>');
const files: Record<string, string> = {
  ...framedSiteFiles,
  ...Object.fromEntries(pages.map(([path, text]) => [path, wrapped(text)])),
};
const [first] = pages[0]!;
files[first] = files[first]!.replace(/ {2}<footer>[\s\S]*<\/footer>\n/, '').replace('<title>', `<title>${evil}`);
const [second] = pages[2]!;
files[second] = files[second]!.replace('>Archive<', `>Arch${evil}ive<`);
files[`na${evil}me.html`] = files[pages[4]![0]]!.replace('>Archive<', `>Archvie<`);
files[`link${evil}.html`] = '';

/** Colours are our own; the escape of a page is not followed by one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the test is about.
const forbidden = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202e]|\u001b(?!\[\d*m)/;

/** What the progress bar tells the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const progress = /\u001b(?:7|8|\[\??[\d;]*[GKhlJ])/g;

const commands = [
  ['check'],
  ['check', '--format', 'json'],
  ['check', '--format', 'github'],
  ['check', '--format', 'junit'],
  ['check', '--format', 'sarif'],
  ['classify'],
  ['classify', '--explain'],
  ['classify', '--format', 'ndjson'],
  ['groups'],
  ['groups', '--format', 'json'],
  ['parts'],
  ['parts', '--part', 'footer'],
  ['parts', '--format', 'json'],
  ['fix', '--explain'],
  ['init'],
];
/** Those that print nothing of a site, those that are tried in another way below, and the workbench, whose reports are files. */
const others = ['watch', 'migrate', 'model', 'apply', 'crawl', 'report', 'extract', 'lsp', 'gold', 'bench', 'explain', 'help'];

test('every command is tried', async () => {
  const { stdout } = await templens(['--help']);
  const names = [...stdout.slice(stdout.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
  expect([...new Set([...commands.map(([name]) => name), ...others])].sort()).toEqual(names.sort());
});

test.each(commands)('%s %s %s prints none', async (...args) => {
  const { stdout, stderr } = await templens([args[0]!, makeFolder(files), ...args.slice(1).filter(Boolean)]);
  expect(stdout + stderr).not.toBe('');
  expect(stdout).not.toMatch(forbidden);
  expect(stderr).not.toMatch(forbidden);
});

test('migrate prints none', async () => {
  const { stdout, stderr } = await templens([
    'migrate',
    makeFolder(files),
    '--to',
    'eleventy',
    '--out',
    join(makeFolder(), 'project'),
  ]);
  expect(stdout + stderr).not.toBe('');
  expect(stdout).not.toMatch(forbidden);
  expect(stderr).not.toMatch(forbidden);
});

test('crawl prints none', async () => {
  const page = JSON.stringify({ url: `https://example.org/${evil}`, html: files[first] });
  const folder = makeFolder({ [`pages${evil}.jsonl`]: `${page}\n{"url":"${evil}\n` });
  const { stdout, stderr } = await templens(['crawl', join(folder, `pages${evil}.jsonl`), '--out', join(folder, `rows${evil}`)]);
  expect(stdout + stderr).not.toBe('');
  expect(stdout).not.toMatch(forbidden);
  expect(stderr).not.toMatch(forbidden);
});

test('watch prints none', async () => {
  const child = start(['watch', makeFolder(files)]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', chunk => {
    stdout += chunk;
    // It runs until it is stopped.
    if (stdout.includes('"event":"idle"')) child.kill('SIGTERM');
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  await ended(child);
  expect(stdout).toContain('"event":"idle"');
  expect(stdout + stderr).not.toMatch(forbidden);
});

test('JSON reads back as the texts are', async () => {
  const { stdout } = await templens(['groups', makeFolder(files), '--format', 'json']);
  const groups = (JSON.parse(stdout) as { groups: { pages: string[] }[] }).groups;
  expect(groups.flatMap(group => group.pages)).toContain(`na${evil}me.html`);
});

test.each([
  ['fix', '', '--unsafe'],
  ['extract', first, '--content'],
])('%s prints none on a terminal', (command, target, ...options) => {
  const root = makeFolder(files);
  const code = 'import pty,sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';
  const args = ['-c', code, process.execPath, bin, command!, join(root, target!), ...options];
  const { stdout } = spawnSync('python3', args, { encoding: 'utf8' });
  expect(stdout).toContain('owned');
  // Beside colours there is the progress bar.
  expect(stdout.replaceAll('\r\n', '\n').replace(progress, '')).not.toMatch(forbidden);
});

test('fix prints a diff as it is where it is to be applied', async () => {
  const { stdout } = await templens(['fix', makeFolder({ ...files, [second]: pages[2]![1] })]);
  expect(stdout).toContain('+++ b/');
});

test('a name or an option with control characters is shown without them', async () => {
  for (const args of [['classify', `no${evil}where`], ['classify', `--op${evil}tion`], [`com${evil}mand`]]) {
    const { code, stderr } = await templens(args);
    expect(code).toBeGreaterThan(0);
    expect(stderr).not.toMatch(forbidden);
  }
});
