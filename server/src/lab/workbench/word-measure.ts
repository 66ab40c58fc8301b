import { longestCommonSubsequence } from './common-subsequence.ts';

/** Measures of extracted words against gold words, in [0,1]. */
export interface WordMeasures {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * Compares extracted words with the words of the gold content, both in document order (Gottron 2008): with k the length of their longest common
 * subsequence, `precision = k / extracted`, `recall = k / gold`, `f1 = 2k / (extracted + gold)`. Precision is 1 if nothing was extracted, recall
 * is 1 if there are no gold words, and F1 is 1 if both hold.
 */
export function wordMeasures(extracted: readonly string[], gold: readonly string[]): WordMeasures {
  const common = longestCommonSubsequence(extracted, gold);
  const both = extracted.length + gold.length;
  return {
    precision: extracted.length === 0 ? 1 : common / extracted.length,
    recall: gold.length === 0 ? 1 : common / gold.length,
    f1: both === 0 ? 1 : (2 * common) / both,
  };
}
