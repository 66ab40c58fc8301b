/** Random numbers in [0,1) by a congruential generator: the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Some of a list, in random order. */
export function sample<T>(list: readonly T[], count: number, random: () => number): T[] {
  const left = [...list];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}
