import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, decompress } from '../../server/src/html/compress.ts';
import { inputs } from '../support/random-inputs.ts';

/** Bytes in which runs come back, some of them longer or farther away than a byte can say. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.uint8Array({ maxLength: 6 }), fc.integer({ min: 1, max: 400 })).map(([run, times]) => repeated(run, times)),
      fc.constant(
        repeated(
          Uint8Array.from({ length: 251 }, (_, at) => (at * at) % 256),
          300,
        ),
      ),
    ),
    { maxLength: 6 },
  )
  .map(parts => new Uint8Array(Buffer.concat(parts)));

function repeated(run: Uint8Array, times: number): Uint8Array {
  return new Uint8Array(Buffer.concat(Array.from({ length: times }, () => run)));
}

test('bytes are the same with their repeats written again', () => {
  fc.assert(
    fc.property(bytes, fc.array(bytes, { maxLength: 2 }), (given, others) => {
      const packed = compress(given, given.length);
      // Others may be packed and unpacked meanwhile.
      for (const other of others) decompress(compress(other, other.length));
      const { bytes: unpacked, length } = decompress(packed);
      expect(Buffer.compare(unpacked.slice(0, length), given)).toBe(0);
      expect(packed.length).toBeLessThanOrEqual(given.length + (given.length >> 7) + 11);
    }),
    { numRuns: inputs(100) },
  );
});

test('only so many bytes are packed as are asked for', () => {
  const { bytes: unpacked, length } = decompress(compress(Uint8Array.of(1, 2, 3, 4), 2));
  expect([...unpacked.slice(0, length)]).toEqual([1, 2]);
});

test('a run that comes back takes few bytes', () => {
  const given = repeated(
    Uint8Array.from({ length: 100 }, (_, at) => at),
    50,
  );
  expect(compress(given, given.length).length).toBeLessThan(120);
});

test('bytes that take more in compressed form fit into memory that was made for fewer', () => {
  // Short runs, each after so many other bytes that their number takes three bytes.
  const mixed = (length: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    let state = 1;
    for (let at = 0; at < length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[at] = at % 147 >= 143 && at > 147 ? bytes[at - 147 + 40]! : state >>> 24;
    }
    return bytes;
  };
  for (const length of [1 << 20, (1 << 21) + 11, (1 << 21) + (1 << 14) + 11]) {
    const given = mixed(length);
    const { bytes: unpacked } = decompress(compress(given, length));
    expect(Buffer.compare(unpacked.slice(0, length), given)).toBe(0);
  }
});
