/** Limits and shares that answers depend on. The corpus commands (`npm run accuracy`, `npm run findings`) show the effect of changing one. */
export const thresholds = {
  /** Pages. The effect of a correction is worked out on this many pages, its own not counted; more would let an editor wait. */
  correctionPages: 200,
  /** Pages. A person is asked to review this many before a correction of several pages is written; few people open more. */
  reviewedPages: 5,
  /** Pages. Examples of a version that are tried, one after another, for one page that adopts it; each is read from disk. */
  adoptionExamples: 8,
  /** Rounds. An adoption can make nodes shared and so reveal what still differs; pages that differ after this many rounds are refused. */
  adoptionRounds: 3,
  /** Findings. A page shows at most this many, the most severe and best supported; a longer list hides them. */
  findingsPerPage: 50,
  /** Lines. Source text in the evidence of a node is cut to this many, since a hover shows no more at a glance. */
  evidenceLines: 6,
  /** Characters. A line of source text in the evidence of a node is cut to this length. */
  evidenceLineLength: 120,
  /** Characters of an attribute or a tag in the title of a fix. */
  longestInTitle: 60,
  /** Words. Context on either side of a change in the diff of two versions. */
  contextWords: 4,
  /** Words. Context on either side of a change grows up to this many, if fewer would cut a tag. */
  tagContextWords: 12,
  /** Words. A longer insertion or deletion is cut in its middle. Even: one half stays at either end. */
  changeWords: 60,
  /** Paths. A new entry of `layouts` lists at most this many pages; pages that look like them join the layout without being listed. */
  listedPages: 50,
  /** Names. A message about an unknown setting lists the known ones up to this number, so that it stays one short sentence. */
  listedNames: 6,
  /** Bytes. The start of a page that is searched for its encoding. HTML requires 1,024; real pages put comments and scripts first. */
  sniffedBytes: 4096,
  /** Slices of work. A question that is wanted `soon` waits for this many, then is answered from the last settled state. */
  soonSlices: 3,
} as const;

/**
 * Bounds of work, memory and output. They keep the worst case linear and each slice of work short; on ordinary sites none changes a label or a
 * finding.
 */
export const limits = {
  /** Bytes. A larger configuration file is not read. */
  configurationBytes: 1 << 20,
  /** Bytes. A larger style sheet or script is not read. */
  otherFileBytes: 1 << 20,
  /** Bytes. A larger `.gitignore` is not read. */
  ignoreFileBytes: 1 << 20,
  /** UTF-16 code units. A longer glob is refused; matching costs its length times that of the path. */
  globLength: 4096,
  /** Levels. Deeper nested brackets of a glob are refused, since the compiler recurses. */
  globDepth: 64,
  /** Numbers or letters. A longer range of a glob, such as `{1..9}`, is refused, since each becomes an alternative. */
  globRange: 1000,
  /** Attempts. A file that is replaced between `lstat` and `open` is read again this often. */
  replacedFileRetries: 5,
  /** Attempts. A question whose file changed before the answer is tried again this often. */
  changedFileRetries: 5,
  /** Hints. From this many changed paths on, the whole site is searched: some hints may be lost, and a search costs little more. */
  hintsBeforeSearch: 50,
  /** Words. Versions that differ by more get a list of differing nodes instead of a diff, whose time and memory grow with this number. */
  diffEdits: 1000,
  /** Events. A slice emits at most this many events that are made from cached answers of an earlier run. */
  warmEvents: 25,
  /** Events. The engine pauses while its owner has more to receive: the labels of one page take 100 KB. */
  unreceivedEvents: 50,
  /** Bytes that become the arguments of one call, in decoding: far fewer than the stack holds. */
  latin1Bytes: 8192,
  /** Pages. One task of a parse worker: few enough to share evenly, enough to pay for the messages. */
  taskPages: 25,
  /** Pages. The engine's thread parses this many at a time beside its workers, so that commands get in between. */
  ownTaskPages: 2,
  /** Tasks. A parse worker holds this many at a time: the one it works on, and the next, so that it need not wait for the message. */
  tasksPerWorker: 2,
  /** Pages. This many are skipped because the engine crashed on them; after more crashes the cause is something else. */
  quarantinedPages: 3,
  /** Bytes of UTF-8. A page with a longer path is not noted for the case of a crash. */
  crashNoteBytes: 4096,
  /** Megabytes. V8's young generation in a worker. Small, because arrays outside the heap are freed only with the objects that hold them. */
  youngGenerationMegabytes: 12,
  /** Bytes. Memory may grow by this much before a collection; a smaller step would collect all the time on small sites. */
  heapGrowthBytes: 64 * 2 ** 20,
  /** Share of the memory after the last collection, 0 to 1. Memory may grow by this share before the next, if that is more than `heapGrowthBytes`. */
  heapGrowth: 0.12,
  /** Percent. V8's own heap may grow by this share within a long step. */
  heapGrowthInStep: 25,
  /** Bytes. A file of answers takes no more answers beyond this size. */
  answerFileBytes: 512 * 2 ** 20,
  /** Bytes. The cache of all sites together; beyond it the least recently used files are removed. */
  cacheBytes: 2 ** 30,
  /** Bytes. Blocks of a file of answers are gathered up to this size for one write. */
  writeBufferBytes: 1 << 20,
  /** Bytes. Shorter answers are stored as they are: compression would save little. */
  uncompressedBytes: 200,
} as const;

/** Milliseconds. When something happens; no answer depends on them. */
export const delays = {
  /** Tick of a file system whose times are whole seconds (FAT: every other second). A second write within one tick leaves the time of the first. */
  coarseClockTick: 2000,
  /** Tick of any other file system, with a margin: Linux stamps files once per timer interrupt, every 1 to 10 ms. */
  clockTick: 20,
  /** Parse workers without work end after this time. Until then they are reused: a new one starts slowly and then has to warm up. */
  workerRest: 10_000,
  /** A thread that waits for its events to be received looks this often. */
  backlogPause: 2,
  /** The cache of a site is written after this time without work. */
  cacheQuiet: 3000,
  /** A cached file that was not used for this time is removed. */
  cacheAge: 30 * 24 * 60 * 60 * 1000,
  /** A draft of a cached file is left over from a killed run after this time. */
  draftAge: 60 * 60 * 1000,
  /** Changed pages are reported a second time after this time: chokidar drops a second removal of a path within 100 ms. */
  confirmation: 150,
  /** The root folder is checked this often; it is also the shortest interval of polling a file. */
  rootCheck: 500,
  /** Interval of polling, for each polled file: the time to check many files stays a small share of a core. */
  pollingPerFile: 0.2,
  /** Folders with events are compared with the disk after this time without events. */
  reconciliation: 300,
  /** Folders with events are compared with the disk at the latest this long after the first event. */
  latestReconciliation: 2000,
  /** The whole site is compared with the disk after this time without events, since one may be lost. */
  rescan: 3000,
} as const;
