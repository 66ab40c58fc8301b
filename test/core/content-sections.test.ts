import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyText, type TokenRange } from '../../server/src/lab/content/body-text.ts';
import { slopeSections } from '../../server/src/lab/content/slope-curve.ts';
import { inputs } from '../support/random-inputs.ts';

const bits = (text: string) => Uint8Array.from(text.replaceAll(' ', ''), Number);
const tags = fc.array(fc.constantFrom(0, 1), { maxLength: 60 }).map(values => Uint8Array.from(values));
const count = (tag: Uint8Array, { start, end }: TokenRange) => tag.slice(start, end).reduce((sum, bit) => sum + bit, 0);

describe('7.4 and 7.8 BTE', () => {
  /** Tags outside and words inside. */
  const objective = (tag: Uint8Array, range: TokenRange) =>
    count(tag, { start: 0, end: tag.length }) - 2 * count(tag, range) + range.end - range.start;

  test('worked example: objective 9, segment 2..6', () => {
    const tag = bits('1 1 0 1 0 0 0 1 0 1 1');
    expect(bodyText(tag)).toEqual({ start: 2, end: 7 });
    expect(objective(tag, bodyText(tag)!)).toBe(9);
  });

  test('is what the exhaustive search finds first', () => {
    fc.assert(
      fc.property(tags, tag => {
        let best: TokenRange | undefined;
        for (let start = 0; start < tag.length; start++) {
          for (let end = start + 1; end <= tag.length; end++) {
            if (!best || objective(tag, { start, end }) > objective(tag, best)) best = { start, end };
          }
        }
        expect(bodyText(tag)).toEqual(best);
      }),
      { numRuns: inputs(1000) },
    );
  });
});

describe('7.5 and 7.8 DSC', () => {
  const options = { window: 4, slope: 0.5, share: 0.1 };

  test('worked example: chunks 2..7, 11 words', () => {
    const tag = bits('1110 00000000 1000 11110111');
    const sections = slopeSections(tag, options);
    expect(sections).toEqual([{ start: 4, end: 16 }]);
    expect(12 - count(tag, sections[0]!)).toBe(11);
  });

  test('where no three chunks in a row are low, one is enough; where none is low, the page is taken whole', () => {
    expect(slopeSections(bits('1111 0000 1111'), options)).toEqual([{ start: 4, end: 8 }]);
    expect(slopeSections(bits('1111'), options)).toEqual([{ start: 0, end: 4 }]);
    expect(slopeSections(bits(''), options)).toEqual([]);
  });

  test('is what the definition says, chunk by chunk', () => {
    /** The pseudo-code of 7.5 as it stands. */
    const literal = (tag: Uint8Array, { window, slope: rho, share: kappa }: typeof options): TokenRange[] => {
      const c = window / 2;
      const chunks = Array.from({ length: Math.ceil(tag.length / c) }, (_, k) => ({
        start: k * c,
        end: Math.min((k + 1) * c, tag.length),
      }));
      const slope = chunks.map(chunk => count(tag, chunk) / (chunk.end - chunk.start));
      const limit = (rho * count(tag, { start: 0, end: tag.length })) / tag.length + 1e-9;
      const low = slope.map(value => value <= limit);
      const sections = (K: number): TokenRange[] => {
        const found: TokenRange[] = [];
        let open = -1;
        for (let k = 0; k < chunks.length; k++) {
          if (open < 0 && k + K <= chunks.length && low.slice(k, k + K).every(Boolean)) open = k;
          else if (open >= 0 && !low.slice(k, Math.min(k + K, chunks.length)).some(Boolean)) {
            found.push({ start: open, end: k });
            open = -1;
          }
        }
        return open < 0 ? found : [...found, { start: open, end: chunks.length }];
      };
      const tokens = (found: TokenRange[]): TokenRange[] =>
        found.map(({ start, end }) => ({ start: chunks[start]!.start, end: chunks[end - 1]!.end }));
      let result: TokenRange[] = [];
      for (let K = 3; ; K++) {
        const found = sections(K);
        const size = tokens(found).reduce((sum, { start, end }) => sum + end - start, 0);
        const inside = found.flatMap(({ start, end }) => slope.slice(start, end));
        if (size <= kappa * tag.length + 1e-9 || inside.reduce((a, b) => a + b, 0) / inside.length > limit) break;
        result = found;
      }
      if (result.length === 0) result = sections(1);
      if (result.length > 0) return tokens(result);
      return tag.length === 0 ? [] : [{ start: 0, end: tag.length }];
    };
    const runs = fc
      .array(fc.tuple(fc.constantFrom(0, 0, 1), fc.integer({ min: 1, max: 12 })), { maxLength: 20 })
      .map(pieces => Uint8Array.from(pieces.flatMap(([bit, times]) => Array<number>(times).fill(bit))));
    fc.assert(
      fc.property(fc.oneof(tags, runs), tag => {
        expect(slopeSections(tag, options)).toEqual(literal(tag, options));
      }),
      { numRuns: inputs(2000) },
    );
  });
});
