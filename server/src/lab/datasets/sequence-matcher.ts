import { measuring } from '../thresholds.ts';

/** The range `size` long from `a` in the first list and from `b` in the second, which have equal words. */
interface Match {
  a: number;
  b: number;
  size: number;
}

/**
 * The words of `b` that Python's `difflib.SequenceMatcher(None, a, b)` aligns with words of `a`, in order. Words that are frequent in a long `b`
 * only extend a match, as there.
 */
export function matchedWords(a: readonly string[], b: readonly string[]): string[] {
  const positions = positionsOf(b);
  const matches: Match[] = [];
  const open: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [fromA, toA, fromB, toB] = range;
    const match = longestMatch(a, b, positions, range);
    if (match.size === 0) continue;
    matches.push(match);
    if (fromA < match.a && fromB < match.b) open.push([fromA, match.a, fromB, match.b]);
    if (match.a + match.size < toA && match.b + match.size < toB)
      open.push([match.a + match.size, toA, match.b + match.size, toB]);
  }
  return matches.sort((x, y) => x.b - y.b).flatMap(match => b.slice(match.b, match.b + match.size));
}

/** Positions of the words that are not frequent. */
function positionsOf(words: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  }
  if (words.length < measuring.frequentWords.least) return positions;
  const most = Math.floor(words.length * measuring.frequentWords.share) + 1;
  return new Map([...positions].filter(([, at]) => at.length <= most));
}

/** The longest match in a range; of equal ones that which starts first in `a`, then in `b`. */
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  positions: ReadonlyMap<string, readonly number[]>,
  [fromA, toA, fromB, toB]: readonly [number, number, number, number],
): Match {
  const best: Match = { a: fromA, b: fromB, size: 0 };
  /** By position in `b`, the length of the match that ends there and at the word of `a` before. */
  let lengths = new Map<number, number>();
  for (let at = fromA; at < toA; at++) {
    const next = new Map<number, number>();
    for (const to of positions.get(a[at]!) ?? []) {
      if (to < fromB) continue;
      if (to >= toB) break;
      const size = (lengths.get(to - 1) ?? 0) + 1;
      next.set(to, size);
      if (size > best.size) Object.assign(best, { a: at - size + 1, b: to - size + 1, size });
    }
    lengths = next;
  }
  while (best.a > fromA && best.b > fromB && a[best.a - 1] === b[best.b - 1])
    Object.assign(best, { a: best.a - 1, b: best.b - 1, size: best.size + 1 });
  while (best.a + best.size < toA && best.b + best.size < toB && a[best.a + best.size] === b[best.b + best.size]) best.size++;
  return best;
}
