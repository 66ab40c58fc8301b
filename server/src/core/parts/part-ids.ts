import { combine53 } from '../../html/hash.ts';
import type { Part } from './part.ts';

/**
 * Returns a 53-bit hash that identifies a part: of its place and of the smallest token that at least half of its pages have, else of the most
 * common token. It changes only if that token is lost or a smaller one appears, so it survives most edits.
 */
export function partHash(part: Part): number {
  const support = new Map<number, number>();
  for (const { fixed, pages } of part.bundles.values())
    for (const token of fixed.tokens) support.set(token, (support.get(token) ?? 0) + pages.size);
  let smallest = Number.POSITIVE_INFINITY;
  let most = 0;
  let commonest = 0;
  for (const [token, count] of support) {
    if (count * 2 >= part.pages.size && token < smallest) smallest = token;
    if (count > most || (count === most && token < commonest)) {
      most = count;
      commonest = token;
    }
  }
  return combine53(part.path, Number.isFinite(smallest) ? smallest : commonest);
}

/** Returns an id: a letter and the 53-bit hash in 11 base-36 digits. */
export function idOf(letter: string, hash: number): string {
  return letter + hash.toString(36).padStart(11, '0');
}
