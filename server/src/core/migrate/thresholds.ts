/** Sizes that decide what is worth a name or a file of its own, and bounds of work. They change how a project looks, never what it builds. */
export const limits = {
  /** Bytes. Cost of an entry in the front matter of a page beside its value: the name, a colon, quotes and a line end. */
  entryBytes: 16,
  /** Bytes. Cost of a slot or an optional block in a layout. */
  slotBytes: 24,
  /** Pages, and bytes of a unit. Least numbers for units that are labelled content but are on half of the pages to be aligned. */
  contentPages: 3,
  contentBytes: 12,
  /** Bytes. Least size of a run of template that becomes a part of its own; a shorter one is repeated. */
  partBytes: 100,
  /** Bytes. Least size of a run that becomes a part because it is repeated anywhere, perhaps in one layout. */
  repeatedBytes: 200,
  /** Entries. Least number of entries of a list that may become data. */
  listEntries: 3,
  /** Items. Length of the runs by which repetitions are looked up, and number of places of a run that are compared. */
  repeatedItems: 4,
  repeatedPlaces: 16,
  /** Bytes. Least size of a value of several pages that becomes a part. */
  variantBytes: 120,
  /** Bytes. Least size of what all values of a slot begin or end with, that the layout takes over. */
  endBytes: 4,
  /** Products of lengths. Largest table of the exact alignment of two runs of units; longer runs align by their unique units only. */
  exactCells: 40_000,
  /** Levels of nested alignments in places that the first alignment leaves to the pages. */
  alignmentDepth: 4,
  /** Other layouts that a layout is aligned with to find shared parts, and tried to be joined with, the most alike first. */
  alikeLayouts: 4,
  /** Share of the smaller template, 0 to 1, that two layouts must have in common to be joined. */
  joinShare: 0.5,
  /** Pages of a layout that are compared when layouts are joined. */
  joinedPages: 12,
  /** Share of the pages of a layout, 0 to 1. Most pages that may differ from the others for this to be reported as drift. */
  driftShare: 0.2,
  /** Characters. Longest name of a layout or part; longer ones are cut between words. */
  nameLength: 40,
  /** Names in a list of the report, and characters of an excerpt. */
  listedNames: 5,
  excerptLength: 60,
} as const;
