/** Bounds of work, memory and output. They keep the worst case linear; on ordinary sites none changes an answer. */
export const limits = {
  /** Pages. `init` reads at most this many to detect the tools that made the site; the others of a large site were made by the same. */
  originPages: 500,
  /** Pages. A message about an interrupted command lists at most this many. */
  listedPages: 20,
  /** Bytes. A git command that prints more than this fails. */
  gitOutput: 64 * 1024 * 1024,
  /** Milliseconds. Time limit of a search for a date in the git history; if a search takes longer, the date is not shown. */
  gitDateTimeout: 3000,
  /** Pages. Git searches the history of at most this many for a date. */
  gitDatePages: 50,
  /** Characters. Least length of a text whose date is searched for; shorter texts occur in many other places. */
  gitDateText: 8,
} as const;
