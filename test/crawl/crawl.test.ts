import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openCrawl } from '../../server/src/api/crawl.ts';
import { ended, page, start, templens, templensOnFullDisk, withoutProgress } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { isDeep } from '../support/deep.ts';
import { generatedPage, responseRecord } from '../support/generated-crawl.ts';
import { runWorker } from './worker.ts';

/** Captures of sites of 1, 2, 5, 30 and 90 pages, mixed. */
const captures = [1, 2, 5, 30, 90]
  .flatMap((size, site) => Array.from({ length: size }, (_, at) => ({ site, at })))
  .sort((a, b) => a.at - b.at || a.site - b.site)
  .map(({ site, at }) => ({ url: `https://www.site${site}.example/${at}.html`, body: generatedPage(site, at, 3000) }));
const records = captures.map(capture => responseRecord(capture));

/** A folder with archives of these records, so many in each, and an empty folder for the output. */
function archives(parts: readonly (readonly Buffer[])[]): { files: string[]; out: string } {
  const folder = makeFolder(Object.fromEntries(parts.map((part, at) => [`${at}.warc.gz`, Buffer.concat(part)])));
  return { files: parts.map((_, at) => join(folder, `${at}.warc.gz`)), out: join(folder, 'out') };
}

const options = (out: string): string[] => ['--out', out, '--part-pages', '20', '--emit', 'content,segments'];
const crawl = (files: readonly string[], out: string, more: readonly string[] = []) =>
  templens(['crawl', ...files, ...options(out), '--threads', '1', ...more]);

