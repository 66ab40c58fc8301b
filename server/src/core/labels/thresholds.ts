/** Limits and shares that decide labels and their explanations. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Pages. A text on more pages does not show that one page copies another: these pages have a template in common. */
  copiedPages: 3,
  /** Share of a page's rare text, 0 to 1, by length, that a copy of the page has. */
  copiedShare: 0.8,
  /** Code points. A page with less rare text has no copies: short texts are equal by accident. */
  copiedText: 40,

  /** Difference of shares below which they are equal: running sums of shares have rounding errors. */
  shareTolerance: 1e-4,
  /** Log-odds. Scores of nodes are clamped to this range on both sides, so that one node cannot outvote many. */
  maximumScore: 9,
  /** Log-odds. Scores are summed as whole numbers of this unit, so that the order of pages does not matter. */
  scoreUnit: 1 / 16,
  /** Log-odds. Mean scores are rounded to steps of this size, so that an edit seldom changes them. */
  pooledStep: 0.25,
  /** Pages whose scores are pooled. F1 is 0.918 with 32 pages and 0.919 with all (docs/lab/accuracy.md); with a sample, few edits change means. */
  pooledPages: 32,

  /** Log-odds to which a correction pulls nodes like the corrected one. */
  targetScore: 2,
  /** Log-odds. Scores of corrected nodes are counted in steps of this size, so that an edit seldom changes what is learned. */
  taughtStep: 0.5,
  /** Nodes. Corrections of few nodes are damped as if this many like nodes needed no correction. */
  taughtPrior: 2,
  /** Nodes. A node that has the key of a corrected one, and that no rule decides, counts as this many that need no correction. */
  skippedWeight: 8,
  /** Pages, for each rule, that the labels learn from. */
  teachingPages: 32,

  /** Pages. In groups of at most this many, the reason for a label counts pages of other groups even if all pages of the group have the node. */
  fewPages: 3,

  /** Probability of content, 0 to 1, that texts of a page alone need if it says that it is an article: teasers of others look like content, too. */
  articleCut: 0.6,

  /** Selectors of a place that are tried on other pages. */
  triedSelectors: 12,
  /** Pages that a selector is tried on. */
  sampledPages: 20,
  /** Elements around a node that its selectors may start from; one counts several times if it has several names (id, classes, landmark tag). */
  selectorAnchors: 6,
  /** Characters. Longer classes are mostly generated, so selectors do not use them. */
  classLength: 40,
  /** Distance of matches at different places, in units of the distance of two sizes (log2); it exceeds every distance of sizes. */
  placeDistance: 100,
  /** Characters. The name of a hole is cut to this length. */
  holeName: 40,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Variants of a part that are visited one by one; more are indexed by their numbers of pages. */
  fewVariants: 16,
  /** Entries. Initial capacity of a table of mean scores. */
  meanScores: 64,
  /** Nodes. Initial capacity of a style tree for style nodes; small, since a site of many layouts has a tree for each. */
  styleNodes: 8,
  /** Characters of a class, id, role or itemprop whose words are read when a page is labelled alone. */
  namingCharacters: 300,
  /** Nodes. Initial capacity of a style tree for element nodes. */
  elementNodes: 16,
} as const;
