/** Tokens of a page from `start` to before `end`. */
export interface TokenRange {
  start: number;
  end: number;
}

/**
 * BTE, body text extraction (Finn, Kushmerick, Smyth, DELOS 2001): finds the range of tokens that maximises the tags outside plus the words
 * inside; of equal ranges the one that starts first, and of these the shortest. Linear (Kadane's algorithm).
 * @param tag 1 = tag, 0 = word
 * @returns undefined if there are no tokens
 */
export function bodyText(tag: Uint8Array): TokenRange | undefined {
  let best: TokenRange | undefined;
  let most = Number.NEGATIVE_INFINITY;
  let sum = -1;
  let start = 0;
  for (let at = 0; at < tag.length; at++) {
    if (sum < 0) {
      sum = 0;
      start = at;
    }
    sum += 1 - 2 * tag[at]!;
    if (sum > most) {
      most = sum;
      best = { start, end: at + 1 };
    }
  }
  return best;
}
