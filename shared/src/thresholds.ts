/** Limits and shares that decide answers. Changing one changes answers; the corpus commands (`npm run accuracy`, `npm run findings`) show the effect. */
export const thresholds = {
  /** Fixed nodes. Parts with fewer are listed only on request: single nodes are seldom what people mean by a part. */
  listedPartNodes: 2,
  /** Edits. A misspelled word of any length may be so far from the word that is suggested for it. */
  suggestionEdits: 2,
  /** Share of the suggested word's characters, 0 to 1. Long words may have more edits than `suggestionEdits`, up to this share. */
  suggestionShare: 1 / 3,
} as const;
