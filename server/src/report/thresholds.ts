/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  // On a terminal.

  /** Pages that are named for a group; the row of a table has no space for more. */
  groupExamples: 3,
  /** Pages that are named for a version of a part. */
  partPages: 5,
  /** Layouts that are named in a row of the table of parts. */
  partLayouts: 3,
  /** Versions of a part whose numbers of pages are listed in a row. */
  partVersions: 6,
  /** Places at which a version differs that are shown. */
  partPlaces: 12,
  /** Characters of a part's place in the table of parts. */
  placeWidth: 40,
  /** Links that a note on a missing translation names. */
  noteLinks: 3,
  /** Characters of a source line in a code frame: what fits most terminals. */
  frameWidth: 100,
  /** Causes that `check` shows; more are read by programs, which get all. */
  causes: 100,
  /** Pages that are named for a cause. */
  causePages: 10,

  // In the HTML report, which a browser has to hold as a whole.

  /** Causes that the report shows. */
  siteCauses: 500,
  /** Causes on one page of the report's findings. */
  siteFindingsPage: 10,
  /** Rows on one page of the report's tables. */
  siteRowsPage: 50,
  /** Kinds of findings, and pages with the most findings, that the overview lists. */
  siteRanked: 10,
  /** Fixed findings that the overview lists. */
  siteFixed: 100,
  /** Findings of a cause that are shown. */
  siteCauseFindings: 200,
  /** Edits of a fix that are shown. */
  siteEdits: 4,
  /** Details of a finding that are shown: the differences that it combines. */
  siteDetails: 12,
  /** Details of a finding that are shown at first. */
  siteFirstDetails: 3,
  /** Parts with several versions that are shown. The same limit holds for parts with one version. */
  siteParts: 200,
  /** Layouts that are named for a part. */
  sitePartLayouts: 12,
  /** Versions of a part that are shown beside one another. */
  siteVersions: 12,
  /** Places at which a version differs that are shown. */
  sitePlaces: 8,
  /** Pages of a version that are shown at first. */
  siteFirstPages: 5,
  /** Further pages of a version that are shown after a click. */
  siteMorePages: 200,
  /** Layouts that are shown. */
  siteLayouts: 300,
  /** Pages that the map shows, of all layouts together. */
  sitePages: 5000,
  /** Pages of one layout that the map shows. */
  siteLayoutPages: 1000,
  /** Pages of a layout that the map shows at first; more if more pages have findings. */
  siteFirstRows: 24,
  /** Pages. If a layout has fewer further pages than this, the map shows them at first, too: they are not worth a click. */
  siteFoldedRows: 8,
  /** Lines shown above and below a piece of source. */
  contextLines: 2,
  /** Characters of a source line that are shown before and after a piece. */
  lineLength: 100,
  /** Characters of a piece of source. */
  pieceLength: 1200,
  /** Lines of a piece of source. */
  pieceLines: 12,
  /** Characters of an excerpt of a version's source. */
  excerptLength: 600,
} as const;
