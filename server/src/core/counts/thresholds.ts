/** Limits and shares that decide answers of this room. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Pages. Least number of pages that are compared before one of them can deviate (G3); among fewer, chance looks like a rule. */
  minimumPages: 5,
  /** Share of pages, 0 to 1. Least share that must agree, whatever the settings (G4): two variants that are both common are no drift. */
  majorityShare: 0.8,
  /** Tolerance of comparisons between real numbers, far below every difference that matters. */
  tolerance: 1e-9,
} as const;

/** Numbers that decide which pages have the same variant. */
export const variantThresholds = {
  /** Share of common options from which two pages have the same variant. */
  sameVariant: 0.75,
  /** Pages. Fewer make no variant. */
  fewestOfVariants: 10,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Pages. Least count for which frequent keys are indexed; below it there are few pages, and a visit of all keys is cheap. */
  indexedCount: 4,
  /** Factor. The index of frequent keys is rebuilt when a query asks for more than so many times its least count. */
  indexRange: 4,
  /** Ids. Greatest number in a segment of a key table before it is split in two, so that no insertion moves more. */
  segmentIds: 5000,
  /** Share of the slots of a segment, 0 to 1, that may be taken before it is rebuilt; above it, probes get long. */
  segmentFull: 0.85,
  /** Share of the slots of a segment, 0 to 1, that is taken right after it was built. */
  segmentFilled: 0.6,
  /** Factor. This many times the sample is kept, so that a page that leaves it is replaced without visiting all pages. */
  sampleReserve: 4,
  /** Pairs of nodes of two lists. Lists with more pairs are cut into pieces before their nodes are weighed against each other. */
  weighedPairs: 1 << 15,
  /** Pages. What more have in one folder would take long to ask. */
  folderPages: 240,
  /** Share of the pages of an order, 0 to 1. If more have a new rank, all pages are sorted again. */
  stalePages: 1 / 16,
  /** Factor. A key table has at most so many times the segments that evenly spread hashes need; hostile hashes could double it forever. */
  unevenSegments: 16,
} as const;
