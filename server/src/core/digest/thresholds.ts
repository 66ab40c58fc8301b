/** Limits and shares that decide answers of this room. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Nodes. Least number of elements and texts in a page that is compared with others (N22); a smaller one is a fragment or a stub. */
  comparableNodes: 8,
} as const;
