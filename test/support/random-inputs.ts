/**
 * How many inputs a property test tries: `usual`, times what the environment variable TEMPLENS_RUNS says (0.25 in `npm test`, 10 in
 * `npm run test:deep`).
 */
export function inputs(usual: number): number {
  return Math.ceil(usual * Number(process.env.TEMPLENS_RUNS ?? 1));
}
