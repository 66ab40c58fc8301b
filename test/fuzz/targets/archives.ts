// Archives of good, damaged and cut records: the reader throws nothing, and loses no record that the damage did not hit.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pageOfRecord } from '../../../server/src/crawl/archive-pages.ts';
import { ByteWindow } from '../../../server/src/crawl/byte-window.ts';
import { warcRecords } from '../../../server/src/crawl/warc.ts';
import { responseRecord } from '../../support/generated-crawl.ts';
import { target } from '../target.ts';

interface Input {
  isCompressed: boolean;
  records: { body: Uint8Array; headers: string[]; damage: { at: number; byte: number } | undefined }[];
  garbage: Uint8Array;
}

const anyHeaders = fc.subarray([
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'Transfer-Encoding: chunked',
  'X',
  ': y',
  ' folded',
]);
const anyRecord = fc.record({
  body: fc.uint8Array({ maxLength: 400 }),
  headers: anyHeaders,
  damage: fc.option(fc.record({ at: fc.nat(), byte: fc.integer({ min: 1, max: 255 }) }), { nil: undefined, freq: 4 }),
});
const path = join(tmpdir(), `templens-fuzz-${process.pid}.warc`);

/** URLs of whole records that a file has. */
function readUrls(bytes: Buffer): Set<string> {
  writeFileSync(path, bytes);
  const file = new ByteWindow(path, 256);
  const urls = new Set<string>();
  try {
    for (const record of warcRecords(file, () => {})) {
      pageOfRecord(record)?.content();
      if (record.flaw === undefined) urls.add(record.headers.get('warc-target-uri') ?? '');
    }
  } finally {
    file.close();
  }
  return urls;
}

export const archives = target<Input>({
  name: 'archives',
  inputs: fc.record({
    isCompressed: fc.boolean(),
    records: fc.array(anyRecord, { maxLength: 8 }),
    garbage: fc.uint8Array({ maxLength: 40 }),
  }),
  check: ({ isCompressed, records, garbage }) => {
    const bytes = records.map(({ body, headers, damage }, at) => {
      const record = responseRecord({ url: `http://a.example/${at}`, body: Buffer.from(body), headers }, isCompressed);
      if (damage) record[damage.at % record.length]! ^= damage.byte;
      return record;
    });
    const found = readUrls(Buffer.concat([...bytes, Buffer.from(garbage)]));
    // Damage may reach into the next record where records are not compressed: it may have become longer.
    records.forEach(({ damage }, at) => {
      const isSafe = !damage && (at === 0 || !records[at - 1]!.damage) && !(at === 1 && records[0]!.damage);
      // Without its first bytes, a file says no longer what it is.
      if (isSafe && !records[0]!.damage && !found.has(`http://a.example/${at}`)) throw new Error(`Record ${at} is lost.`);
    });
  },
  show: input => JSON.stringify(input),
  close: () => rmSync(path, { force: true }),
});
