/** Tokens `start .. end - 1` of a page. */
export interface TokenRange {
  start: number;
  end: number;
}

/**
 * BTE, body text extraction (Finn, Kushmerick, Smyth, DELOS 2001): the run of tokens for which the tags outside it and the words inside
 * it are most. Of equal runs the one that starts first, and of these the shortest. Kadane's scan, linear.
 * @param tag 1 = tag, 0 = word
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
