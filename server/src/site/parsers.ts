import type { PackedFile } from './packed-files.ts';
import type { ParseContext, ParsedFile } from './parse-text.ts';

/** Pages that are being parsed in threads. */
export interface PagesInThreads {
  /** Returns the results of some pages, in any order; undefined after the last ones. Rejects if a thread fails. */
  next(): Promise<(ParsedFile | PackedFile)[] | undefined>;
  /** Ends the work; results under way are dropped. */
  close(): void;
}

/** Reads and parses many pages of a disk in threads. */
export interface Parsers {
  /** Gives the pages to `threads` threads, which must have no other pages. */
  start(pages: readonly string[], context: ParseContext, threads: number): Promise<PagesInThreads>;
  /** To be called when the threads have no pages left: they end after a while. */
  rest(): void;
  /** Ends the threads; their pages are dropped. */
  close(): Promise<void>;
}
