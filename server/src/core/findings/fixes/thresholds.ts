/** Limits that decide which fixes are safe. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Probability, 0 to 1. Least confidence of a finding whose fix is safe: a wrong fix costs more than a wrong finding. */
  safeConfidence: 0.75,
  /** Changes of one page that are tried at most, since each looks at the whole page; fixes with more are not safe. */
  mostTrials: 32,
} as const;
