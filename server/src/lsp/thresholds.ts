/** Limits and delays that decide what an editor shows and when; no label or finding depends on them. */
export const thresholds = {
  /** Share of the pages with a part in one language. A version that at most this share of them has is called rare. */
  rareVersionShare: 0.25,
  /** Milliseconds without an edit before code lenses change, so that the text does not jump while the user types. */
  lensDelay: 1000,
  /** Milliseconds without an edit or a further finding before findings on pages other than the edited one are shown. */
  findingsDelay: 300,
  /** Milliseconds in which changes of diagnostics are gathered into one answer, or one refresh request. */
  pullDelay: 100,
  /** Milliseconds after the first finding. A client that has not pulled the diagnostics of the workspace by then gets them published. */
  workspacePullDelay: 3000,
  /** Milliseconds without a reported change on disk before the folders of the changed files are read. */
  folderScanDelay: 300,
  /** Milliseconds without a reported change on disk before all folders are read; longer, because this costs more. */
  siteScanDelay: 3000,
} as const;

/** Bounds of work, memory and output. */
export const limits = {
  /** Quick fixes of a place that a client with the command `templens.moreActions` shows at once. */
  topFixes: 3,
  /** Lenses. A page shows the first ones; more would distract. */
  lenses: 20,
  /** Pages. Code actions offer to unite the layout of a page with those of at most this many other open pages; each adds an entry to the menu. */
  layoutOffers: 3,
  /** Names. Parts that the detail of a document symbol lists before an ellipsis. */
  symbolParts: 3,
  /** Symbols. An answer to a search in the workspace holds the first ones; a longer query finds the others. */
  workspaceSymbols: 200,
  /** Findings. At most this many are shown on the closed pages of a site; an editor's list of many thousands helps nobody. */
  closedPageFindings: 2000,
  /** Items. All lists nested in the rows of one list hold this many together, but each at least one. */
  nestedItems: 2000,
  /** Bytes. A message is invalid if its header does not end within this length. */
  messageHeader: 4096,
  /** Bytes. A message with longer content is invalid. */
  messageContent: 1 << 28,
} as const;
