import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import type { PageKey } from './crawl-page.ts';
import { listPages, type Place } from './input-files.ts';
import { isFolder, listFolder } from './page-folders.ts';
import { placeUrl, type SiteRule } from './site-key.ts';
import { SortedRuns, writeAll } from './sorted-runs.ts';
import { unpackedInput } from './unpacked-input.ts';
import { UnreadableInput } from './unreadable-input.ts';
import { replaceJson } from './whole-files.ts';

/** A page in the index: its key, and where it is. */
export interface IndexedPage extends PageKey {
  readonly place: Place;
}

/** A run of the index that is worked on at a time, and whose rows are one file of the output. */
export interface Piece {
  /** Offsets in bytes in the file of the index. */
  readonly start: number;
  readonly end: number;
  readonly pages: number;
  /** Pages that models are learned from, of the sites that begin in this piece. */
  sampled: number;
  /** The piece in which the site of the first page begins, if that is an earlier one. */
  readonly begun?: number;
  /** The start of the piece, if it is the first one of a site that goes on in the next piece. */
  readonly goesOn?: number;
}

/** What is known of a crawl after indexing. */
export interface CrawlIndex {
  readonly pieces: readonly Piece[];
  readonly counts: IndexCounts;
}

export interface IndexCounts {
  /** Pages in the index. */
  pages: number;
  sites: number;
  /** Captures left out, since a later one has the same URL. */
  sameUrl: number;
  /** Pages left out, since another page of the site has the same payload. */
  sameContent: number;
  /** Damaged places in the inputs, and pages without a URL of http. */
  damaged: number;
}

type Row = [date: string, digest: string, id: string, path: string, offset: number, inner: number];

/**
 * Lists the pages of the inputs in the order of site, hash and URL, each once, in the file `index` of a folder, and writes `pieces.json` last.
 * Of captures with one URL the latest counts, then the one with the greatest digest, then with the greatest id; of pages of a site with one
 * digest the first in order. Copies of compressed texts are in `input-*` and stay there. Throws `UnreadableInput`.
 */
export async function buildIndex(
  folder: string,
  inputs: readonly string[],
  {
    siteBy,
    partPages,
    sample,
  }: {
    readonly siteBy: SiteRule;
    readonly partPages: number;
    readonly sample: number;
  },
  onProgress: (done: number) => void,
): Promise<CrawlIndex> {
  const counts: IndexCounts = { pages: 0, sites: 0, sameUrl: 0, sameContent: 0, damaged: 0 };
  const runs = new SortedRuns(folder);
  try {
    let listed = 0;
    for (const [at, input] of inputs.entries()) {
      const path = isFolder(input) ? input : await unpackedInput(input, join(folder, `input-${at}`));
      for (const { url, place, date = '', digest, id = '' } of listedIn(input, path, counts)) {
        const placed = placeUrl(url, siteBy);
        if (!placed) {
          counts.damaged++;
          continue;
        }
        const row: Row = [date, digest, id, place.path, place.offset, place.inner];
        runs.add(`${placed.site}\t${placed.hash}\t${placed.url}\t${asciiJson(row)}`);
        listed++;
        if (listed % 256 === 0) {
          onProgress(listed);
          // Lets timers and signals in.
          await new Promise(resolve => setImmediate(resolve));
        }
      }
    }
    const pieces = await writeIndex(join(folder, 'index'), runs, counts, new Pieces(partPages, sample));
    const index = { pieces, counts };
    await replaceJson(join(folder, 'pieces.json'), index);
    return index;
  } finally {
    runs.close();
  }
}

