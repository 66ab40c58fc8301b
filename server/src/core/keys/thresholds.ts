/** Numbers that decide what is a spelling mistake. */
export const spellingThresholds = {
  /** Letters. Shorter words are like others by chance. */
  fewestLetters: 6,
} as const;

/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none is reached. */
export const limits = {
  /** Characters (UTF-16 code units). Longest inline script or style sheet that is split into tokens; a longer one is a library or data. */
  codeLength: 1 << 16,
  /** Characters. Longest `<base href>` that counts: every address of the page is resolved against it and gets as long. */
  baseLength: 2048,
  /** Attributes of an element. Up to so many, duplicates are found by comparing pairs; above, with a set of names. */
  comparedAttributes: 32,
  /** Caches of hashed attributes, one for each folder, key and set of normalisers that pages use. */
  attributeCaches: 32,
  /** Attributes in all these caches together. */
  cachedAttributes: 1 << 15,
} as const;
