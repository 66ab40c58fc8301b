/** Limits and shares that decide answers. Changing one changes answers; the corpus commands (`npm run accuracy`, `npm run findings`) show the effect. */
export const thresholds = {
  /** Levels of elements. Deeper elements become children of the deepest allowed one; browsers based on Blink stop at the same level. */
  depth: 512,
  /** Entries. Equal formatting elements that are remembered since the last marker: the "Noah's Ark clause" of WHATWG HTML 13.2.4.3. */
  equalFormatting: 3,
  /** Rounds of the adoption agency for one tag (WHATWG HTML 13.2.6.4.7). */
  adoptionRounds: 8,
  /** Elements. Formatting elements further above the block than this are dropped in a round of the adoption agency (its inner loop). */
  adoptionSteps: 3,
  /** UTF-16 code units inside `{{ }}` or `{% %}`. What is longer is ordinary text: real expressions are far shorter. */
  expressionLength: 4096,
  /** UTF-16 code units of a class token. Longer tokens never mark the current item; real ones are shorter. */
  stateTokenLength: 64,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Entries. Copies of formatting elements open at once, and formatting elements remembered since the last marker; real pages need fewer. */
  formatting: 64,
  /** Steps that any page may take in one phase of work, so that a short page may do what is usual. */
  steps: 2_000_000,
  /** Steps for each UTF-16 code unit of a page, in addition; real pages take below 10. */
  stepsPerUnit: 256,
  /** Values of one node (class tokens, attributes) that are compared pairwise; more are kept in a set. Changes no answer. */
  pairwise: 32,
  /** UTF-16 code units. A longer line of source is not marked as a whole. */
  markedLine: 120,
  /** Keys in the cache of attribute names, which is emptied when it is full. */
  attributeNames: 4096,
  /** Attribute names with the same key in the cache: such names can be made at will, and real pages have one or two. */
  attributeNamesPerKey: 8,
  /** Class tokens in the cache of which tokens mark the current item; it is emptied when it is full. */
  stateTokens: 1 << 14,
  /** Character references in each cache of decoded ones. */
  references: 1024,
  /** UTF-16 code units from the `&` to the `;` of a reference that is decoded without a copy of the text; longer ones take the slow way. */
  referenceLength: 9,
  /** UTF-16 code units. A `<` within this distance is found faster by a loop than by `indexOf`. */
  nearTag: 24,
  /** Page trees that stay unpacked: a page is read several times while it is worked on. */
  unpackedTrees: 16,
  /** UTF-16 code units of a page's text that a sentence quotes. */
  quotedText: 60,
} as const;
