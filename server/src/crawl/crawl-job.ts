import { join, resolve } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import { CrawlFolder } from './crawl-folder.ts';
import { buildIndex, type CrawlIndex, type IndexCounts, type IndexedPage, indexedPages, type Piece } from './crawl-index.ts';
import type { CrawlPage } from './crawl-page.ts';
import { OpenArchives } from './input-files.ts';
import { LabellerHandle } from './labeller-handle.ts';
import { OrderedOutput } from './ordered-output.ts';
import type { Output } from './page-content.ts';
import { inputStamp, readPageFile, wholeFile } from './page-folders.ts';
import { partName, type RowFormat, rowWriter } from './row-files.ts';
import { placeUrl, type SiteRule } from './site-key.ts';
import { SiteRows } from './site-rows.ts';
import { readJson } from './state-files.ts';
import { limits } from './thresholds.ts';
import { UnreadableInput } from './unreadable-input.ts';
import { replaceJson } from './whole-files.ts';
import { WrongFolder } from './wrong-folder.ts';

/** Settings of a crawl. The first group decides the rows. */
export interface CrawlOptions {
  readonly emit: readonly Output[];
  readonly sample: number;
  readonly siteBy: SiteRule;
  readonly format: RowFormat;
  /** The most rows of a file. */
  readonly partPages: number;

  /** Threads that label pages. */
  readonly threads: number;
  readonly heapMegabytes?: number;
  readonly pageSeconds?: number;
  /** Version of the program; a crawl can only be resumed by the same version. */
  readonly version: string;
  onProgress?(progress: CrawlProgress): void;
}

interface CrawlProgress {
  readonly phase: 'list' | 'learn' | 'apply';
  /** Pages. */
  readonly done: number;
  /** Pages; undefined while pages are still being found. */
  readonly total: number | undefined;
  /** Pages of `done` that an earlier run did. */
  readonly before: number;
}

/** What `crawl.json` says when all rows are written. */
export interface CrawlSummary extends IndexCounts {
  readonly parts: number;
  /** Rows by method. */
  readonly methods: Readonly<Record<string, number>>;
  /** Error rows by reason. */
  readonly errors: Readonly<Record<string, number>>;
}

type Counts = Record<'methods' | 'errors', Record<string, number>>;

/** The work on a crawl, in a folder that keeps its state: what a killed run finished is not done again. */
export class CrawlJob {
  readonly #folder: CrawlFolder;
  readonly #options: CrawlOptions;
  readonly #inputs: readonly string[];

  private constructor(folder: CrawlFolder, inputs: readonly string[], options: CrawlOptions) {
    this.#folder = folder;
    this.#inputs = inputs;
    this.#options = options;
  }

  /**
   * Opens the folder of a crawl, new or begun by an earlier run with the same inputs and options.
   * @param inputs files, and folders of pages; empty to go on with those of the earlier run
   */
  static async open(out: string, inputs: readonly string[], options: CrawlOptions): Promise<CrawlJob> {
    const folder = new CrawlFolder(out);
    const paths = inputs.map(input => resolve(input)).sort();
    await folder.open<{ inputs: unknown[] }>(found => {
      if (!found && paths.length === 0) throw new WrongFolder(`${out} has no index yet; run templens crawl index.`);
      const { emit, sample, siteBy, partPages, format, version } = options;
      return {
        version,
        emit,
        sample,
        siteBy,
        partPages,
        format,
        inputs: paths.length === 0 ? found!.inputs : paths.map(inputStamp),
      };
    });
    return new CrawlJob(folder, paths, options);
  }

