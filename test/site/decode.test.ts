import fc from 'fast-check';
import sniffEncoding from 'html-encoding-sniffer';
import { describe, expect, test } from 'vitest';
import { decodePage, encodeSingleBytes } from '../../server/src/site/decode.ts';
import { inputs } from '../support/random-inputs.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? latin1(part) : Buffer.from(part))));

describe('a page is decoded by', () => {
  const table: [what: string, bytes: Buffer, text: string][] = [
    [
      'its UTF-8 byte-order mark, whatever it declares',
      bytes([0xef, 0xbb, 0xbf], '<meta charset=latin1>', [0xc3, 0xa9]),
      '<meta charset=latin1>é',
    ],
    [
      'its UTF-16 byte-order mark, little end first',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>é€', 'utf16le')]),
      '<p>é€',
    ],
    ['its UTF-16 byte-order mark, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be('<p>é€')]), '<p>é€'],
    ['<meta charset>', bytes('<meta charset="koi8-r">', [0xc1]), '<meta charset="koi8-r">а'],
    ['<meta charset> unquoted, in capitals', bytes('<META CHARSET=ISO-8859-1>', [0x80]), '<META CHARSET=ISO-8859-1>€'],
    [
      '<meta http-equiv>',
      bytes('<meta content="text/html; charset=shift_jis" http-equiv=Content-Type>', [0x82, 0xa0]),
      '<meta content="text/html; charset=shift_jis" http-equiv=Content-Type>あ',
    ],
    [
      'its XML declaration',
      bytes('<?xml version="1.0" encoding="windows-1251"?><p>', [0xe0]),
      '<?xml version="1.0" encoding="windows-1251"?><p>а',
    ],
    [
      '<meta> before its XML declaration',
      bytes('<?xml version="1.0" encoding="koi8-r"?><meta charset=windows-1251>', [0xe0]),
      '<?xml version="1.0" encoding="koi8-r"?><meta charset=windows-1251>а',
    ],
    ['a UTF-16 XML declaration without a mark', Buffer.from('<?xml version="1.0"?><p>é', 'utf16le'), '<?xml version="1.0"?><p>é'],
    ['UTF-8 where it declares UTF-16 in ASCII', bytes('<meta charset=utf-16>', [0xc3, 0xa9]), '<meta charset=utf-16>é'],
    [
      'the declaration behind a comment that shows another',
      bytes('<!-- <meta charset=koi8-r> --><meta charset=latin1>', [0xe9]),
      '<!-- <meta charset=koi8-r> --><meta charset=latin1>é',
    ],
    [
      'the declaration behind a value that shows another',
      bytes('<p title="<meta charset=koi8-r>"><meta charset=latin1>', [0xe9]),
      '<p title="<meta charset=koi8-r>"><meta charset=latin1>é',
    ],
    [
      'its bytes where the declared encoding is unknown',
      bytes('<meta charset=klingon>', [0xc3, 0xa9]),
      '<meta charset=klingon>é',
    ],
    [
      'its bytes where the declared encoding cannot be decoded',
      bytes('<meta charset=hz-gb-2312>', [0xe9]),
      '<meta charset=hz-gb-2312>é',
    ],
    [
      'windows-1252 for x-user-defined',
      bytes('<meta charset=x-user-defined>', [0x93, 0xc3, 0xa9]),
      '<meta charset=x-user-defined>“Ã©',
    ],
    ['UTF-8 when its bytes are valid UTF-8', bytes('<p>', [0xe2, 0x82, 0xac]), '<p>€'],
    ['windows-1252 when they are not', bytes('<p>', [0x80, 0x81, 0x9f, 0xe9, 0xff]), '<p>€\x81Ÿéÿ'],
    [
      'the declared encoding with replacements where its bytes are wrong',
      bytes('<meta charset=utf-8>', [0xe9], 'x'),
      '<meta charset=utf-8>\uFFFDx',
    ],
    ['nothing when it is empty', Buffer.alloc(0), ''],
  ];
  test.each(table)('%s', (_, page, text) => expect(decodePage(page)).toBe(text));
});

test('no bytes make decoding throw', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('', '<meta charset=', '<?xml encoding="', '\xff\xfe', '<a '),
      (random, prefix) => {
        expect(typeof decodePage(Buffer.concat([latin1(prefix), random]))).toBe('string');
      },
    ),
  );
});

test('declarations are found where a second implementation finds them', () => {
  const label = fc.constantFrom('koi8-r', 'windows-1251', 'UTF-8', 'utf-16', 'klingon', 'x-user-defined', 'latin1');
  const quoted = (value: string) => fc.constantFrom(`"${value}"`, `'${value}'`);
  const meta = fc.tuple(label, fc.constantFrom(' ', '\n', ' / ')).chain(([name, space]) =>
    fc.oneof(
      fc.oneof(quoted(name), fc.constant(name)).map(value => `<meta${space}charset=${value}>`),
      fc.constant(`<META${space}CHARSET = ${name} >`),
      quoted(`text/html; charset=${name}`).map(value => `<meta http-equiv=Content-Type${space}content=${value}>`),
      quoted(`text/html;charset = ${name};x`).map(value => `<meta content=${value}${space}http-equiv="content-type" />`),
      quoted(`charset=${name}`).map(value => `<meta name=x${space}content=${value}>`),
    ),
  );
  const wrapped = meta.chain(inner =>
    fc.constantFrom(
      inner,
      inner,
      `<!-- ${inner} -->`,
      `<p title='${inner.replaceAll("'", '"')}'>`,
      `<!doctype ${inner}>`,
      `<script>${inner}</script>`,
    ),
  );
  const piece = fc.oneof(
    wrapped,
    fc.constantFrom('<!doctype html>', '<html lang="x">', ' < ', '<p>', 'text', '<!-->', '<?x?>', '<br/>'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
      const page = bytes(pieces.join(''), [0xe0]);
      const expected = sniffEncoding(page, { defaultEncoding: 'windows-1252' });
      expect(decodePage(page).at(-1)).toBe(
        { 'KOI8-R': 'Ю', 'windows-1251': 'а', 'UTF-8': '\uFFFD', 'windows-1252': 'à' }[expected],
      );
    }),
    { numRuns: inputs(1000) },
  );
});

test('a page of tags that never end is read in time that grows with its length', () => {
  const page = latin1(`${'<a'.repeat(2000)}<meta`);
  expect(decodePage(page)).toHaveLength(page.length);
});

describe('a text in an encoding with one byte a character', () => {
  test.each(['windows-1252', 'iso-8859-2', 'koi8-r', 'windows-1253', 'macintosh'])(
    '%s: is encoded to what decodes to it',
    encoding => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 20 }), given => {
          const text = decodePage(Buffer.from([0x20, 0x20, 0x20, ...given]), encoding);
          const encoded = encodeSingleBytes(text, encoding);
          if (text.includes('\ufffd')) expect(encoded).toBeUndefined();
          else expect(decodePage(latin1(encoded!), encoding)).toBe(text);
        }),
        { numRuns: inputs(100) },
      );
    },
  );

  test('is not encoded where a character needs another encoding', () => {
    expect(encodeSingleBytes('Grüße', 'windows-1252')).toBe('Gr\xfc\xdfe');
    expect(encodeSingleBytes('日', 'windows-1252')).toBeUndefined();
    expect(encodeSingleBytes('日', 'shift_jis')).toBeUndefined();
    expect(encodeSingleBytes('é', 'utf-8')).toBeUndefined();
  });
});
