import { describe, expect, test } from 'vitest';
import { cleanevalScores, editScore, tokenScore } from '../../server/src/lab/datasets/word-scores.ts';

const gold = 'URL: http://example.org/\n\n<h>Apples\n<p>Red apples\nare sweet.\n<l>Green ones are not.';

describe('the score of cleaneval.py', () => {
  test('counts words and markers, the empty word before the first marker too', () => {
    // Gold: "", <h>, Apples, <p>, Red, apples, are, sweet., <l>, Green, ones, are, not.: 13. Extracted: "", <p>, Red, apples, are, sweet., <p>,
    // Share: 8. The longest match is <p> Red apples are sweet.; before it "" is aligned: 6 words, 1 marker.
    const { words, segments } = cleanevalScores('<p>Red apples are sweet.\n<p>Share', gold);
    expect(words).toEqual({ precision: 6 / 8, recall: 6 / 13, f1: 12 / 21 });
    expect(segments).toEqual({ precision: 1 / 2, recall: 1 / 3, f1: 2 / 5 });
  });

  test('is 1 for the gold text, in any case of white space', () => {
    expect(cleanevalScores(gold.replaceAll('\n', ' \r\n '), gold).words.f1).toBe(1);
  });

  test('a marker with a slip of the pen is a word', () => {
    expect(cleanevalScores('<p>a', '<pa').words).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  test('aligns the longest match first, like difflib, so that it may find fewer words than a longest common subsequence', () => {
    // "c d" is longest; what is left on its sides has nothing in common. The longest common subsequence is a b e.
    const { words } = cleanevalScores('c d a x b y e', 'a z b w e c d');
    expect(words).toEqual({ precision: 2 / 7, recall: 2 / 7, f1: 2 / 7 });
  });

  test('a frequent word of a long text only extends a match', () => {
    // 200 words, "the" 4 times: more than 200 / 100 + 1. Alone it matches nothing.
    const long = [...Array.from({ length: 196 }, (_, at) => `w${at}`), 'the', 'the', 'the', 'the'].join(' ');
    expect(cleanevalScores('the', long).words.recall).toBe(0);
    expect(cleanevalScores('w195 the', long).words.recall).toBe(2 / 200);
  });
});

test('the edit score is the one worked out by hand', () => {
  // Of six words, "are" is replaced by "were" and "not." is missing: distance 2.
  expect(editScore('<p>Red apples were sweet. Green', '<p>Red apples are sweet. Green not.')).toBeCloseTo(1 - 2 / 6, 12);
  expect(editScore('', '')).toBe(1);
  expect(editScore('', 'URL: http://example.org/\n<p>a')).toBe(0);
});

test('the token score counts a token as often as both texts have it', () => {
  // Extracted: a a b, gold: a b b c. Common: a, b.
  expect(tokenScore('a, a; b', '<p>a b (b) c')).toEqual({ precision: 2 / 3, recall: 2 / 4, f1: 4 / 7 });
});
