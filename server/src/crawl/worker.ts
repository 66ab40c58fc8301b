import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import type { CrawlPage, PageKey } from './crawl-page.ts';
import { readPages } from './input-files.ts';
import { LabellerHandle, type LabellerOptions } from './labeller-handle.ts';
import { linesOf } from './lines.ts';
import { OrderedOutput } from './ordered-output.ts';
import { placeUrl } from './site-key.ts';
import { SiteRows } from './site-rows.ts';
import { limits } from './thresholds.ts';
import { unpackedInput } from './unpacked-input.ts';
import { UnreadableInput } from './unreadable-input.ts';
import { type Header, type InputLine, parseHeader, parseLine, WrongLine } from './worker-lines.ts';

/** Settings of a worker that do not change its rows. */
export type WorkerOptions = Omit<LabellerOptions, 'emit'>;

/** Counts of the trailer, the last line that a worker writes. */
interface Trailer {
  pages: number;
  errors: number;
  models: number;
  /** Places in the files that are no records and were skipped, and pages without a URL of http. */
  damaged: number;
}

/**
 * Does the work of `templens crawl worker`: reads the lines of the contract in docs/crawl.md, and writes a line for each page or model, then the
 * trailer. Rejects without the trailer, with `WrongLine` or `LineTooLong` if the input is against the contract.
 */
export async function runWorker(
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
  options: WorkerOptions = {},
): Promise<void> {
  const trailer: Trailer = { pages: 0, errors: 0, models: 0, damaged: 0 };
  const lines = linesOf(input, limits.lineBytes);
  const first = await lines.next();
  if (first.done) throw new WrongLine('The input is empty: its first line must be {"contract":1,"step":...}.');
  const header = parseHeader(first.value.line);
  const output = new OrderedOutput(write, { count: limits.waitingTasks, length: limits.waitingLength });
  const work = new Work(header, output, trailer, options);
  try {
    for await (const { number, line } of lines) {
      await work.take(number, line);
      await output.room();
    }
    work.end();
    await output.end();
  } finally {
    await work.close();
  }
  await write(`${JSON.stringify({ end: true, ...trailer })}\n`);
}

/** The work that the lines after the header ask for. */
class Work {
  readonly #header: Header;
  readonly #output: OrderedOutput;
  readonly #trailer: Trailer;
  readonly #labeller: LabellerHandle;
  readonly #rows: SiteRows;
  #last: PageKey | undefined;

  constructor(header: Header, output: OrderedOutput, trailer: Trailer, options: WorkerOptions) {
    this.#header = header;
    this.#output = output;
    this.#trailer = trailer;
    this.#labeller = new LabellerHandle({ emit: header.emit, ...options });
    const learns = header.step === 'learn';
    this.#rows = new SiteRows(
      this.#labeller,
      {
        row: (row, length) =>
          output.push(
            row.then(({ row: text, isError }) => this.#counted(text, isError)),
            length,
          ),
        ...(learns && {
          model: (site, model, length) =>
            output.push(
              model.then(found => {
                trailer.models++;
                const { id = null, pages = 0, bytes } = found ?? {};
                return line({ type: 'model', site, id, pages, bytes: bytes ? Buffer.from(bytes).toString('base64') : null });
              }),
              length,
            ),
        }),
        refused: (site, message) => output.fail(new WrongLine(`The model of ${site}: ${message}`)),
      },
      { samplePages: header.sample, makesRows: !learns },
    );
  }

  async take(number: number, text: string): Promise<void> {
    const { step } = this.#header;
    const input = parseLine(text, number, this.#header);
    const wrong = (sentence: string): WrongLine => new WrongLine(`Line ${number}: ${sentence}`);
    if (step === 'read') return this.#read(input, wrong);
    if (input.kind === 'file') throw wrong(`the step ${step} takes no files.`);
    if (input.kind === 'model') {
      if (step !== 'apply') throw wrong(`the step ${step} takes no models.`);
      if (this.#last && input.site < this.#last.site) throw wrong('sites must be in ascending order.');
      this.#rows.useModel(input);
      return;
    }
    const { page } = input;
    if (this.#last && !isBefore(this.#last, page)) throw wrong('pages must be ordered by site, hash and url, each page once.');
    if (step === 'apply' && this.#rows.site !== page.site)
      throw wrong('a model of its site, or one with "bytes":null, must precede it.');
    this.#last = { site: page.site, hash: page.hash, url: page.url };
    if (step === 'learn') this.#trailer.pages++;
    this.#rows.push(page);
  }

  /** Writes the pages of a file, or a page that is given, with site and hash. */
  async #read(input: InputLine, wrong: (sentence: string) => WrongLine): Promise<void> {
    if (input.kind === 'model') throw wrong('the step read takes no models.');
    if (input.kind === 'page') return this.#place(input.page, { digest: textDigest(input.page) });
    const damage = (): void => {
      this.#trailer.damaged++;
    };
    const folder = mkdtempSync(join(tmpdir(), 'templens-'));
    try {
      const path = await unpackedInput(input.path, join(folder, 'input'));
      for (const { page } of readPages(path, dirname(input.path), damage)) {
        const placed = placeUrl(page.url, this.#header.siteBy);
        if (!placed) {
          damage();
          continue;
        }
        const { content, digest, ...identity } = page;
        await this.#place({ ...identity, ...placed, ...content() }, { digest });
      }
    } catch (error) {
      if (error instanceof UnreadableInput) throw error;
      throw new UnreadableInput(`${input.path} cannot be read: ${reasonOf(error)}.`, { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #place(page: CrawlPage, more: object): Promise<void> {
    const { site, hash, url, id, date, ...content } = page;
    const key = { site, hash, url, ...(id !== undefined && { id }), ...(date !== undefined && { date }) };
    this.#trailer.pages++;
    if ('reason' in page) this.#trailer.errors++;
    const { text, ...reason } = content as { text?: string };
    this.#output.push(
      Promise.resolve(line({ type: 'page', ...key, ...more, ...reason, ...(text !== undefined && { html: text }) })),
    );
    await this.#output.room();
  }

  end(): void {
    this.#rows.end();
  }

  close(): Promise<void> {
    return this.#labeller.close();
  }

  #counted(row: string, isError: boolean): string {
    this.#trailer.pages++;
    if (isError) this.#trailer.errors++;
    return `${row}\n`;
  }
}

/** SHA-1 of a page's text, in hexadecimal digits. */
function textDigest(page: CrawlPage): string | undefined {
  return 'text' in page ? createHash('sha1').update(page.text).digest('hex') : undefined;
}

/** True if a page precedes another in the order of a crawl. */
function isBefore(a: PageKey, b: PageKey): boolean {
  if (a.site !== b.site) return a.site < b.site;
  return a.hash === b.hash ? a.url < b.url : a.hash < b.hash;
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
