// What docs/crawl.md shows is run: a real wget on a site of the gold corpus, and the programs that read the rows.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin } from '../cli/templens.ts';
import { codeBlocks } from '../docs/support/documents.ts';
import { makeFolder } from '../site/folder.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import type { GoldSite } from '../support/gold.ts';

const blocks = codeBlocks('docs/crawl.md').filter(({ language }) => ['sh', 'js', 'text'].includes(language));
const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const named = (language: string, name: string): string =>
  blocks.find(block => block.language === language && block.name === name)!.text;

/** Runs commands as a reader would; `templens` is the build. Returns what they print on stdout. */
function bash(commands: string, cwd: string): Promise<string> {
  const script = `templens() { "$NODE" "$TEMPLENS" "$@"; }; ${commands}`;
  const env = { ...process.env, NODE: process.execPath, TEMPLENS: bin };
  return new Promise((resolve, reject) =>
    execFile('bash', ['-c', script], { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    ),
  );
}

function linesOfPages(site: GoldSite, host: string): string {
  return [...site.pages.keys()]
    .map(name => `${JSON.stringify({ url: `https://${host}/${name}`, html: site.read(name) })}\n`)
    .join('');
}

test('the documents have what is run here', () => {
  expect(shell).toHaveLength(2);
  expect(blocks.map(({ language, name }) => `${language} ${name}`.trim())).toEqual([
    'sh',
    'js passages.mjs',
    'text passages.mjs',
    'js hosts.mjs',
    'sh',
  ]);
});

describe.runIf(corpusAvailable)('on the gold corpus', { timeout: 300_000 }, () => {
  const site = (name: string): GoldSite => corpusSites().find(each => each.name === name)!;
  const isWgetThere = spawnSync('wget', ['--version']).status === 0 && spawnSync('jq', ['--version']).status === 0;
  let server: Server;

  beforeAll(async () => {
    const { pages, read } = site('velocity-javadoc');
    // A page that leads to all others: the pages of the corpus are a sample of their site.
    const start = [...pages.keys()].map(name => `<a href="/${name}">${name}</a>`).join(' ');
    server = createServer((request, response) => {
      const name = decodeURIComponent(request.url!.slice(1));
      const body = name === '' ? start : pages.has(name) ? read(name) : undefined;
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  test.skipIf(!isWgetThere)('from wget to content, and from two crawls to what changed', async () => {
    const folder = makeFolder();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(shell[0]).toContain(' https://example.org/\n');
    const content = await bash(shell[0]!.replace('https://example.org/', address), folder);
    const key = [...site('velocity-javadoc').pages.keys()];
    const rows = (await bash('cat content/part-*.jsonl', folder))
      .trim()
      .split('\n')
      .map(row => JSON.parse(row) as { url: string; method: string; content: string });
    expect(rows.map(({ url }) => url).sort()).toEqual(['', ...key].map(name => `${address}${name}`).sort());
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['host']));
    for (const row of rows) expect(content).toContain(row.content.trim());

    cpSync(join(folder, 'content'), join(folder, 'old'), { recursive: true });
    renameSync(join(folder, 'content'), join(folder, 'new'));
    expect(await bash(shell[1]!, folder)).toBe('');
  });

  test('the program for passages prints what the document shows', async () => {
    const folder = makeFolder({
      'pages.jsonl': linesOfPages(site('velocity-javadoc'), 'example.org'),
      'passages.mjs': named('js', 'passages.mjs'),
    });
    await bash('templens crawl pages.jsonl --out content --emit content,segments,labels', folder);
    expect(await bash('cat content/part-*.jsonl | node passages.mjs', folder)).toBe(named('text', 'passages.mjs'));
  });

  test('the program for hosts finds the mirror of a site, and no other', async () => {
    const folder = makeFolder();
    const sites = [
      ['libxml2', 'a.example'],
      ['libxml2', 'mirror.example'],
      ['ant-1.6', 'ant.example'],
      ['aria-practices', 'aria.example'],
    ] as const;
    writeFileSync(join(folder, 'pages.jsonl'), sites.map(([name, host]) => linesOfPages(site(name), host)).join(''));
    writeFileSync(join(folder, 'hosts.mjs'), named('js', 'hosts.mjs'));
    await bash('templens crawl pages.jsonl --out content', folder);
    expect(await bash('cat content/part-*.jsonl | node hosts.mjs', folder)).toMatch(
      /^a\.example and mirror\.example: \d+ of \d+ templates are near\.\n$/,
    );
  });
});
