// The reader of WARC files against warcio.js, on archives from the tests of Python's warcio 1.6.3 (Apache License 2.0) and on random ones.
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { pageOfRecord } from '../../server/src/crawl/archive-pages.ts';
import { ByteWindow } from '../../server/src/crawl/byte-window.ts';
import { decodedBody, parseResponse } from '../../server/src/crawl/http-response.ts';
import { type WarcRecord, warcRecordAt, warcRecords } from '../../server/src/crawl/warc.ts';
import { makeFolder } from '../site/folder.ts';
import { responseRecord, warcRecord } from '../support/generated-crawl.ts';

const fixtures = fileURLToPath(new URL('../fixtures/warc', import.meta.url));

interface Found {
  type: string | undefined;
  uri: string | undefined;
  /** Decoded body of a response. */
  body: string | undefined;
}

/** Reads a file in one pass; each record again by its place. */
function read(path: string): { records: Found[]; flaws: WarcRecord['flaw'][]; damages: number[] } {
  const file = new ByteWindow(path);
  const again = new ByteWindow(path, 1 << 10);
  const records: Found[] = [];
  const flaws: WarcRecord['flaw'][] = [];
  const damages: number[] = [];
  for (const record of warcRecords(file, ({ offset }) => damages.push(offset))) {
    const { headers, block, flaw } = record;
    const same = warcRecordAt(again, record.offset, record.inner);
    // Comparing buffers byte by byte takes long.
    expect(same?.block.equals(block)).toBe(true);
    expect([same?.headers, same?.flaw]).toEqual([headers, flaw]);
    flaws.push(flaw);
    const response = headers.get('warc-type') === 'response' ? parseResponse(block) : undefined;
    const body = response && decodedBody(response);
    records.push({
      type: headers.get('warc-type'),
      uri: headers.get('warc-target-uri'),
      body: typeof body === 'string' ? undefined : body?.toString('latin1'),
    });
  }
  file.close();
  again.close();
  return { records, flaws, damages };
}

async function readByPeer(path: string): Promise<Found[]> {
  const records: Found[] = [];
  for await (const record of new WARCParser(createReadStream(path) as never)) {
    const isResponse = record.warcType === 'response';
    const body = isResponse ? await record.readFully(true) : undefined;
    records.push({
      type: record.warcType ?? undefined,
      uri: record.warcTargetURI ?? undefined,
      body: body && Buffer.from(body).toString('latin1'),
    });
  }
  return records;
}

const whole = readdirSync(fixtures).filter(name => !/bad|trunc/.test(name));

test.each(whole)('%s is read as warcio.js reads it', async name => {
  const path = join(fixtures, name);
  const { records, flaws, damages } = read(path);
  expect(records.length).toBeGreaterThan(0);
  expect(records).toEqual(await readByPeer(path));
  expect([...new Set(flaws), ...damages]).toEqual([undefined]);
});

test('damaged archives are read as far as possible', () => {
  const responses = (name: string): unknown[] => read(join(fixtures, name)).records.filter(({ type }) => type === 'response');
  // Records of the same member: an HTTP header says that they are chunked, and they are not.
  expect(responses('example-bad-non-chunked.warc.gz')).toHaveLength(1);
  // Its member holds several records.
  expect(responses('example-bad.warc.gz')).toHaveLength(2);
  const cut = read(join(fixtures, 'example-trunc.warc'));
  expect(cut.records.filter(({ type }) => type === 'response').length).toBeGreaterThan(0);
  expect(cut.flaws).toContain('damaged');
});

const encoders: Record<string, (bytes: Buffer) => Buffer> = {
  '': bytes => bytes,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

function chunked(bytes: Buffer, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    chunks.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

const anyCapture = fc.record({
  path: fc.stringMatching(/^[a-z0-9/]{0,20}$/),
  body: fc.oneof(fc.string({ unit: 'binary', maxLength: 2000 }), fc.constant('<p>x'.repeat(40_000))),
  encoding: fc.constantFrom(...Object.keys(encoders)),
  chunk: fc.option(fc.integer({ min: 1, max: 500 })),
});

test('random archives are read as warcio.js reads them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCapture, { maxLength: 12 }), fc.boolean(), async (captures, isCompressed) => {
      const bytes = captures.map(({ path, body, encoding, chunk }) => {
        const encoded = encoders[encoding]!(Buffer.from(`<html>${body}`));
        return responseRecord(
          {
            url: `https://a.example/${path}`,
            body: chunk === null ? encoded : chunked(encoded, chunk),
            headers: [
              ...(encoding === '' ? [] : [`Content-Encoding: ${encoding}`]),
              ...(chunk === null ? [] : ['Transfer-Encoding: chunked']),
            ],
          },
          isCompressed,
        );
      });
      const path = join(makeFolder({ 'a.warc': Buffer.concat(bytes) }), 'a.warc');
      const { records, damages } = read(path);
      expect(records.map(({ body }) => body)).toEqual(
        captures.map(({ body }) => Buffer.from(`<html>${body}`).toString('latin1')),
      );
      expect(damages).toEqual([]);
      // warcio.js leaves Brotli as it is.
      const peer = (await readByPeer(path)).map((found, at) =>
        captures[at]?.encoding === 'br' ? { ...found, body: records[at]?.body } : found,
      );
      expect(records).toEqual(peer);
    }),
    { numRuns: 40 },
  );
});

