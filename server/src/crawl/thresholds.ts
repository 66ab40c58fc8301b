/** Values that rows depend on. */
export const thresholds = {
  /** Pages of a site that its model is learned from, unless another number is asked for (docs/decisions/0023). */
  samplePages: 50,
  /** The largest number of pages of a sample. */
  mostSamplePages: 10_000,
  /** Pages that a model must be learned from for the method `host`; the rows of a smaller site say `alone`. The least sample, too. */
  hostPages: 3,
  /** The most rows of a file, unless another number is asked for. Fewer lose less work when a crawl is killed; more make fewer files. */
  partPages: 1000,
  /** UTF-16 code units. The pages that a model is learned from have at most this many together; the first one counts whatever its length is. */
  sampleLength: 8 * 2 ** 20,
} as const;

/** Bounds of work and memory. Except for `pageBytes`, they change no row. */
export const limits = {
  /** Bytes. A page with a longer body, decompressed, becomes an error row. */
  pageBytes: 10 * 2 ** 20,
  /** Bytes. A record of an archive with a longer content block, decompressed if it is compressed, is skipped; if it is a page, it becomes an error row. */
  recordBytes: 32 * 2 ** 20,
  /** Bytes. A longer line of the input of a worker ends it; a page in JSON takes at most six times its bytes. */
  lineBytes: 128 * 2 ** 20,
  /** UTF-16 code units of lines of an index that are sorted in memory. */
  runLength: 32 * 2 ** 20,
  /** UTF-16 code units of the rows in a row group of a Parquet file, which are in memory together. */
  rowGroupLength: 8 * 2 ** 20,
  /** Files. Archives that are open at a time. */
  openFiles: 64,
  /** Tasks that a labelling thread has waiting, so that it never waits for a message. */
  waitingTasks: 24,
  /** Results that a labelling thread sends together. */
  sentResults: 8,
  /** UTF-16 code units of the pages in these tasks. */
  waitingLength: 8 * 2 ** 20,
  /** Runs in a row that are killed while one page is under way, until it is skipped; fewer are probably not its fault. */
  killedRuns: 3,
  /**
   * Runs in a row that are killed while the model of one site is learned, until the site is left without one. Learning takes a large part of a
   * run, where kills from outside hit the same site again and again, and all of its rows would change.
   */
  killedLearningRuns: 10,
  /** Seconds that a page may take unless another number is asked for; ordinary pages take milliseconds. */
  pageSeconds: 60,
  /** Megabytes of a labelling thread's heap, unless another number is asked for. */
  heapMegabytes: 320,
} as const;
