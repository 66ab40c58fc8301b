// Measures of extracted text against gold text, as the published evaluations have them.
import { editDistance } from 'templens-shared/nearest';
import { matchedWords } from './sequence-matcher.ts';

/** Precision, recall and F1, in [0,1]. */
export interface Score {
  precision: number;
  recall: number;
  f1: number;
}

/** A line of the URL at the start of a gold file, and segment markers. */
const urlLine = /^[ \t]*URL.*$/gm;
const marker = /<[phl]>/gi;
/** Spaces and control characters: all below `!`. */
const space = /[^!-\u{10ffff}]+/u;

/**
 * The score of `cleaneval.py` (Evert 2008): words are what white space separates, the segment markers `<p>`, `<h>` and `<l>` among them, aligned
 * as by Python's `difflib`. `segments` counts the markers alone, of any kind, if they are aligned and of one kind.
 */
export function cleanevalScores(extracted: string, gold: string): { words: Score; segments: Score } {
  const [a, b] = [extracted, gold].map(cleanevalWords) as [string[], string[]];
  const matched = matchedWords(a, b);
  const isMarker = (word: string): boolean => /^<[phl]>/i.test(word);
  const count = (words: readonly string[]): number => words.filter(isMarker).length;
  return {
    words: scoreOf(matched.length, a.length, b.length),
    segments: scoreOf(count(matched), count(a), count(b)),
  };
}

/** The words of a text for `cleaneval.py`, which has an empty word before the first marker. */
function cleanevalWords(text: string): string[] {
  return text
    .replaceAll(urlLine, '')
    .replaceAll(marker, found => `\n${found} `)
    .split(space);
}

/** `1 - d / n` with the Levenshtein distance `d` of the words without markers and the length `n` of the longer text; 1 if both are empty. */
export function editScore(extracted: string, gold: string): number {
  const [a, b] = [extracted, gold].map(text => plainText(text).split(/\s+/).filter(Boolean)) as [string[], string[]];
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer;
}

/** Tokens in both texts, each as often as in the text that has it less often (token-level score, Kohlschütter et al. 2010). */
export function tokenScore(extracted: string, gold: string): Score {
  const [a, b] = [extracted, gold].map(tokens) as [string[], string[]];
  const left = new Map<string, number>();
  for (const token of b) left.set(token, (left.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of a) {
    const count = left.get(token) ?? 0;
    if (count > 0) common++;
    left.set(token, count - 1);
  }
  return scoreOf(common, a.length, b.length);
}

/** Runs of letters and digits, in NFC. */
export function tokens(text: string): string[] {
  return (
    plainText(text)
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function plainText(text: string): string {
  return text.replaceAll(urlLine, '').replaceAll(marker, ' ');
}

/** As `cleaneval.py`: the precision and recall of nothing are 0, and so is their F1. */
function scoreOf(common: number, extracted: number, gold: number): Score {
  const precision = common / Math.max(1, extracted);
  const recall = common / Math.max(1, gold);
  return { precision, recall, f1: (2 * common) / Math.max(1, extracted + gold) };
}
