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

/** Levenshtein distance of two words. Takes quadratic time, so the words should be short. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
