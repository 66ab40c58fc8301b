import { combine53 } from '../../html/hash.ts';
import type { Part } from './part.ts';

/** A part's id: its place, and the smallest token that half of its pages have. It changes only when that token goes, or a smaller one comes. */
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

/** A hash as part of an id: 11 characters. */
export function idOf(letter: string, hash: number): string {
  return letter + hash.toString(36).padStart(11, '0');
}
