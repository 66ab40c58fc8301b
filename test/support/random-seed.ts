/** The seed of this run, which the test runner draws and prints, or takes from the environment variable TEMPLENS_SEED. */
export function randomSeed(): number {
  const seed = process.env.TEMPLENS_SEED;
  if (seed === undefined) throw new Error('TEMPLENS_SEED is not set; the test runner sets it.');
  return Number(seed);
}
