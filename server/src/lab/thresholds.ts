/** Parameters of the published algorithms. Changing one changes answers; `npm run workbench` and `npm run groupings` show the effect. */
export const thresholds = {
  /** SST (Yi, Liu, Li, KDD 2003): weight of a node's own style entropy against its descendants', and largest importance of a noisy node. */
  sst: { gamma: 0.9, threshold: 0.2 },
  /** Largest distances that link two pages of a training set of the document-frequency detector (Gottron 2008). Greater than `linkage`. */
  dfLinkage: { cp: 0.7, cps: 0.6, ctss: 0.85 },
  /** Largest distances that link two pages of a layout; those with the best adjusted Rand index on the corpus (docs/lab/algorithms.md). */
  linkage: { cp: 0.3, cps: 0.2, ctss: 0.5 },
  /** Elements of a shingle of paths (CPS); Gottron (2008) gives no length. */
  pathShingle: 3,
  /** Tags of a shingle of the tag sequence (CTSS); Gottron (2008) gives no length. */
  tagShingle: 4,
  /** Permutations of a MinHash signature of TEXT-HASH (Kim, Shim 2011); at most 128. */
  permutations: 128,
  /** TemEx: similarity of the attributes of two nodes without any, as in the add-on of its authors. */
  noAttributesSimilarity: 0.75,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Pages. TemEx keeps the mappings between all pairs of pages only of a set with at most so many. */
  mappedPages: 16,
  /** Pairs of children of two nodes that TemEx compares; of more, only those at similar positions. */
  comparedPairs: 2 ** 20,
  /** Pairs of children that RTDM aligns at once; more are aligned in pieces, whose cost may not be minimal. */
  alignedPairs: 2 ** 21,
  /** Children of such a piece. */
  alignedPiece: 512,
  /** Pairs of nodes. RTDM keeps the cost of pairs of subtrees with more pairs than this; smaller ones are cheaper to compute again. */
  recomputedPairs: 1024,
  /** Nodes. More than any page has: RTDM scales the cost of a mapping by it, so that a number of nodes can break ties. */
  pageNodes: 2 ** 25,
  /** Folders. More than any path has. */
  folderDepth: 1e6,
  /** Characters of a text in the outline of gold labels. */
  outlineText: 60,
} as const;

/** How costs and their confidence are measured. Changing one changes the precision of figures, and the time that a bench takes. */
export const measuring = {
  /** Times that a site is built and labelled; the least time counts, since other load disturbs it least. */
  cellRepetitions: 3,
  /** Milliseconds. A site that took longer is not repeated. */
  cellMilliseconds: 1000,
  /** Times that each point of a growth series is measured at least; the least time counts. */
  growthRepetitions: 3,
  /** Milliseconds. Quick points of a growth series are repeated until they took this long. */
  growthMilliseconds: 150,
  /** Times that a quick point is repeated at most. */
  growthMostRepetitions: 40,
  /** Milliseconds. A point that took longer ends its series: the growth is known by then. */
  growthLastPoint: 3000,
  /** Milliseconds of work on a site of middle size before the first point, until the code is compiled. */
  growthWarmUp: 1000,
  /** Index of that site in the series. */
  growthWarmUpShape: 2,
  /** Entries of the menu of a generated site. */
  menuEntries: 8,
  /** Quantile of the normal distribution for a two-sided interval of 99 %. */
  z99: 2.5758,
} as const;
