import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageContext } from '../../server/src/core/keys/normal-form/context.ts';
import { normalText } from '../../server/src/core/keys/normal-form/text.ts';
import { type HashKey, hashPlainWithKey, hashWithKey, keyedHi, keyedLo } from '../../server/src/html/keyed-hash.ts';

const key: HashKey = { k0: 0x03020100, k1: 0x07060504 };

/** HalfSipHash as its authors describe it, with any numbers of rounds, 64 bits of result as hexadecimal. */
function halfSipHash(bytes: Uint8Array, { k0, k1 }: HashKey, rounds: { word: number; end: number }): string {
  const v = new Uint32Array([k0, k1 ^ 0xee, k0 ^ 0x6c796765, k1 ^ 0x74656462]) as Uint32Array & [number, number, number, number];
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  const mix = (times: number) => {
    for (let round = 0; round < times; round++) {
      v[0] += v[1];
      v[1] = rotate(v[1], 5) ^ v[0];
      v[0] = rotate(v[0], 16);
      v[2] += v[3];
      v[3] = rotate(v[3], 8) ^ v[2];
      v[0] += v[3];
      v[3] = rotate(v[3], 7) ^ v[0];
      v[2] += v[1];
      v[1] = rotate(v[1], 13) ^ v[2];
      v[2] = rotate(v[2], 16);
    }
  };
  const padded = new Uint8Array((bytes.length + 4) & ~3);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  for (const word of new Uint32Array(padded.buffer)) {
    v[3] ^= word;
    mix(rounds.word);
    v[0] ^= word;
  }
  v[2] ^= 0xee;
  mix(rounds.end);
  const first = v[1] ^ v[3];
  v[1] ^= 0xdd;
  mix(rounds.end);
  return Buffer.from(new Uint32Array([first, v[1] ^ v[3]]).buffer).toString('hex');
}

function hashed(text: string, by = key): string {
  hashWithKey(text, by);
  return Buffer.from(new Int32Array([keyedLo, keyedHi]).buffer).toString('hex');
}

describe('hashes with a key', () => {
  // vectors_hsip64 of the reference code: the bytes 0, 1, 2, ... of some lengths, hashed with 2 and 4 rounds.
  test.each([
    [0, '218d1f59b9b83cc8'],
    [1, 'be552412f8387315'],
    [7, 'ff202728b07bc684'],
    [30, '291aaf864898179d'],
    [63, '2ea63c71bf326087'],
  ])('the description of the function gives the published hash of %i bytes', (length, published) => {
    expect(
      halfSipHash(
        Uint8Array.from({ length }, (_, at) => at),
        key,
        { word: 2, end: 4 },
      ),
    ).toBe(published);
  });

  test('texts have the hash of the description, with 1 and 3 rounds', () => {
    const anyKey = fc.record({ k0: fc.integer(), k1: fc.integer() });
    const anyText = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(anyText, anyKey, (text, by) => {
        expect(hashed(text, by)).toBe(halfSipHash(Buffer.from(text, 'utf16le'), by, { word: 1, end: 3 }));
      }),
    );
  });

  test('what is hashed without a substring has the hash of its normal form', () => {
    const pieces = fc.constantFrom(
      ' ',
      '\n',
      '\u00a0',
      'a',
      'b',
      '&amp;',
      '&eacute;',
      '&',
      '&nbsp;',
      '\u0301',
      'e',
      '\u4e2d',
      '7',
      '{{ x }}',
      '\u{1f600}',
    );
    const context = pageContext('page.html', undefined, {}, key);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), list => {
        const raw = list.join('');
        if (!hashPlainWithKey(`<p>${raw}</p>`, 3, 3 + raw.length, key)) return;
        const plain = Buffer.from(new Int32Array([keyedLo, keyedHi]).buffer).toString('hex');
        expect(plain).toBe(hashed(normalText(raw, context)));
      }),
    );
  });

  test('most texts are hashed without a substring', () => {
    for (const text of ['Home', ' About us\n', 'Tom &amp; Ada', '\u041d\u043e\u0432\u043e\u0441\u0442\u0438', '\u65b0\u95fb'])
      expect(hashPlainWithKey(text, 0, text.length, key)).toBe(true);
  });
});
