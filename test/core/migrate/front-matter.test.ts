import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { frontMatter, yamlValue } from '../../../server/src/core/migrate/targets/front-matter.ts';

describe('front matter', () => {
  test('short texts are bare, lines a block, others quoted', () => {
    expect(
      frontMatter(
        new Map<string, string | boolean>([
          ['title', 'Our boats'],
          ['nav', false],
        ]),
      ),
    ).toBe('---\ntitle: Our boats\nnav: false\n---\n');
    expect(yamlValue('<p>one\ntwo</p>\n')).toBe('|2\n  <p>one\n  two</p>');
    expect(yamlValue('no')).toBe('"no"');
    expect(yamlValue('a: b')).toBe('"a: b"');
  });

  test('YAML reads every text as it is', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\t',
      '\r',
      ':',
      '#',
      '-',
      '---',
      '"',
      "'",
      '{{',
      '\\',
      '\u2028',
      '\ufeff',
      '\x85',
      'é',
      '😀',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join('')),
    );
    fc.assert(
      fc.property(value, text => {
        const source = `a: ${yamlValue(text)}\nlast: x\n`;
        if (!/\p{Surrogate}/u.test(text)) expect(parse(source)).toEqual({ a: text, last: 'x' });
      }),
    );
  });
});
