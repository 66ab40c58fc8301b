/** Parameters of the published algorithms. Changing one changes answers; `npm run workbench` and `npm run groupings` show the effect. */
export const thresholds = {
  /** SST (Yi, Liu, Li, KDD 2003): attenuating factor, see `ImportanceOptions`, and largest importance of a noisy node. */
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
  /** Pages. Largest set of compared pages for which TemEx caches the mappings between all pairs. */
  mappedPages: 16,
  /** Pairs of children of two nodes. TemEx compares all up to this number; if there are more, only those at near positions. */
  comparedPairs: 2 ** 20,
  /** Pairs of children of two nodes. RTDM aligns up to this many at once; if there are more, in pieces, and the cost may not be minimal. */
  alignedPairs: 2 ** 21,
  /** Children. Largest number from each node in a piece that RTDM aligns at once, see `alignedPairs`. */
  alignedPiece: 512,
  /** Pairs of nodes. RTDM caches the cost of two subtrees if they have more pairs than this; others are cheaper to compute again. */
  recomputedPairs: 1024,
  /** Nodes. More than any page has: RTDM scales the cost of a mapping by it, so that a number of nodes can break ties. */
  pageNodes: 2 ** 25,
  /** Folders. More than any path has: the order of links adds it to rank targets outside the page's folder after those inside. */
  folderDepth: 1e6,
  /** Characters. A longer text is cut to this length in the outline of gold labels. */
  outlineText: 60,
} as const;

/** How costs and their confidence are measured. Changing one changes the precision of figures, and the time that a bench takes. */
export const measuring = {
  /** Largest number of times that a site is built and labelled; the least time counts, since other load disturbs it least. */
  cellRepetitions: 3,
  /** Milliseconds. A site is not measured again once its measurements took this long together. */
  cellMilliseconds: 1000,
  /** Least number of measurements of a point of a growth series, unless they exceed `growthLastPoint`; the least time counts. */
  growthRepetitions: 3,
  /** Milliseconds. Quick points of a growth series are repeated until they took this long. */
  growthMilliseconds: 150,
  /** Largest number of measurements of a quick point of a growth series. */
  growthMostRepetitions: 40,
  /** Milliseconds. A point that takes longer ends its growth series: the growth is known by then. */
  growthLastPoint: 3000,
  /** Milliseconds of work on one site of a growth series before its first point is measured, until the code is compiled. */
  growthWarmUp: 1000,
  /** Index in the growth series of the site for this warm-up. */
  growthWarmUpShape: 2,
  /** Entries of the menu of a generated site. */
  menuEntries: 8,
  /** Resamples of the sites in a paired comparison, unless the user gives another number. */
  pairedResamples: 10_000,
  /** As in Python's `difflib`: in a list of at least so many words, those with more than this share (and one) of them are frequent. */
  frequentWords: { least: 200, share: 0.01 },
  /** Sites. With fewer, the tables say that the interval of a paired difference is too narrow. */
  pairedSites: 10,
  /** Share of the resamples in the interval of a paired difference. */
  pairedConfidence: 0.95,
  /** Quantile of the normal distribution for a two-sided interval of 99 %. */
  z99: 2.5758,
} as const;

/** How the weights of the default labels are trained, besides `trainingOptions`. */
export const training = {
  /** Most intervals that a column is cut into, at its quantiles. */
  bins: 64,
} as const;