/** The rows, as one text, the summary, and of each file the sites of its rows. */
function results(out: string): { rows: string; summary: Record<string, unknown>; sites: string[][] } {
  const parts = readdirSync(out)
    .filter(name => name.startsWith('part-'))
    .sort();
  const files = parts.map(name => readFileSync(join(out, name), 'utf8'));
  const sites = files.map(file => [...file.matchAll(/"site":"([^"]+)"/g)].map(([, site]) => site!));
  return { rows: files.join(''), sites, summary: JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')) };
}

/** A file that a running crawl writes and removes; empty where it is not there. */
function stateOf(out: string, name: string): string {
  try {
    return readFileSync(join(out, '.state', name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

const rowsOf = (out: string): Record<string, unknown>[] =>
  results(out)
    .rows.trim()
    .split('\n')
    .map(row => JSON.parse(row) as Record<string, unknown>);

/** Results of one undisturbed run, which others are compared with. */
let known: ReturnType<typeof results> | undefined;
async function undisturbed(): Promise<ReturnType<typeof results>> {
  if (known) return known;
  const { files, out } = archives([records]);
  expect(await crawl(files, out)).toMatchObject({ code: 0 });
  known = results(out);
  return known;
}

test('each page has a row by the model of its site', async () => {
  const { rows, summary, sites } = await undisturbed();
  expect(summary).toMatchObject({ pages: 128, sites: 5, methods: { host: 125, alone: 3 }, errors: {}, parts: 8 });
  const parsed = rows
    .trim()
    .split('\n')
    .map(row => JSON.parse(row) as { url: string; site: string; content: string; segments: { text: string }[] });
  expect(new Set(parsed.map(({ url }) => url))).toEqual(new Set(captures.map(({ url }) => url)));
  const large = parsed.filter(({ site }) => site === 'site4.example');
  expect(large).toHaveLength(90);
  for (const { content, segments } of large) {
    expect(content).not.toContain('All rights reserved');
    expect(segments.length).toBeGreaterThan(0);
  }
  // A site that has room in a file is not divided.
  expect(sites.map(each => each.length)).toEqual([8, 30, 90].flatMap(left => pieces(left, 20)));
  expect(sites.filter(each => new Set(each).size > 1)).toHaveLength(1);
});

const pieces = (pages: number, most: number): number[] => (pages <= most ? [pages] : [most, ...pieces(pages - most, most)]);

test('the rows are the same for any order and cut of the inputs, in steps, by a worker, and by several threads', async () => {
  const whole = await undisturbed();
  const { rows } = whole;
  const half = records.length / 2;
  const shuffled = archives([records.slice(half).reverse(), records.slice(0, half)]);
  expect(await templens(['crawl', ...shuffled.files, ...options(shuffled.out), '--threads', '3'])).toMatchObject({ code: 0 });
  expect(results(shuffled.out)).toEqual(whole);

  const steps = archives([records]);
  expect(await crawl(['index', ...steps.files], steps.out)).toMatchObject({
    code: 0,
    stderr: 'templens: 128 pages of 5 sites listed.\n',
  });
  for (const step of ['learn', 'apply']) expect(await crawl([step], steps.out)).toMatchObject({ code: 0 });
  expect(results(steps.out)).toEqual(whole);

  const { lines } = await runWorker([{ contract: 1, step: 'read' }, ...shuffled.files.map(path => ({ type: 'file', path }))]);
  expect(lines.pop()).toEqual({ end: true, pages: 128, errors: 0, models: 0, damaged: 0 });
  const key = ({ site, hash, url }: Record<string, unknown>): string => `${site}\t${hash}\t${url}`;
  const sorted = lines.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const worker = await runWorker([{ contract: 1, step: 'crawl', emit: ['content', 'segments'] }, ...sorted]);
  expect(worker.text.slice(0, worker.text.lastIndexOf('{"end"'))).toBe(rows);
});

test('the latest capture of a URL and one page of each content count', async () => {
  const text = (title: string) => page(title, `${title} were seen.`);
  const { files, out } = archives([
    [
      responseRecord({ url: 'http://a.example/1', body: text('Old'), date: '2025-01-01T00:00:00Z' }),
      responseRecord({ url: 'http://a.example/1#part', body: text('New'), date: '2026-01-01T00:00:00Z' }),
      responseRecord({ url: 'http://a.example/2', body: text('Twins') }),
      responseRecord({ url: 'http://a.example/3', body: text('Twins') }),
      responseRecord({ url: 'http://a.example/4', body: text('Lost'), status: 404 }),
      responseRecord({ url: 'http://a.example/5', body: 'GIF', type: 'image/gif' }),
      responseRecord({ url: 'http://a.example/6', body: 'nothing compressed', headers: ['Content-Encoding: br'] }),
    ],
  ]);
  await crawl(files, out);
  expect(results(out).summary).toMatchObject({ pages: 3, sameUrl: 1, sameContent: 1, errors: { undecodable: 1 } });
  const rows = rowsOf(out);
  expect(rows.find(({ url }) => url === 'http://a.example/1')).toMatchObject({ content: expect.stringContaining('New') });
  expect(rows.find(({ url }) => url === 'http://a.example/6')).toMatchObject({ method: 'error', reason: 'undecodable' });
});

test('JSON lines and CDXJ are inputs, too', async () => {
  const { rows } = await undisturbed();
  let offset = 0;
  const cdxj = records.map((record, at) => {
    const fields = {
      url: captures[at]!.url,
      mime: 'text/html',
      status: '200',
      digest: `d${at}`,
      length: `${record.length}`,
      offset: `${offset}`,
      filename: 'all.warc.gz',
    };
    offset += record.length;
    return `example,site)/${at} 20260101000000 ${JSON.stringify(fields)}\n`;
  });
  const folder = makeFolder({ 'all.warc.gz': Buffer.concat(records), 'all.cdxj': cdxj.join('') });
  await crawl([join(folder, 'all.cdxj')], join(folder, 'out'));
  expect(results(join(folder, 'out')).rows).toBe(rows);

  const lines = captures.map(({ url, body }) => `${JSON.stringify({ url, html: body })}\n`).join('');
  writeFileSync(join(folder, 'all.jsonl'), `${lines}no page\n`);
  await crawl([join(folder, 'all.jsonl')], join(folder, 'lines'));
  expect(results(join(folder, 'lines')).summary).toMatchObject({ pages: 128, damaged: 1 });
  const contents = (text: string): unknown[] =>
    text
      .trim()
      .split('\n')
      .map(row => (JSON.parse(row) as { content: string }).content);
  expect(contents(results(join(folder, 'lines')).rows)).toEqual(contents(rows));
});

test('JSON lines and CDXJ may be compressed, as a whole or in members', async () => {
  const lines = captures.map(({ url, body }) => `${JSON.stringify({ url, html: body })}\n`);
  let offset = 0;
  const cdxj = records.map((record, at) => {
    const fields = { url: captures[at]!.url, offset, filename: 'all.warc.gz', digest: `d${at}` };
    offset += record.length;
    return `key) 20260101000000 ${JSON.stringify(fields)}\n`;
  });
  const members = (all: readonly string[]): Buffer =>
    Buffer.concat([all.slice(0, 50), all.slice(50)].map(some => gzipSync(some.join(''))));
  const folder = makeFolder({
    'all.warc.gz': Buffer.concat(records),
    'all.jsonl': lines.join(''),
    'all.jsonl.gz': members(lines),
    'all.cdxj.gz': members(cdxj),
    'cut.jsonl.gz': members(lines).subarray(0, -9),
  });
  const rows: string[] = [];
  for (const name of ['all.jsonl', 'all.jsonl.gz', 'all.cdxj.gz']) {
    const out = join(folder, `${name}-out`);
    expect(await crawl([join(folder, name)], out)).toMatchObject({ code: 0 });
    rows.push(results(out).rows);
    expect(readdirSync(join(out, '.state')).filter(file => file.startsWith('input'))).toEqual([]);
  }
  expect(rows[1]).toBe(rows[0]);
  expect(rows[2]).toBe((await undisturbed()).rows);
  expect(await crawl([join(folder, 'cut.jsonl.gz')], join(folder, 'cut'))).toMatchObject({
    code: 3,
    stderr: `templens: ${folder}/cut.jsonl.gz cannot be read: its compression is damaged, or its end is missing.\n`,
  });
  const files = ['all.jsonl.gz', 'all.cdxj.gz'].map(name => ({ type: 'file', path: join(folder, name) }));
  const { lines: read } = await runWorker([{ contract: 1, step: 'read' }, ...files]);
  expect(read.at(-1)).toMatchObject({ end: true, pages: 256, damaged: 0 });
});

test('a run that is killed at any moment goes on, and its rows are those of an undisturbed one', {
  timeout: 300_000,
}, async () => {
  const whole = await undisturbed();
  const { files, out } = archives([records]);
  const args = ['crawl', ...files, ...options(out), '--threads', '2'];
  const began = performance.now();
  expect(await templens(args)).toMatchObject({ code: 0 });
  const duration = performance.now() - began;
  let kills = 0;
  let finished = true;
  for (let turn = 0; turn < (isDeep ? 10 : 4); turn++) {
    if (finished) rmSync(out, { recursive: true });
    const child = start(args);
    const exit = ended(child);
    // The first run ends as soon as it has written anything, each other one at a moment of a whole run.
    if (turn === 0) while (!existsSync(join(out, '.state'))) await setTimeout(1);
    else await Promise.race([exit, setTimeout(Math.random() * duration)]);
    child.kill('SIGKILL');
    finished = (await exit).signal !== 'SIGKILL';
    if (!finished) kills++;
    const parts = existsSync(out) ? readdirSync(out).filter(name => name.startsWith('part-')) : [];
    for (const name of parts) expect(whole.rows).toContain(readFileSync(join(out, name), 'utf8'));
  }
  expect(kills).toBeGreaterThan(0);
  expect(await templens(args)).toMatchObject({ code: 0 });
  expect(results(out)).toEqual(whole);
  expect(readdirSync(join(out, '.state')).filter(name => name.endsWith('.draft'))).toEqual([]);
});

test('a run that is interrupted says how to go on, and the next one how much is kept', { timeout: 120_000 }, async () => {
  const whole = await undisturbed();
  const { files, out } = archives([records]);
  const child = start(['crawl', ...files, ...options(out), '--threads', '1']);
  let stderr = '';
  child.stderr.on('data', chunk => (stderr += chunk));
  const exit = ended(child);
  while (!existsSync(join(out, '.state/done/0.json'))) await setTimeout(1);
  child.kill('SIGINT');
  expect(await exit).toEqual({ code: 130, signal: null });
  expect(withoutProgress(stderr)).toBe('templens: Stopped; run the same command again to go on.\n');
  // Nothing is to blame for the end of the run.
  expect(readdirSync(join(out, '.state')).filter(name => /^at-|kills|lock/.test(name))).toEqual([]);
  const again = await crawl(files, out);
  expect(again.stderr).toMatch(
    /^templens: Going on with the run before: its list of pages and \d+ of 128 rows are kept\.\ntempl.* has 128 rows of 5 sites\./,
  );
  expect(results(out)).toEqual(whole);
});

test('progress counts the pages that are learned from', async () => {
  const { files, out } = archives([records]);
  const seen = new Map<string, { done: number; total: number | undefined }>();
  const job = await openCrawl(out, files, {
    emit: ['content'],
    sample: 50,
    siteBy: 'host',
    format: 'jsonl',
    partPages: 20,
    threads: 2,
    onProgress: ({ phase, done, total }) => seen.set(phase, { done, total }),
  });
  await job.learn();
  // All of the sites of 1, 2, 5 and 30 pages, and a sample of that of 90.
  expect(seen.get('learn')).toEqual({ done: 88, total: 88 });
  await job.apply();
  expect(seen.get('apply')).toEqual({ done: 128, total: 128 });
  job.close();
});

test('a page that ended its thread keeps its error row when a run goes on', async () => {
  const deadly = responseRecord({ url: 'https://www.site3.example/deadly', body: '<p>x'.repeat(200_000) });
  const { files, out } = archives([[...records.slice(0, 40), deadly]]);
  expect(await crawl(files, out, ['--memory', '24'])).toMatchObject({ code: 0 });
  const first = results(out);
  expect(first.summary).toMatchObject({ errors: { killed: 1 } });
  // As a run leaves it that is ended in its last part.
  const last = `0000${(first.summary.parts as number) - 1}`;
  for (const name of ['crawl.json', `part-${last}.jsonl`, `.state/done/${Number(last)}.json`]) rmSync(join(out, name));
  appendFileSync(join(out, '.state/ended.jsonl'), '{"name":"cut');
  expect(await crawl(files, out)).toMatchObject({ code: 0 });
  expect(results(out)).toEqual(first);
});

test('a page at which runs are killed is skipped in the end, and no other', { timeout: 300_000 }, async () => {
  const url = 'https://www.site3.example/deadly';
  const { files, out } = archives([[...records, responseRecord({ url, body: '<p>A text. '.repeat(60_000) })]]);
  const args = ['crawl', ...files, ...options(out), '--threads', '2'];
  const isUnderWay = (): boolean => ['at-0', 'at-1'].some(name => stateOf(out, name).startsWith(JSON.stringify(url)));
  for (let run = 0; run < 3; run++) {
    const child = start(args);
    const exit = ended(child);
    // First, the notes of the last run are counted.
    while (child.exitCode === null && run > 0 && !stateOf(out, 'kills.json').includes(`,${run}]`)) await setTimeout(1);
    while (child.exitCode === null && !isUnderWay()) await setTimeout(1);
    child.kill('SIGKILL');
    expect((await exit).signal).toBe('SIGKILL');
  }
  expect(await templens(args)).toMatchObject({ code: 0 });
  const { rows, summary } = results(out);
  expect(summary).toMatchObject({ pages: 129, errors: { killed: 1 } });
  expect(rowsOf(out).find(row => row.url === url)).toMatchObject({ method: 'error', reason: 'killed' });
  const others = (text: string): string[] => text.split('\n').filter(row => !row.includes('site3'));
  expect(others(rows)).toEqual(others((await undisturbed()).rows));
});

test('a site that is learned when several runs are killed is learned in the end', { timeout: 300_000 }, async () => {
  const whole = await undisturbed();
  const { files, out } = archives([records]);
  const args = ['crawl', ...files, ...options(out), '--threads', '2'];
  const isUnderWay = (): boolean => ['at-0', 'at-1'].some(name => stateOf(out, name).startsWith('"site4.example"\n'));
  // As many as end the trials of a page.
  for (let run = 0; run < 3; run++) {
    const child = start(args);
    const exit = ended(child);
    // The note of the last run is removed first.
    while (child.exitCode === null && run > 0 && isUnderWay()) await setTimeout(1);
    while (child.exitCode === null && !isUnderWay()) await setTimeout(1);
    child.kill('SIGKILL');
    // On a busy machine a run may learn the site between two looks and end: then the runs begin anew.
    if ((await exit).signal === 'SIGKILL') continue;
    rmSync(out, { recursive: true });
    run = -1;
  }
  expect(await templens(args)).toMatchObject({ code: 0 });
  expect(results(out)).toEqual(whole);
});

test('folders of pages are sites, or have a site in each folder', async () => {
  const pages = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`docs/${at}.html`, generatedPage(7, at, 2000)]));
  const folder = makeFolder({
    'mirror/www.one.example/index.html': '<main><p>A page by itself.</main>',
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`mirror/My Site/${name}`, text])),
    'mirror/one.example/copy.txt': 'no page',
    'same/a b/1.html': 'one',
    'same/a-b/2.html': 'two',
    'mirror/2024/1.html': '<p>A page of that year.',
    'empty/readme.txt': '',
  });
  const out = join(folder, 'out');
  expect(await crawl([join(folder, 'mirror')], out)).toMatchObject({ code: 0 });
  expect(results(out).summary).toMatchObject({ pages: 7, sites: 3, methods: { host: 5, alone: 2 }, damaged: 0 });
  const urls = rowsOf(out).map(({ url, site }) => `${site} ${url}`);
  expect(urls).toContain('one.example https://www.one.example/index.html');
  expect(urls).toContain('site-2024 https://site-2024/1.html');
  expect(urls).toContain('my-site https://my-site/docs/3.html');
  const single = join(folder, 'single');
  expect(await crawl([join(folder, 'mirror/www.one.example')], single)).toMatchObject({ code: 0 });
  expect(rowsOf(single).map(({ url }) => url)).toEqual(['https://www.one.example/index.html']);
  // A page that was added makes another crawl.
  writeFileSync(join(folder, 'mirror/www.one.example/new.html'), '<p>New.');
  expect(await crawl([join(folder, 'mirror/www.one.example')], single)).toMatchObject({ code: 2 });
  for (const [name, sentence] of [
    ['same', 'its folders a b and a-b would be one site; rename one.'],
    ['empty', 'has no pages; name a folder of HTML files, or of folders of them.'],
  ] as const)
    expect(await crawl([join(folder, name)], join(folder, `bad-${name}`))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(sentence),
    });
});

