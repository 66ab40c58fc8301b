import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestCommonSubsequence } from '../../server/src/lab/workbench/common-subsequence.ts';
import { wordMeasures } from '../../server/src/lab/workbench/word-measure.ts';
import { inputs } from '../support/random-inputs.ts';

describe('7.6 and 7.8 the word measure', () => {
  test('worked example: k = 3, precision 0.6, recall 0.75, F1 0.666667', () => {
    const { precision, recall, f1 } = wordMeasures('home the brown fox contact'.split(' '), 'the quick brown fox'.split(' '));
    expect(precision).toBeCloseTo(0.6, 6);
    expect(recall).toBeCloseTo(0.75, 6);
    expect(f1).toBeCloseTo(0.666667, 6);
  });

  test('empty extraction, empty gold, both', () => {
    expect(wordMeasures([], ['a'])).toEqual({ precision: 1, recall: 0, f1: 0 });
    expect(wordMeasures(['a'], [])).toEqual({ precision: 0, recall: 1, f1: 0 });
    expect(wordMeasures([], [])).toEqual({ precision: 1, recall: 1, f1: 1 });
  });

  test('the longest common subsequence is that of the table of the dynamic programme', () => {
    const table = (a: string[], b: string[]): number => {
      let row = new Array<number>(b.length + 1).fill(0);
      for (const word of a) {
        const next = [0];
        for (let j = 1; j <= b.length; j++) next.push(word === b[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!));
        row = next;
      }
      return row[b.length]!;
    };
    const words = (letters: string) => fc.array(fc.constantFrom(...letters), { maxLength: 150 });
    const pair = fc
      .constantFrom('ab', 'abcdef', 'abcdefghijklmnopqrstuvwxyz')
      .chain(letters => fc.tuple(words(letters), words(letters)));
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(longestCommonSubsequence(a, b)).toBe(table(a, b));
      }),
      { numRuns: inputs(500) },
    );
  });
});
