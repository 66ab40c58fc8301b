/** Sizes that decide what is worth a name or a file of its own, and bounds of work. They change how a project looks, never what it builds. */
export const limits = {
  /** Bytes. Cost of an entry in the front matter of a page beside its value: the name, a colon, quotes and a line end. */
  entryBytes: 16,
  /** Bytes. Cost of a slot or an optional block in a layout. */
  slotBytes: 24,
  /** Bytes. Least size of a run of template that becomes a part of its own; a shorter one is repeated. */
  partBytes: 100,
  /** Bytes. Least size of a value of several pages that becomes a part. */
  variantBytes: 120,
  /** Bytes. Least size of what all values of a slot begin or end with, that the layout takes over. */
  endBytes: 4,
  /** Products of lengths. Largest table of the exact alignment of two runs of units; longer runs align by their unique units only. */
  exactCells: 40_000,
  /** Levels of nested alignments in places that the first alignment leaves to the pages. */
  alignmentDepth: 4,
  /** Other layouts that a layout is aligned with to find shared parts, the most alike first. */
  alignedLayouts: 8,
} as const;
