// Real Spark: what it writes equals what `templens crawl` writes, whatever is killed and in whatever order files come.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templensProcess } from '../cli/templens.ts';
import { generatedPage, responseRecord } from '../support/generated-crawl.ts';
import { adapter, python, rowsOf, type SparkRun, submit, worker } from './spark.ts';

const folder = mkdtempSync(join(tmpdir(), 'templens-spark-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pages of five hosts, some twice, one that ends a worker's thread. */
const pageOf = (host: number, at: number, version = 1) => ({
  type: 'page',
  url: `https://host${host}.example/${at}`,
  date: `2026-0${version}-01T00:00:00Z`,
  id: `urn:uuid:${host}-${at}-${version}`,
  html: `<!doctype html><title>Page ${at}</title><ul class=menu><li><a href=/>Home</a><li><a href=/about>About us</a></ul>
<main><h1>Report ${at} of ${host}</h1><p>In version ${version}, ${at * 7 + host} animals were seen at the harbour, and ${at} left.</main>
<footer>Made by hand in house ${host}</footer>`,
});
const deadly = { type: 'page', url: 'https://host2.example/deadly', html: '<p>x'.repeat(200_000) };
const copy = { ...pageOf(1, 3), url: 'https://host1.example/copy', id: 'urn:uuid:copy' };
const hosts = [0, 1, 2, 3, 4];
const inputs: object[][] = [
  hosts.flatMap(host => [0, 1, 2, 3].map(at => pageOf(host, at))),
  [...hosts.flatMap(host => [4, 5, 6].map(at => pageOf(host, at))), deadly],
  [...hosts.map(host => pageOf(host, 2, 2)), copy],
];
let files: string[];
let expected: string[];

beforeAll(() => {
  files = inputs.map((pages, at) => {
    const file = join(folder, `pages-${at}.jsonl`);
    writeFileSync(file, pages.map(page => `${JSON.stringify(page)}\n`).join(''));
    return file;
  });
  const archive = join(folder, 'archive.warc.gz');
  writeFileSync(
    archive,
    Buffer.concat([0, 1, 2].map(at => responseRecord({ url: `https://archive.example/${at}`, body: generatedPage(5, at, 900) }))),
  );
  files.push(archive);
  python();
});

test('templens crawl on this machine, whose rows Spark must write', async () => {
  const out = join(folder, 'embedded');
  const options = ['--emit', 'content,segments', '--sample', '4', '--memory', '24', '--threads', '1'];
  expect(await templensProcess(['crawl', ...files, '--out', out, ...options])).toMatchObject({ code: 0 });
  const parts = readdirSync(out).filter(name => name.startsWith('part-'));
  expected = parts.flatMap(name => readFileSync(join(out, name), 'utf8').trim().split('\n')).sort();
  // 42 captures; of five pages a later one, of one page a copy.
  expect(expected).toHaveLength(39);
});

test('Spark reads the rows of templens crawl from Parquet', async () => {
  const out = join(folder, 'parquet');
  const options = ['--emit', 'content,segments', '--sample', '4', '--memory', '24', '--threads', '1', '--format', 'parquet'];
  expect(await templensProcess(['crawl', ...files, '--out', out, ...options])).toMatchObject({ code: 0 });
  const script = `import sys
from pyspark.sql import SparkSession
session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
for row in session.read.parquet(sys.argv[1] + "/part-*.parquet").toJSON().collect(): print(row)`;
  const rows = execFileSync(python(), ['-c', script, out], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const parsed = (lines: readonly string[]): Map<string, unknown> =>
    new Map(lines.map(line => JSON.parse(line) as { url: string }).map(row => [row.url, row]));
  expect(parsed(rows.trim().split('\n'))).toEqual(parsed(expected));
});

/** Byte for byte; of rows that differ, the first few are shown. */
function expectRows(run: SparkRun): void {
  const rows = rowsOf(run);
  const [found, wanted] = [new Set(rows), new Set(expected)];
  expect(rows.filter(row => !wanted.has(row)).slice(0, 3)).toEqual([]);
  expect(expected.filter(row => !found.has(row)).slice(0, 3)).toEqual([]);
  expect(rows).toHaveLength(expected.length);
}

const options = ['--emit', 'content,segments', '--sample', '4', '--partitions', '3', '--templens'];

describe('local[2]', () => {
  let plain: Map<string, string>;

  test('writes the same rows, with an error row for the page that ends its thread', async () => {
    const run = await submit('local[2]', [...files, ...options, worker], join(folder, 'plain'));
    expectRows(run);
    plain = run.parts!;
    const row = (url: string): unknown => JSON.parse(expected.find(line => line.includes(`"${url}"`))!);
    expect(row(deadly.url)).toMatchObject({ method: 'error', reason: 'killed' });
    expect(row('https://host4.example/2')).toMatchObject({ date: '2026-02-01T00:00:00Z', method: 'host' });
  });

  test('writes the same part files from other files in another order, which are fetched first', async () => {
    const all = inputs.flat().reverse();
    mkdirSync(join(folder, 'store'));
    const others = [0, 1, 2, 3].map(part => {
      writeFileSync(
        join(folder, `store/${part}.jsonl`),
        all
          .filter((_, at) => at % 4 === part)
          .map(page => `${JSON.stringify(page)}\n`)
          .join(''),
      );
      return `store:${part}.jsonl`;
    });
    const list = join(folder, 'list.txt');
    copyFileSync(files.at(-1)!, join(folder, 'store/archive.warc.gz'));
    writeFileSync(list, `${[...others, 'store:archive.warc.gz'].join('\n')}\n`);
    const fetch = `sh -c 'cp ${folder}/store/$(echo $0 | cut -d: -f2) $1' {url} {file}`;
    const run = await submit('local[2]', [`@${list}`, ...options, worker, '--fetch', fetch], join(folder, 'shuffled'));
    expectRows(run);
    for (const [name, text] of plain) expect(run.parts!.get(name) === text, name).toBe(true);
  });

  test('a file that cannot be read fails the job with its name, and leaves no output that looks whole', async () => {
    const bad = join(folder, 'bad.warc');
    writeFileSync(bad, 'nothing of the kind');
    const run = await submit('local[2]', [...files, bad, ...options, worker], join(folder, 'failed'));
    expect(run.code).toBe(1);
    expect(run.parts).toBeUndefined();
    expect(run.stderr).toContain(`${bad} cannot be read: it is neither WARC, JSON lines nor CDXJ.`);
  });
});

test('local-cluster: a worker that is killed on the way is started again, and nothing is lost or doubled', async () => {
  const mark = join(folder, 'killed');
  const killing = `${process.execPath} ${resolve('test/spark/killing-worker.mjs')} ${mark} 3 ${worker}`;
  const conf = ['spark.executor.memory=512m', 'spark.cores.max=2'];
  const run = await submit('local-cluster[2,1,1024]', [...files, ...options, killing], join(folder, 'cluster'), conf);
  expect(existsSync(mark)).toBe(true);
  expectRows(run);
});

describe('a run of a worker counts only if', () => {
  const outcome = (script: string, step = 'crawl'): string =>
    execFileSync(
      python(),
      [
        '-c',
        `import sys; sys.path.insert(0, sys.argv[1])
import templens_spark as t
try: print(list(t.run_worker(["sh", "-c", sys.argv[2]], {"step": sys.argv[3]}, ["a", "b"])))
except t.WorkerFailed as error: print(error)`,
        join(adapter, '..'),
        script,
        step,
      ],
      { encoding: 'utf8' },
    ).trim();
  const trailer = (pages: number): string => `echo '{"end":true,"pages":${pages},"errors":0}'`;

  test.each([
    ['it ends well, with a trailer and a line a page', `cat >/dev/null; echo 1; echo 2; ${trailer(2)}`, "['1', '2']"],
    ['its trailer is there', 'cat >/dev/null; echo 1; echo 2', 'templens crawl worker ended without its trailer'],
    [
      'its trailer is whole',
      `cat >/dev/null; echo 1; echo 2; printf '{"end":true'`,
      'templens crawl worker ended without its trailer',
    ],
    ['it writes anything', 'cat >/dev/null', 'templens crawl worker ended without its trailer'],
    [
      'its code is 0',
      `cat >/dev/null; echo 1; echo 2; ${trailer(2)}; echo no room >&2; exit 3`,
      'templens crawl worker ended with code 3: no room',
    ],
    ['it is not killed', `cat >/dev/null; echo 1; kill -9 $$`, 'templens crawl worker ended with code -9: it said nothing'],
    ['it reads all', `head -n 1 >/dev/null; exit 2`, 'templens crawl worker ended with code 2: it said nothing'],
    ['its trailer counts what came', `cat >/dev/null; echo 1; ${trailer(2)}`, 'counts 2 pages; 2 were sent and 1 received'],
    ['its trailer counts what was sent', `cat >/dev/null; echo 1; ${trailer(1)}`, 'counts 1 pages; 2 were sent and 1 received'],
  ])('%s', (_, script, said) => {
    expect(outcome(script)).toContain(said);
  });

  test('a file may have any number of pages', () => {
    expect(outcome(`cat >/dev/null; echo 1; ${trailer(1)}`, 'read')).toBe("['1']");
  });
});

test('of each URL the latest line is kept, then of each digest of a site the first', () => {
  const key = (url: string, date: string, digest: string, site = 's') => [site, '0', url, date, digest, ''];
  const keyed = [
    key('a', '1', 'x'),
    key('a', '2', 'y'),
    key('b', '1', 'y'),
    key('c', '1', ''),
    key('d', '1', ''),
    key('a', '1', 'y', 't'),
  ];
  const script = `import json, sys; sys.path.insert(0, sys.argv[1])
import templens_spark as t
print(json.dumps(list(t.without_repeats((tuple(key), i) for i, key in enumerate(json.loads(sys.argv[2]))))))`;
  const found = execFileSync(python(), ['-c', script, join(adapter, '..'), JSON.stringify(keyed)], { encoding: 'utf8' });
  expect(JSON.parse(found)).toEqual([1, 3, 4, 5]);
});
