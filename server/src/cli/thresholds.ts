/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none changes an answer. */
export const limits = {
  /** Pages. `init` reads the first ones to find what made the site; the others of a large site say the same. */
  originPages: 500,
  /** Pages. A message about an interrupted command lists this many. */
  listedPages: 20,
  /** Bytes. Output of one git command. */
  gitOutput: 64 * 1024 * 1024,
  /** Milliseconds. Search for a date in the history; in a longer history, the date is not shown. */
  gitDateTimeout: 3000,
  /** Pages. Files in whose history git searches for a date. */
  gitDatePages: 50,
  /** Characters. Least length of a text whose date is searched for; a shorter one stands in many other places. */
  gitDateText: 8,
} as const;
