/** Limits and shares that decide answers. The corpus commands (`npm run accuracy`, `npm run findings`) show the effect of changing one. */
export const thresholds = {
  /** Nodes. A part with fewer nodes that at least half of its pages have is listed only on request: people seldom call a single node a part. */
  listedPartNodes: 2,
  /** Edits. A misspelled word of any length may be so far from the word that is suggested for it. */
  suggestionEdits: 2,
  /** Share of the suggested word's characters, 0 to 1. Long words may have more edits than `suggestionEdits`, up to this share. */
  suggestionShare: 1 / 3,
} as const;
