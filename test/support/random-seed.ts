/** A new seed for every run, or the number in the environment variable TEMPLENS_SEED; printed, so that a run can be repeated. */
export function randomSeed(): number {
  const given = process.env.TEMPLENS_SEED;
  const seed = given === undefined || given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  console.info(`TEMPLENS_SEED=${seed}`);
  return seed;
}
