// Rows in Parquet, read by another program: hyparquet. Spark reads them in test/spark.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { ParquetRows } from '../../server/src/crawl/parquet-rows.ts';
import { templens } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { generatedPage, responseRecord } from '../support/generated-crawl.ts';

/** Pages of two sites, one page without others, one whose compression is damaged, and one without content. */
const records = [
  ...Array.from({ length: 25 }, (_, at) => ({ url: `https://a.example/${at}`, body: generatedPage(1, at, 2000) })),
  ...Array.from({ length: 9 }, (_, at) => ({ url: `https://b.example/${at}`, body: generatedPage(2, at, 2000) })),
  { url: 'https://alone.example/', body: '<h1>Grüße 😀</h1><p>"Füchse", she said.' },
  { url: 'https://a.example/damaged', body: 'nothing compressed', headers: ['Content-Encoding: br'] },
  { url: 'https://b.example/empty', body: '<title></title>' },
].map(capture => responseRecord(capture));

async function crawl(file: string, out: string, format: string): Promise<void> {
  const options = ['--emit', 'template,content,segments,labels', '--part-pages', '10', '--threads', '2', '--format', format];
  expect(await templens(['crawl', file, '--out', out, ...options])).toMatchObject({ code: 0 });
}

const parts = (out: string): string[] =>
  readdirSync(out)
    .filter(name => name.startsWith('part-'))
    .sort();

async function rowsOf(out: string): Promise<unknown[]> {
  const rows: Record<string, unknown>[] = [];
  for (const name of parts(out)) rows.push(...(await parquetReadObjects({ file: await asyncBufferFromFile(join(out, name)) })));
  return rows.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

test('the rows are those of JSON lines, and so are their counts', async () => {
  const folder = makeFolder({ 'pages.warc.gz': Buffer.concat(records) });
  for (const format of ['jsonl', 'parquet']) await crawl(join(folder, 'pages.warc.gz'), join(folder, format), format);
  const lines = parts(join(folder, 'jsonl')).flatMap(name =>
    readFileSync(join(folder, 'jsonl', name), 'utf8')
      .trim()
      .split('\n'),
  );
  const rows = await rowsOf(join(folder, 'parquet'));
  expect(rows).toEqual(lines.map(line => JSON.parse(line)));
  expect(rows).toHaveLength(37);
  expect(parts(join(folder, 'parquet'))).toEqual(parts(join(folder, 'jsonl')).map(name => name.replace('jsonl', 'parquet')));
  const [summary, expected] = ['parquet', 'jsonl'].map(format => readFileSync(join(folder, format, 'crawl.json'), 'utf8'));
  expect(summary).toBe(expected);

  for (const format of ['jsonl', 'parquet']) cpSync(join(folder, format), join(folder, 'whole'), { recursive: true });
  const { stdout } = await templens(['crawl', 'diff', join(folder, 'jsonl'), join(folder, 'parquet')]);
  expect(stdout).toBe('');

  for (const [format, name] of [
    ['jsonl', 'part-00001.jsonl'],
    ['parquet', 'part-00001.parquet'],
  ] as const) {
    const path = join(folder, format, name);
    writeFileSync(path, readFileSync(path).subarray(0, -9));
    const { code, stderr } = await templens(['crawl', 'diff', join(folder, 'jsonl'), join(folder, format)]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: `templens: ${path} cannot be read: it is damaged.\n` });
    cpSync(join(folder, 'whole', name), path);
  }
});

test('a run that was ended goes on with the files that are missing', async () => {
  const folder = makeFolder({ 'pages.warc.gz': Buffer.concat(records) });
  const out = join(folder, 'out');
  await crawl(join(folder, 'pages.warc.gz'), out, 'parquet');
  const read = () => parts(out).map(name => readFileSync(join(out, name)));
  const whole = read();
  // As a run leaves it that is ended in its second part.
  for (const name of ['crawl.json', 'part-00001.parquet', '.state/done/1.json']) rmSync(join(out, name));
  writeFileSync(join(out, '.state/part-00001.parquet.draft'), whole[1]!.subarray(0, 99));
  await crawl(join(folder, 'pages.warc.gz'), out, 'parquet');
  expect(read()).toEqual(whole);
  expect(existsSync(join(out, '.state/part-00001.parquet.draft'))).toBe(false);
});

test('rows that are long together are several row groups', async () => {
  const pieces: Uint8Array[] = [];
  const rows = new ParquetRows(bytes => pieces.push(Buffer.from(bytes)), ['content'], '1.0.0');
  const content = 'fox '.repeat(2 ** 20);
  for (const url of ['a', 'b', 'c', 'd'])
    rows.add(JSON.stringify({ url, site: 's', method: 'host', content: `${url}${content}` }));
  rows.end();
  const file = Buffer.concat(pieces);
  const { buffer } = new Uint8Array(file);
  expect(parquetMetadata(buffer).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2, 2]);
  const found = await parquetReadObjects({ file: buffer, columns: ['url', 'content'] });
  expect(found.map(({ url, content: text }) => [url, text === `${url}${content}`])).toEqual(
    ['a', 'b', 'c', 'd'].map(url => [url, true]),
  );
});
