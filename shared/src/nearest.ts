import { thresholds } from './thresholds.ts';

/** The candidate that is most similar to a misspelled word, regardless of letter case; undefined if none is similar enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map(candidate => ({ candidate, edits: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  if (!best) return undefined;
  const mostEdits = Math.max(thresholds.suggestionEdits, best.candidate.length * thresholds.suggestionShare);
  return best.edits <= mostEdits ? best.candidate : undefined;
}

/**
 * Levenshtein distance of two lists, or of two texts by UTF-16 code units: the least number of items that are inserted, deleted and replaced.
 * Takes time proportional to the product of the lengths.
 */
export function editDistance(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  let row = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = new Uint32Array(b.length + 1);
    next[0] = i;
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
