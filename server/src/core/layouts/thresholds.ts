/** Limits and shares that decide layouts and their names. Changing one changes answers: see docs/lab/thresholds.md for the effect of each. */
export const thresholds = {
  /** Distance, 0 to 1. Clusters of pages closer than this are one layout, unless a user moves the cut (docs/lab/grouping.md). */
  layoutDistance: 0.325,
  /** Factor. Height of the cut into frames, as a multiple of the cut into layouts. */
  frameFactor: 2,
  /** Factor. Height of the cut into variants, as a multiple of the cut into layouts. */
  variantFactor: 0.5,
  /** Layouts. The default cut rises above `layoutDistance` while it makes more layouts than this and than the square root of the sample's size. */
  fewLayouts: 4,
  /** Layouts. Size of a sample that is clustered; the sites of the corpus have fewer. The time of a clustering is cubic in it. */
  sampleSize: 100,
  /** Samples. Each next one is taken from the layouts that fit no sample before it; what fits none of them stays alone. */
  samples: 8,
  /** Share of the distance, 0 to 1, for different start tags of the body; leaf paths, all paths and elements share the rest equally. */
  bodyShare: 0.2,
  /** Pages. In a sample of more pages, keys of a single page weigh less: as this number to the number of pages. */
  fullWeightPages: 3,
  /** Pages. Largest count of pages for the weight of a layout, so that counts, and with them a sample, seldom change. */
  weightPages: 2,
  /** Share of pages, 0 to 1. A correction that joins two clusters moves the cut of the whole site if the smaller one has this share. */
  wholeSiteShare: 0.2,
  /** Share of pages, 0 to 1. A folder or file pattern names a layout if it has so many of its pages; above one half, so that at most one can. */
  folderShare: 0.75,
  /** Share of pages, 0 to 1. A folder or file pattern names a layout only if it has so many of the site's pages that match. Above one half. */
  nameShare: 0.85,
  /** Share of pages, 0 to 1. From this share on, folders name a layout, with `and others` below `folderShare`, or the page it is named after is in one. Above one half. */
  mostFolders: 0.65,
  /** Bins of the histogram of distances in which the widest gap is found. */
  gapBins: 100,
  /** Share of all distances, 0 to 1. A bin with at most this share counts as empty. */
  gapShare: 0.01,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Layouts that are compared with all others when the separation of groups is measured. */
  comparedLayouts: 500,
  /** Folders of a layout that are compared for a name after several of them. */
  namedFolders: 32,
  /** Folders in a name after several of them. */
  foldersInName: 3,
  /** Entries that are inserted into or removed from a sorted list one by one; more at once sort or filter the whole list. */
  singleInsertions: 16,
} as const;