test('a full disk ends the run with a sentence, and the next one goes on', async () => {
  const { files, out } = archives([records]);
  const run = templensOnFullDisk(['crawl', ...files, ...options(out), '--threads', '1'], 30);
  expect(run.code).toBe(3);
  expect(run.stderr).toMatch(/out cannot be written: .*\. Run the command again to go on\.\n$/);
  expect(readdirSync(out).filter(name => name.startsWith('part-'))).toEqual([]);
  expect(await crawl(files, out)).toMatchObject({ code: 0 });
  expect(results(out)).toEqual(await undisturbed());
});

test('what cannot be done is said', async () => {
  const { files, out } = archives([records.slice(0, 9)]);
  const folder = makeFolder({ 'a.txt': 'text', 'other/file': '' });
  expect(await crawl([...files, '/nowhere.warc'], out)).toMatchObject({
    code: 3,
    stderr: 'templens: /nowhere.warc cannot be read: it does not exist.\n',
  });
  expect(await crawl([join(folder, 'a.txt')], join(folder, 'new'))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('it is neither WARC, JSON lines nor CDXJ'),
  });
  expect(await crawl(files, join(folder, 'other'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('files of something else'),
  });
  expect(await crawl(files, join(folder, 'good'))).toMatchObject({ code: 0 });
  expect(await crawl(files, join(folder, 'good'))).toMatchObject({ code: 0, stderr: expect.stringContaining('has all rows') });
  expect(await crawl(files, join(folder, 'good'), ['--sample', '3'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a crawl of other inputs, options'),
  });
  appendFileSync(files[0]!, Buffer.concat(records.slice(9, 12)));
  expect(await crawl(files, join(folder, 'good'))).toMatchObject({ code: 2 });
  expect(await crawl(files, join(folder, 'new'), ['--sample', '2'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Give a whole number from 3 to 10000.'),
  });
  expect(await crawl(['apply'], join(folder, 'empty'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no index yet'),
  });
});

test('diff lists the pages whose content changed, not their template', async () => {
  const site = (menu: string, texts: readonly string[]) =>
    archives([
      texts.map((text, at) =>
        responseRecord({ url: `https://a.example/${at}`, body: page(`Page ${at}`, text).replace('About us', menu) }),
      ),
    ]);
  const texts = ['Foxes were seen.', 'Owls were heard.', 'Bees came back.', 'Eels left.'];
  const old = site('About us', texts);
  const fresh = site('Who we are', ['Foxes were seen.', 'Owls were silent.', 'Bees came back.', 'Eels left.', 'Cats arrived.']);
  for (const { files, out } of [old, fresh]) expect(await crawl(files, out)).toMatchObject({ code: 0 });
  const { stdout, stderr } = await templens(['crawl', 'diff', old.out, fresh.out]);
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as unknown);
  expect(lines).toEqual([
    { change: 'content', url: 'https://a.example/1', site: 'a.example' },
    { change: 'added', url: 'https://a.example/4', site: 'a.example' },
  ]);
  expect(stderr).toBe('templens: 1 page with other content, 1 added, 0 removed.\n');
  expect(await templens(['crawl', 'diff', old.out, old.files[0]!])).toMatchObject({ code: 2 });
});

test('help lists what a step takes, with its defaults', async () => {
  const help = async (...args: string[]): Promise<string> => (await templens([...args, '--help'])).stdout.replace(/\s+/g, ' ');
  const whole = await help('crawl');
  expect(whole).toContain('labels, template (default: content)');
  expect(whole).toContain('becomes an error row (default: 320)');
  const worker = await help('crawl', 'worker');
  expect(worker).toContain('--memory <megabytes>');
  expect(worker).toContain('becomes an error row (default: 60)');
  for (const step of [worker, await help('crawl', 'diff')])
    expect(step).not.toMatch(/--(?:out|sample|format|part-pages|threads)/);
  expect(await help('crawl', 'index')).toContain('--part-pages');
});