function* listedIn(input: string, path: string, counts: IndexCounts): ReturnType<typeof listPages> {
  const onDamage = (): void => {
    counts.damaged++;
  };
  try {
    if (isFolder(path)) yield* listFolder(path, onDamage);
    else yield* listPages(path, dirname(input), onDamage);
  } catch (error) {
    if (error instanceof UnreadableInput) throw error;
    throw new UnreadableInput(`${input} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

async function writeIndex(path: string, runs: SortedRuns, counts: IndexCounts, cut: Pieces): Promise<Piece[]> {
  const digests = new Set<string>();
  const file = openSync(path, 'w');
  try {
    let site: string | undefined;
    let waiting = '';
    const write = (line: string, row: Row): void => {
      const of = line.slice(0, line.indexOf('\t'));
      if (of !== site) {
        site = of;
        counts.sites++;
        digests.clear();
      }
      if (digests.has(row[1])) {
        counts.sameContent++;
        return;
      }
      digests.add(row[1]);
      counts.pages++;
      cut.add(of, Buffer.byteLength(line) + 1);
      waiting += `${line}\n`;
      if (waiting.length > 1 << 16) {
        writeAll(file, waiting);
        waiting = '';
      }
    };
    let best: { url: string; line: string; row: Row } | undefined;
    for await (const line of runs.sorted()) {
      const end = line.lastIndexOf('\t');
      const url = line.slice(0, end);
      const row = JSON.parse(line.slice(end + 1)) as Row;
      if (best && best.url === url) {
        counts.sameUrl++;
        if (isNewer(row, best.row)) best = { url, line, row };
        continue;
      }
      if (best) write(best.line, best.row);
      best = { url, line, row };
    }
    if (best) write(best.line, best.row);
    writeAll(file, waiting);
  } finally {
    closeSync(file);
  }
  return cut.end();
}

/** JSON in ASCII, so that a line can be cut anywhere. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isNewer(a: Row, b: Row): boolean {
  for (let at = 0; at < 3; at++) if (a[at] !== b[at]) return a[at]! > b[at]!;
  return false;
}

/** Cuts the index into pieces of at most so many pages, where a site ends; within a site only if it has more pages than a piece. */
class Pieces {
  readonly #partPages: number;
  readonly #sample: number;
  readonly #pieces: Piece[] = [];
  #site: string | undefined;
  /** Where the last site begins: offset, piece, and pages of the piece before it. */
  #begun = { offset: 0, piece: 0, pages: 0 };
  #start = 0;
  #end = 0;
  #pages = 0;
  /** Pages of the last site to learn from. */
  #ofSite = 0;
  /** Pages to learn from, of the sites that begin in the piece. */
  #sampled = 0;
  /** The piece in which the site of the first page begins. */
  #first = 0;

  /**
   * @param partPages the most pages of a piece
   * @param sample the most pages of a site to learn from
   */
  constructor(partPages: number, sample: number) {
    this.#partPages = partPages;
    this.#sample = sample;
  }

  add(site: string, bytes: number): void {
    const isNew = site !== this.#site;
    if (this.#pages === this.#partPages) {
      if (!isNew && this.#begun.offset > this.#start) this.#closeBeforeSite();
      else this.#close(this.#end, this.#pages, !isNew);
    }
    if (isNew) {
      this.#begun = {
        offset: this.#end,
        piece: this.#pieces.length,
        pages: this.#pages,
      };
      this.#ofSite = 0;
    }
    this.#site = site;
    this.#pages++;
    if (this.#ofSite < this.#sample) this.#learnOne();
    this.#end += bytes;
    if (this.#pages === 1) this.#first = this.#begun.piece;
  }

  /** Counts a page to learn from where its site begins. */
  #learnOne(): void {
    this.#ofSite++;
    const begun = this.#pieces[this.#begun.piece];
    if (begun) begun.sampled++;
    else this.#sampled++;
  }

  end(): Piece[] {
    if (this.#pages > 0) this.#close(this.#end, this.#pages, false);
    return this.#pieces;
  }

  /** Puts the pages of the last site, so far, into a piece of their own. */
  #closeBeforeSite(): void {
    const { offset, pages } = this.#begun;
    const ofSite = this.#pages - pages;
    this.#sampled -= this.#ofSite;
    this.#close(offset, pages, false);
    this.#begun = { offset, piece: this.#pieces.length, pages: 0 };
    this.#first = this.#pieces.length;
    this.#pages = ofSite;
    this.#sampled = this.#ofSite;
  }

  #close(end: number, pages: number, goesOn: boolean): void {
    const number = this.#pieces.length;
    this.#pieces.push({
      start: this.#start,
      end,
      pages,
      sampled: this.#sampled,
      ...(this.#first < number && { begun: this.#first }),
      ...(goesOn && this.#begun.piece === number && { goesOn: this.#begun.offset }),
    });
    this.#start = end;
    this.#pages = 0;
    this.#sampled = 0;
  }
}

/** The pages of a part of the index, in order. */
export function* indexedPages(path: string, start: number, end: number = statSync(path).size): Generator<IndexedPage> {
  const file = openSync(path, 'r');
  try {
    let rest = '';
    const buffer = Buffer.alloc(1 << 16);
    let at = start;
    while (at < end) {
      const read = readSync(file, buffer, 0, Math.min(buffer.length, end - at), at);
      if (read === 0) return;
      const last = buffer.subarray(0, read).lastIndexOf(10);
      if (last < 0) {
        rest += buffer.toString('latin1', 0, read);
        at += read;
        continue;
      }
      const lines = (rest + buffer.toString('latin1', 0, last)).split('\n');
      rest = '';
      at += last + 1;
      for (const line of lines) yield pageOf(line);
    }
  } finally {
    closeSync(file);
  }
}

function pageOf(line: string): IndexedPage {
  const [site, hash, url, json] = line.split('\t') as [string, string, string, string];
  const [date, , id, path, offset, inner] = JSON.parse(json) as Row;
  return { site, hash, url, ...(id !== '' && { id }), ...(date !== '' && { date }), place: { path, offset, inner } };
}
