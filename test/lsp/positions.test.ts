import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { negotiateEncoding, PositionMapper } from '../../server/src/lsp/positions.ts';

/** Texts full of what shifts positions: line ends of every kind, surrogate pairs, wide letters, byte-order marks. */
const text = fc
  .array(fc.constantFrom('a', '<p>', 'é', '日', '😀', '\uFEFF', '\n', '\r\n', '\r', '\t', ' ', '\u2028', '𝒳y'), { maxLength: 60 })
  .map(parts => parts.join(''));

/** Offsets that a client can name: neither inside a surrogate pair nor inside CRLF. */
function placesIn(source: string): number[] {
  const places: number[] = [];
  for (let offset = 0; offset <= source.length; offset++) {
    const pair = /^[\uDC00-\uDFFF]/.test(source.slice(offset)) && /[\uD800-\uDBFF]$/.test(source.slice(0, offset));
    const lineEnd = source[offset] === '\n' && source[offset - 1] === '\r';
    if (!pair && !lineEnd) places.push(offset);
  }
  return places;
}

/** What precedes the offset on its line, the slow way. */
function lineBefore(source: string, offset: number): { line: number; before: string } {
  const lines = source.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, before: lines.at(-1)! };
}

const document = (source: string) => TextDocument.create('file:///page.html', 'html', 1, source);

describe('positions', () => {
  test('count UTF-16 code units as TextDocument does', () => {
    fc.assert(
      fc.property(text, source => {
        const positions = new PositionMapper(document(source), 'utf-16');
        for (const offset of placesIn(source)) {
          expect(positions.positionAt(offset)).toEqual(document(source).positionAt(offset));
          expect(positions.offsetAt(positions.positionAt(offset))).toBe(offset);
        }
      }),
    );
  });

  test('count the bytes before them on their line in UTF-8', () => {
    fc.assert(
      fc.property(text, source => {
        const positions = new PositionMapper(document(source), 'utf-8');
        for (const offset of placesIn(source)) {
          const { line, before } = lineBefore(source, offset);
          expect(positions.positionAt(offset)).toEqual({ line, character: new TextEncoder().encode(before).length });
        }
      }),
    );
  });

  test('lead back to their offsets in UTF-8, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(
        text.chain(source => fc.tuple(fc.constant(source), fc.shuffledSubarray(placesIn(source)))),
        ([source, places]) => {
          const positions = new PositionMapper(document(source), 'utf-8');
          for (const offset of places) expect(positions.offsetAt(positions.positionAt(offset))).toBe(offset);
        },
      ),
    );
  });

  test('beyond a line are its end, and inside a character are its start', () => {
    const source = 'a😀b\r\nsecond';
    const positions = new PositionMapper(document(source), 'utf-8');
    expect(source.slice(0, positions.offsetAt({ line: 0, character: 99 }))).toBe('a😀b');
    expect(source.slice(0, positions.offsetAt({ line: 0, character: 3 }))).toBe('a');
    expect(positions.offsetAt({ line: 99, character: 0 })).toBe(source.length);
  });
});

describe('the position encoding', () => {
  test('is the first that the client offers and the server speaks', () => {
    expect(negotiateEncoding(['utf-32', 'utf-8', 'utf-16'])).toBe('utf-8');
    expect(negotiateEncoding(['utf-16', 'utf-8'])).toBe('utf-16');
  });

  test('is UTF-16 where the client offers nothing else', () => {
    expect(negotiateEncoding(['utf-32'])).toBe('utf-16');
    expect(negotiateEncoding(undefined)).toBe('utf-16');
  });
});
