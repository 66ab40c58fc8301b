import { isDeep } from './deep.ts';
import { randomSeed } from './random-seed.ts';

/** All values in a deep run; otherwise `most` of them, which the seed of the run chooses, in their order. */
export function chosen<T>(values: readonly T[], most: number): readonly T[] {
  if (isDeep || most >= values.length) return values;
  const first = randomSeed() % values.length;
  return values.filter((_, at) => (at - first + values.length) % values.length < most);
}
