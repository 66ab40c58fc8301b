/** Limits that decide which fixes are safe. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Probability, 0 to 1. Least confidence of a finding whose fix is safe: a wrong fix costs more than a wrong finding. */
  safeConfidence: 0.75,
  /** Fixes of one page that are tried at most, since each trial parses the page; the others are not safe. */
  mostTrials: 32,
} as const;
