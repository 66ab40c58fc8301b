import { commonEnds } from '../../html/common-ends.ts';
import { step } from '../../html/steps.ts';
import { spellingThresholds } from './thresholds.ts';

/** What differs between two texts: the first index, and the index after the last one in each. */
interface Middle {
  readonly start: number;
  readonly endOfA: number;
  readonly endOfB: number;
}

function middleOf(a: string, b: string): Middle {
  const { start, end } = commonEnds(a, b);
  return { start, endOfA: a.length - end, endOfB: b.length - end };
}

/** May one text be the other with a typing mistake: two letters at most added, left out, put for others or for each other? */
export function isMisspelt(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  const { start, endOfA, endOfB } = middleOf(a, b);
  return Math.max(endOfA, endOfB) - start <= 2;
}

/** Is it hardly anything but a typing mistake: one or two letters within a long word? Words that begin or end otherwise are other forms, or other words. */
export function isSpeltOtherwise(a: string, b: string): boolean {
  if (a === b || !isMisspelt(a, b)) return false;
  const { start, endOfA, endOfB } = middleOf(a, b);
  let longest = 0;
  const isWithinWord = (text: string, end: number): boolean => {
    const before = text.slice(wordStart(text, start), start);
    const after = /^\p{L}*/u.exec(text.slice(end))![0];
    longest = Math.max(longest, before.length + (end - start) + after.length);
    return before !== '' && after !== '' && /^\p{L}*$/u.test(text.slice(start, end));
  };
  return isWithinWord(a, endOfA) && isWithinWord(b, endOfB) && longest >= spellingThresholds.fewestLetters;
}

/** Where the letters begin that end at an offset. A search for them with `$` would try every offset before, too. */
function wordStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && /\p{L}/u.test(text[start - 1]!)) start--;
  return start;
}

/** Share of the words of two texts that both have, in [0,1]. */
export function sharedWords(a: string, b: string): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  step(a.length + b.length);
  const common = [...left].filter(word => right.has(word)).length;
  return left.size + right.size === 0 ? 0 : (2 * common) / (left.size + right.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu));
}
