// Projects for Jekyll and for server-side includes, built and served by the real programs; skipped where they are not installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder, newFolder, removeFolder } from '../site/folder.ts';
import { corpusAvailable, corpusFolder } from '../support/corpus.ts';
import { page, smallSite, templens } from './templens.ts';

const isThere = (program: string): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0;

const code = page('Code', '\n  {{ user }} {% if x %} {% endraw %} {# y #} {{ "{" }}');
const site = {
  ...smallSite,
  'docs/api/code.html': code,
  'other.htm': page('Other', 'a\n---\nb'),
  '.well-known/x.txt': 'x',
  'site.css': 'body{}',
  'big.html': page('Big', 'one\ntwo').replace('<!doctype html>', '\n\n<!doctype html>'),
};
const corpus = corpusAvailable ? ['aviato', 'castalio', 'libreim', 'modern-business', 'pybonacci'] : [];
const pagesOf = (name: string): string => join(corpusFolder, name, 'pages');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));

describe.runIf(isThere('jekyll'))('to Jekyll', () => {
  test.each(['small', ...corpus])('%s is built byte for byte', { timeout: 120_000 }, async name => {
    const root = name === 'small' ? makeFolder(site) : pagesOf(name);
    const out = join(makeFolder(), 'project');
    const { code: exit, stdout, stderr } = await templens(['migrate', root, '--to', 'jekyll', '--out', out]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toContain('\n0 pages as they are');
    const files = filesBelow(root).length;
    expect(stdout).toContain(`Built: ${files} of ${files} files equal byte for byte.`);
  });
});

test.runIf(isThere('jekyll'))(
  'files with names of posts and drafts are built where the site has them',
  { timeout: 120_000 },
  async () => {
    const root = makeFolder({
      ...smallSite,
      '_posts/2020-01-02-day.html': page('A day', 'in a folder of posts'),
      '_posts/2020-13-45-no-day.html': page('No day', 'with an invalid date'),
      '_posts/2020-01-03-copied.txt': 'no page',
      '_drafts/idea.html': page('An idea', 'in a folder of drafts'),
      'blog/_posts/2020-01-05-note.html': page('A note', 'deeper'),
    });
    const out = join(makeFolder(), 'project');
    const { code: exit, stdout, stderr } = await templens(['migrate', root, '--to', 'jekyll', '--out', out]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const files = filesBelow(root).length;
    expect(stdout).toContain(`Built: ${files} of ${files} files equal byte for byte.`);
  },
);

describe.runIf(isThere('nginx'))('to server-side includes', () => {
  test.each(['small', ...corpus])('%s is served byte for byte', { timeout: 120_000 }, async name => {
    const root = name === 'small' ? makeFolder(site) : pagesOf(name);
    const folder = newFolder({});
    onTestFinished(() => removeFolder(folder));
    const out = join(folder, 'project');
    const { code: exit, stderr } = await templens(['migrate', root, '--to', 'ssi', '--out', out]);
    expect(exit).toBe(0);
    expect(stderr).toMatch(/^templens: A web server makes the pages [^\n]+\n$/);
    const port = await serve(folder, out);
    let included = 0;
    for (const path of filesBelow(root)) {
      const url = `http://127.0.0.1:${port}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const response = await fetch(url);
      const body = Buffer.from(await response.arrayBuffer());
      expect(body.equals(readFileSync(join(root, path))), `${path} ${response.status}`).toBe(true);
      if (readFileSync(join(out, path)).includes('<!--#include')) included++;
    }
    expect(included).toBeGreaterThan(0);
  });
});

describe('to Astro', () => {
  const write = async (files: Record<string, string>) => {
    const out = join(makeFolder(), 'project');
    const { code, stderr } = await templens(['migrate', makeFolder(files), '--to', 'astro', '--out', out]);
    return { out, code, stderr, read: (path: string) => readFileSync(join(out, path), 'utf8') };
  };

  test('a page passes its values and its content to a layout', async () => {
    const { out, code, stderr, read } = await write(smallSite);
    expect(code).toBe(0);
    expect(stderr).toBe(
      `templens: The project is not built, since Astro is not installed: give --install, or run npm install && npx astro build in ${out}.\n`,
    );
    const [layout] = readdirSync(join(out, 'src/layouts'));
    expect(read('src/pages/sub/c.astro')).toBe(`---
import Layout from '../../layouts/${layout}';
---
<Layout
  title="Prices"
><Fragment is:raw>Everything costs nothing &amp; more.</Fragment></Layout>
`);
    expect(read(`src/layouts/${layout}`)).toMatch(
      /^---\nconst \{ title = '' \} = Astro\.props;\n---\n<Fragment is:raw><!doctype html>/,
    );
    expect(read(`src/layouts/${layout}`)).toContain('</Fragment><slot /><Fragment is:raw>');
    expect(JSON.parse(read('package.json')).devDependencies.astro).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('a page gets its name back where Astro gives it another one', async () => {
    const { read } = await write({ ...smallSite, 'other.htm': page('Other', 'Other'), 'sub/_x.html': page('X', 'An x') });
    expect(read('src/pages/other-htm.astro')).toContain('title="Other"');
    const [, names] = /const names = (\{[^}]*\});/.exec(read('astro.config.mjs'))!;
    expect(JSON.parse(names!)).toEqual({ 'other-htm.html': 'other.htm', 'sub/x.html': 'sub/_x.html' });
  });
});

/** Serves a folder by nginx with server-side includes until the test ends; returns the port. */
async function serve(folder: string, root: string): Promise<number> {
  const port = await freePort();
  mkdirSync(join(folder, 'temporary'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/temporary/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { ${paths.join(' ')} access_log off; default_type text/html; ssi on; ssi_types text/html; ssi_value_length 4096; ssi_min_file_chunk 1;
  server { listen 127.0.0.1:${port}; root ${root}; } }
`,
  );
  const server = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return port;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not start.');
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