test('damage costs the records it hits, and no other', () => {
  const urls = Array.from({ length: 20 }, (_, at) => `https://a.example/${at}`);
  const records = urls.map((url, at) => responseRecord({ url, body: `<p>${String(at).repeat(500)}` }));
  const hit = Buffer.from(records[7]!);
  hit[Math.floor(hit.length / 2)]! ^= 0xff;
  const parts = [...records.slice(0, 7), hit, Buffer.from('garbage'), ...records.slice(8, 19), records[19]!.subarray(0, 60)];
  const { records: found, flaws } = read(join(makeFolder({ 'a.warc.gz': Buffer.concat(parts) }), 'a.warc.gz'));
  const uris = found.filter((_, at) => flaws[at] === undefined).map(({ uri }) => uri);
  expect(uris).toEqual(urls.filter((_, at) => at !== 7 && at !== 19));
});

const page = (headers: string[], body: Buffer | string, type?: string) => {
  const record = responseRecord({ url: 'http://a.example/', body, headers, ...(type !== undefined && { type }) }, false);
  const path = join(makeFolder(), 'a.warc');
  writeFileSync(path, record);
  const file = new ByteWindow(path);
  const [found] = warcRecords(file, () => {});
  const content = pageOfRecord(found!)?.content();
  file.close();
  return content;
};

test('bodies are decoded by their headers, the charset of HTTP first', () => {
  const html = '<meta charset="utf-8"><p>é';
  expect(page([], Buffer.from(html, 'latin1'), 'text/html; charset=iso-8859-1')).toEqual({ text: html });
  expect(page([], html, 'text/html')).toEqual({ text: html });
  expect(page([], html, 'text/html; charset=unknown')).toEqual({ text: html });
  expect(page([], `\ufeff${html}`, 'text/html; charset=iso-8859-1')).toEqual({ text: html });
  expect(page(['Content-Encoding: deflate'], deflateRawSync(html))).toEqual({ text: html });
  expect(page(['Content-Encoding: gzip, br'], brotliCompressSync(gzipSync(html)))).toEqual({ text: html });
  // Taken off by the crawler, which kept the header.
  expect(page(['Content-Encoding: gzip', 'Transfer-Encoding: chunked'], html)).toEqual({ text: html });
  expect(page([], '<!doctype html><p>x', '')).toEqual({ text: '<!doctype html><p>x' });
  expect(page([], 'x', '')).toBeUndefined();
  expect(page([], 'x', 'image/png')).toBeUndefined();
  expect(page(['Content-Encoding: gzip'], 'x')).toEqual({ reason: 'undecodable' });
  expect(page(['Content-Encoding: gzip'], gzipSync(Buffer.alloc(20 * 2 ** 20, 'a')))).toEqual({ reason: 'too-large' });
});

test('a record over the limit is skipped, and the next one is found', () => {
  const large = { 'WARC-Type': 'response', 'WARC-Target-URI': 'http://a.example/', 'Content-Type': 'application/http' };
  const block = Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'),
    Buffer.alloc(40 * 2 ** 20, '<p>x'),
  ]);
  const next = responseRecord({ url: 'http://b.example/', body: '<p>x' });
  for (const isCompressed of [true, false]) {
    const bytes = Buffer.concat([
      warcRecord(large, block, isCompressed),
      isCompressed ? next : responseRecord({ url: 'http://b.example/', body: '<p>x' }, false),
    ]);
    const { records, flaws } = read(join(makeFolder({ 'a.warc': bytes }), 'a.warc'));
    expect(flaws).toEqual(['too-large', undefined]);
    expect(records.map(({ uri }) => uri)).toEqual(['http://a.example/', 'http://b.example/']);
  }
});