  /** The summary of an earlier run that wrote all rows. */
  get finished(): CrawlSummary | undefined {
    return readJson<CrawlSummary>(this.#folder.summary);
  }

  /** What an earlier run finished: all pages are listed, and so many have their rows; undefined if not all are listed. */
  get kept(): { readonly rows: number; readonly pages: number } | undefined {
    const known = readJson<CrawlIndex>(this.#folder.pieces);
    const rows = (piece: Piece, number: number): number => (this.#folder.isDone(number) ? piece.pages : 0);
    return known && { rows: sum(known.pieces.map(rows)), pages: known.counts.pages };
  }

  /** Lists the pages of the inputs. Throws `UnreadableInput` or `UnwritableOutput`. */
  async index(): Promise<CrawlIndex> {
    const known = readJson<CrawlIndex>(this.#folder.pieces);
    if (known) return known;
    return this.#folder.writing(() =>
      buildIndex(this.#folder.state, this.#inputs, this.#options, done =>
        this.#options.onProgress?.({ phase: 'list', done, total: undefined, before: 0 }),
      ),
    );
  }

  /**
   * Learns the models of sites and keeps them.
   * @param which of `all` sites, or of those that have more than one piece, as `apply` needs
   */
  async learn(which: 'all' | 'large' = 'all'): Promise<void> {
    const { pieces } = await this.index();
    const wanted = pieces.flatMap((piece, number) => {
      const start = which === 'all' ? piece.start : piece.goesOn;
      return start === undefined ? [] : [{ piece, number, start }];
    });
    await this.#each(
      'learn',
      wanted,
      ({ piece }) => piece.sampled,
      ({ number }) => this.#folder.hasModels(number),
      (task, worker) => this.#learnPiece(task, worker),
    );
  }

  /** Writes the rows of all pieces, then the summary. */
  async apply(): Promise<CrawlSummary> {
    const { pieces, counts } = await this.index();
    await this.learn('large');
    const tasks = pieces.map((piece, number) => ({ piece, number }));
    await this.#each(
      'apply',
      tasks,
      ({ piece }) => piece.pages,
      ({ number }) => this.#folder.isDone(number),
      (task, worker) => this.#applyPiece(task, worker),
    );
    const counted: Counts = { methods: {}, errors: {} };
    for (const { number } of tasks) {
      const done = readJson<Counts>(this.#folder.doneFile(number))!;
      for (const kind of ['methods', 'errors'] as const)
        for (const [name, count] of Object.entries(done[kind])) counted[kind][name] = (counted[kind][name] ?? 0) + count;
    }
    const summary = { parts: pieces.length, ...counts, ...counted };
    await this.#folder.writing(() => replaceJson(this.#folder.summary, summary));
    this.#folder.tidy();
    return summary;
  }

  /** Lets other runs use the folder. */
  close(): void {
    this.#folder.close();
  }

  /** Does tasks on pieces, as many at a time as there are threads, and reports the pages that are done. */
  async #each<T>(
    phase: 'learn' | 'apply',
    tasks: readonly T[],
    pagesOf: (task: T) => number,
    isDone: (task: T) => boolean,
    work: (task: T, worker: PieceWorker) => Promise<void>,
  ): Promise<void> {
    const left = tasks.filter(task => !isDone(task));
    const total = sum(tasks.map(pagesOf));
    const before = total - sum(left.map(pagesOf));
    let done = before;
    const report = (count: number): void => {
      done += count;
      this.#options.onProgress?.({ phase, done, total, before });
    };
    report(0);
    let failed = false;
    const ended = this.#folder.ended();
    const thread = async (_: unknown, number: number): Promise<void> => {
      const worker: PieceWorker = {
        labeller: new LabellerHandle({ ...this.#options, ended, note: this.#folder.underWay.note(number) }),
        archives: new OpenArchives(),
        report,
      };
      try {
        for (let task = left.shift(); task && !failed; task = left.shift()) await work(task, worker);
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        worker.archives.close();
        await worker.labeller.close();
      }
    };
    const most = this.#folder.underWay.isSuspicious ? 1 : this.#options.threads;
    const threads = Array.from({ length: Math.min(most, left.length) }, thread);
    const results = await Promise.allSettled(threads);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #learnPiece(
    { piece, number, start }: { piece: Piece; number: number; start: number },
    worker: PieceWorker,
  ): Promise<void> {
    await this.#folder.whole(this.#folder.modelsFile(number), `models-${number}`, async file => {
      const output = newOutput(text => file.write(text));
      const rows = new SiteRows(
        worker.labeller,
        {
          row: () => {},
          model: (site, model, length) =>
            output.push(
              model.then(found => {
                const bytes = found ? Buffer.from(found.bytes).toString('base64') : null;
                return `${JSON.stringify({ site, id: found?.id ?? null, pages: found?.pages ?? 0, bytes })}\n`;
              }),
              length,
            ),
          refused: () => {},
        },
        { samplePages: this.#options.sample, makesRows: false },
      );
      // A site that begins in an earlier piece is learned there.
      const first = start === piece.start && piece.begun !== undefined ? firstSite(this.#folder.index, piece) : undefined;
      let count = 0;
      let site: string | undefined;
      for (const page of indexedPages(this.#folder.index, start, this.#endOfSample(piece))) {
        const isSame = page.site === site;
        // A sample may end behind the piece.
        if (piece.goesOn !== undefined && site !== undefined && (!isSame || count + 1 === this.#options.sample)) break;
        count = isSame ? count + 1 : 0;
        site = page.site;
        if (page.site === first || count >= this.#options.sample) continue;
        rows.push(readPage(worker.archives, page));
        worker.report(1);
        await output.room();
      }
      rows.end();
      await output.end();
    });
  }

  /** Offset up to which the pages of a piece's sites must be read to learn from them: samples may be larger than pieces. */
  #endOfSample({ goesOn, end }: Piece): number | undefined {
    return goesOn !== undefined && this.#options.sample > this.#options.partPages ? undefined : end;
  }

  async #applyPiece({ piece, number }: { piece: Piece; number: number }, worker: PieceWorker): Promise<void> {
    const models = new Map(
      [...this.#folder.models(piece.begun), ...this.#folder.models(number)].map(model => [model.site, model]),
    );
    const counts: Counts = { methods: {}, errors: {} };
    const name = partName(number, this.#options.format);
    await this.#folder.whole(join(this.#folder.out, name), name, async file => {
      const writer = await rowWriter(this.#options, data => file.write(data));
      const output = newOutput(row => writer.add(row));
      const rows = new SiteRows(
        worker.labeller,
        {
          row: (row, length) =>
            output.push(
              row.then(({ row: text }) => {
                worker.report(1);
                countRow(counts, text);
                return text;
              }),
              length,
            ),
          refused: (site, message) => output.fail(new WrongFolder(`The model of ${site} in ${this.#folder.state}: ${message}`)),
        },
        { samplePages: this.#options.sample },
      );
      for (const page of indexedPages(this.#folder.index, piece.start, piece.end)) {
        const model = page.site === rows.site ? undefined : models.get(page.site);
        if (model) rows.useModel(model);
        rows.push(readPage(worker.archives, page));
        await output.room();
      }
      rows.end();
      await output.end();
      writer.end();
    });
    await this.#folder.writing(() => replaceJson(this.#folder.doneFile(number), counts));
  }
}

/** What works on one piece after another. */
interface PieceWorker {
  readonly labeller: LabellerHandle;
  readonly archives: OpenArchives;
  readonly report: (pages: number) => void;
}

/** Reads a page of the index. Throws `UnreadableInput` if its file cannot be read. */
function readPage(archives: OpenArchives, { place, ...key }: IndexedPage): CrawlPage {
  let page: ReturnType<OpenArchives['read']>;
  try {
    if (place.offset === wholeFile) return { ...key, ...readPageFile(place.path) };
    page = archives.read(place);
  } catch (error) {
    throw new UnreadableInput(`${place.path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
  // An index of others may be wrong.
  if (!page || placeUrl(page.url)?.url !== key.url) return { ...key, reason: 'damaged' };
  // An index of others has no ids of records.
  return { ...key, ...(page.id !== undefined && { id: page.id }), ...page.content() };
}

function newOutput(write: (text: string) => void): OrderedOutput {
  return new OrderedOutput(async text => write(text), { count: limits.waitingTasks, length: limits.waitingLength });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function firstSite(index: string, { start, end }: Piece): string | undefined {
  for (const { site } of indexedPages(index, start, end)) return site;
  return undefined;
}

const methodOf = /"method":"(host|alone|error)"(?:,"reason":"([a-z-]+)")?/;

function countRow({ methods, errors }: Counts, row: string): void {
  const [, method = '', reason] = methodOf.exec(row)!;
  methods[method] = (methods[method] ?? 0) + 1;
  if (reason !== undefined) errors[reason] = (errors[reason] ?? 0) + 1;
}
