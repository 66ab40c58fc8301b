import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { isUnix } from '../support/platform.ts';
import { bin, ended, page, smallSite, start, templens } from './templens.ts';

const oneSentence = /^templens: [^\n]+\.\n$/;
const pagesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map(line => (JSON.parse(line) as { page: string }).page);

describe('a site that cannot be read', () => {
  test.each([
    ['does not exist', 'none', 'none cannot be read: it does not exist'],
    ['is a file', 'a.html', 'a.html is a file; give the folder of the site'],
    ['is below a file', 'a.html/site', 'cannot be read: a part of the path is a file'],
    ['is a dangling link', 'dangling', 'dangling cannot be read: it does not exist'],
    ['is a link to itself', 'loop', 'cannot be read: its links lead in a circle'],
    ['has too long a name', 'x'.repeat(300), 'cannot be read: the name is too long'],
  ])('%s', async (_, name, sentence) => {
    const folder = makeFolder(smallSite);
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('loop', join(folder, 'loop'));
    for (const command of ['classify', 'groups', 'watch']) {
      const { code, stdout, stderr } = await templens([command, name], { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toMatch(oneSentence);
      expect(stderr).toContain(sentence);
    }
    const { code, stderr } = await templens(['extract', 'a.html', '--site', name], { cwd: folder });
    expect([2, 3]).toContain(code);
    expect(stderr).toMatch(oneSentence);
  });

  test('an empty one is no error', async () => {
    const folder = makeFolder({ 'notes.txt': 'no page' });
    for (const args of [['classify'], ['classify', '--format', 'ndjson'], ['groups']]) {
      const { code, stdout, stderr } = await templens(args, { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(stderr).toMatch(/^templens: There are no pages in [^\n]+\.\n$/);
    }
    const groups = JSON.parse((await templens(['groups', '--format', 'json'], { cwd: folder })).stdout);
    expect(groups).toMatchObject({ groups: [], dunn: null, gapThreshold: null });
    const out = join(folder, 'report');
    expect((await templens(['classify', folder, '--format', 'html', '--out', out, '--exclude', 'report'])).code).toBe(0);
  });
});

describe('files that are not pages', () => {
  test('a folder and links by the name of a page are no pages, and reported so', async () => {
    const folder = makeFolder(smallSite);
    mkdirSync(join(folder, 'x.html'));
    writeFileSync(join(folder, 'x.html', 'inside.html'), page('Inside', 'A page in a folder named like a page.'));
    symlinkSync('nowhere.html', join(folder, 'dangling.html'));
    symlinkSync(
      join(makeFolder({ 'secret.html': page('Secret', 'Not of this site.') }), 'secret.html'),
      join(folder, 'outside.html'),
    );
    const { code, stdout, stderr } = await templens(['classify', folder, '--format', 'ndjson']);
    expect(code).toBe(0);
    expect(pagesOf(stdout)).toEqual([...Object.keys(smallSite), 'x.html/inside.html'].sort());
    const sentences = stderr.trimEnd().split('\n').sort();
    expect(sentences).toHaveLength(3);
    expect(sentences[0]).toMatch(/^templens: .*dangling\.html .*leads nowhere/);
    expect(sentences[1]).toMatch(/^templens: .*outside\.html .*leads outside the site/);
    expect(sentences[2]).toMatch(/^templens: .*x\.html is a folder, not a page/);
  });

  test('random bytes are a page like any other', async () => {
    // A fixed sequence without pattern: x' = 1664525 x + 1013904223 mod 2^32.
    let state = 7;
    const bytes = Buffer.from(
      Array.from({ length: 200_000 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 24;
      }),
    );
    const folder = makeFolder({ ...smallSite, 'noise.html': bytes, 'empty.html': '' });
    const { code, stdout, stderr } = await templens(['classify', folder, '--format', 'ndjson']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(pagesOf(stdout)).toEqual([...Object.keys(smallSite), 'noise.html', 'empty.html'].sort());
    for (const format of ['text', 'html', 'json']) {
      const run = await templens(['extract', '--content', '--format', format, 'noise.html', '--site', '.'], { cwd: folder });
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    }
  });

  test('a page of 50 MB is skipped and reported', async () => {
    const folder = makeFolder({ ...smallSite, 'huge.html': Buffer.alloc(50 * 1024 * 1024, '<p>much</p>') });
    const { code, stdout, stderr } = await templens(['classify', folder, '--format', 'ndjson']);
    expect(code).toBe(0);
    expect(pagesOf(stdout)).toEqual(Object.keys(smallSite).sort());
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(/huge\.html.*(MB|bytes)/);
    const extract = await templens(['extract', 'huge.html', '--site', '.'], { cwd: folder });
    expect({ code: extract.code, stdout: extract.stdout }).toEqual({ code: 3, stdout: '' });
    expect(extract.stderr).toContain('huge.html was skipped');
  });

  test('elements nested without end do no harm', async () => {
    const deep = `${'<div>'.repeat(20_000)}deep inside${'</div>'.repeat(20_000)}`;
    const folder = makeFolder({ ...smallSite, 'deep.html': deep });
    for (const args of [['classify'], ['classify', '--format', 'ndjson'], ['extract', 'deep.html', '--site', '.']]) {
      const { code, stdout } = await templens(args, { cwd: folder });
      expect(code).toBe(0);
      expect(stdout).not.toBe('');
    }
    const { stdout } = await templens(['classify', '--format', 'ndjson', '--page', 'deep.html'], { cwd: folder });
    const { nodes } = JSON.parse(stdout) as { nodes: { start: number }[] };
    expect(nodes).toHaveLength(20_001);
  });
});

/** A socket at a path; only there as long as somebody listens. */
async function listenAt(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

describe('files of another kind', () => {
  // A pipe that nobody writes to would block for ever, a device fill the memory.
  test.runIf(isUnix).each(['templens.config.json', '.gitignore', 'pipe.html'])('a pipe as %s does not block', async name => {
    const folder = makeFolder(smallSite);
    execFileSync('mkfifo', [join(folder, name)]);
    const { code, stdout, stderr } = await templens(['classify', folder, '--format', 'ndjson']);
    if (name === 'templens.config.json') {
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('templens.config.json cannot be read: it is not a regular file.'),
      });
    } else expect({ code, pages: pagesOf(stdout) }).toEqual({ code: 0, pages: ['a.html', 'b.html', 'index.html', 'sub/c.html'] });
  });

  test.runIf(isUnix).each(['templens.config.json', '.gitignore', 'socket.html'])('a socket as %s is not read', async name => {
    const folder = makeFolder(smallSite);
    await listenAt(join(folder, name));
    const { code, stdout, stderr } = await templens(['classify', folder, '--format', 'ndjson']);
    if (name === 'templens.config.json')
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(oneSentence) });
    else expect({ code, pages: pagesOf(stdout) }).toEqual({ code: 0, pages: Object.keys(smallSite).sort() });
  });

  test.runIf(isUnix)('pipes that come while the site is watched do not block', async () => {
    const folder = makeFolder(smallSite);
    const child = start(['watch', folder]);
    let said = '';
    child.stdout.on('data', chunk => {
      said += chunk;
    });
    const until = async (words: string) => {
      while (!said.includes(words)) await new Promise(resolve => child.stdout.once('data', resolve));
    };
    await until('"event":"idle"');
    for (const name of ['templens.config.json', '.gitignore', 'pipe.html']) execFileSync('mkfifo', [join(folder, name)]);
    writeFileSync(join(folder, 'new.html'), page('New', 'It came after the pipes.'));
    await until('"page":"new.html"');
    child.kill('SIGTERM');
    expect((await ended(child)).code).toBe(0);
    expect(said).not.toContain('pipe.html');
  });

  test.runIf(isUnix).each(['templens.config.json', '.gitignore'])('a device as %s does not fill the memory', async name => {
    const folder = makeFolder(smallSite);
    symlinkSync('/dev/zero', join(folder, name));
    const { code } = await templens(['classify', folder, '--format', 'ndjson']);
    expect(code).toBe(name === '.gitignore' ? 0 : 2);
  });
});

test.runIf(process.platform === 'linux')('pages and folders whose names are not UTF-8 are reported', async () => {
  const folder = makeFolder(smallSite);
  const name = (...parts: (string | number)[]) =>
    Buffer.concat([
      Buffer.from(`${folder}/`),
      ...parts.map(part => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))),
    ]);
  writeFileSync(name('caf', 0xe9, '.html'), page('Coffee', 'Black.'));
  mkdirSync(name('t', 0xe9));
  writeFileSync(name('t', 0xe9, '/tea.html'), page('Tea', 'Green.'));
  const { code, stdout, stderr } = await templens(['classify', folder, '--format', 'ndjson']);
  expect({ code, pages: pagesOf(stdout) }).toEqual({ code: 0, pages: Object.keys(smallSite).sort() });
  expect(stderr).toContain('templens: The name of caf\ufffd.html is not valid UTF-8');
  expect(stderr).toContain('templens: The name of t\ufffd is not valid UTF-8');
});

test('a glob that cannot be read is reported', async () => {
  const folder = makeFolder(smallSite);
  for (const option of ['--include', '--exclude', '--page']) {
    const { code, stderr } = await templens(['classify', folder, option, '[a']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'templens: The glob [a has no "]" for one of its brackets.\n' });
  }
});

test.runIf(isUnix).each([26, 28, 32, 36, 44])('with at most %i open files it works or says so', limit => {
  const folder = makeFolder(smallSite);
  const run = (...args: string[]) =>
    spawnSync('bash', ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, ...args], { cwd: folder, encoding: 'utf8' });
  // Node itself opens about twenty.
  if (run('-p', '1').status !== 0) return;
  const { status, stdout, stderr } = run(bin, 'classify', '--format', 'ndjson');
  if (status === 0) expect(pagesOf(stdout)).toEqual(Object.keys(smallSite).sort());
  else
    expect({ status, stdout, stderr }).toEqual({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^templens: [^\n]*too many files are open[^\n]*\.\n$/),
    });
});
