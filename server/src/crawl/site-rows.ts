import { type CrawlPage, errorRow } from './crawl-page.ts';
import type { SiteModelBytes, TaskResult } from './labeller.ts';
import type { Ended, LabellerHandle } from './labeller-handle.ts';
import { thresholds } from './thresholds.ts';

/** A row of a page: a line of JSON without line feed. */
interface Row {
  readonly row: string;
  readonly isError: boolean;
}

/** What is known of a site before its pages: a model of theirs, or null if there is none and each is labelled alone. */
export interface GivenModel {
  readonly site: string;
  readonly bytes: Uint8Array | null;
}

/** Receives what is made of the pages, in their order. */
export interface SiteSink {
  /** @param length of the page's text, in UTF-16 code units */
  row(row: Promise<Row>, length: number): void;
  /**
   * The model of a site, once its last page to learn from was pushed; undefined if no model can be learned.
   * @param length of the texts of these pages, in UTF-16 code units
   */
  model?(site: string, model: Promise<SiteModelBytes | undefined>, length: number): void;
  /** A given model was refused, with a sentence. */
  refused(site: string, message: string): void;
}

/**
 * Turns pages in the order of site, hash and URL into rows. Unless a model of the site is given, the first pages of each site are its sample: a
 * model is learned from them, then they and the pages behind them are labelled by it. The rows depend on pages, models and options only.
 */
export class SiteRows {
  readonly #labeller: LabellerHandle;
  readonly #sink: SiteSink;
  readonly #samplePages: number;
  /** False for a worker that learns only. */
  readonly #makesRows: boolean;
  #site: string | undefined;
  /** Pages to learn from, while more are expected. */
  #sample: { pages: CrawlPage[]; length: number } | undefined;

  constructor(
    labeller: LabellerHandle,
    sink: SiteSink,
    { samplePages = thresholds.samplePages, makesRows = true }: { samplePages?: number; makesRows?: boolean } = {},
  ) {
    this.#labeller = labeller;
    this.#sink = sink;
    this.#samplePages = samplePages;
    this.#makesRows = makesRows;
  }

  /** The site of the last page or model. */
  get site(): string | undefined {
    return this.#site;
  }

  /** Labels the pages of a site that follow by this model. */
  useModel({ site, bytes }: GivenModel): void {
    this.#begin(site);
    this.#sample = undefined;
    if (!bytes) return;
    void this.#labeller.run({ kind: 'model', bytes }).then(result => {
      if (result.kind === 'refused') this.#sink.refused(site, result.message);
    });
  }

  push(page: CrawlPage): void {
    if (page.site !== this.#site) {
      this.#begin(page.site);
      this.#sample = { pages: [], length: 0 };
    }
    const sample = this.#sample;
    if (!sample) {
      if (this.#makesRows) this.#label(page);
      return;
    }
    const length = 'text' in page ? page.text.length : 0;
    if (sample.pages.length > 0 && sample.length + length > thresholds.sampleLength) {
      this.#endSample();
      this.push(page);
      return;
    }
    sample.pages.push(page);
    sample.length += length;
    if ('text' in page) void this.#labeller.run({ kind: 'learn', url: page.url, text: page.text });
    if (sample.pages.length === this.#samplePages) this.#endSample();
  }

  /** To be called after the last page. */
  end(): void {
    this.#endSample();
    this.#site = undefined;
  }

  #begin(site: string): void {
    this.#endSample();
    this.#site = site;
    void this.#labeller.run({ kind: 'begin' });
  }

  #endSample(): void {
    const sample = this.#sample;
    this.#sample = undefined;
    if (!sample || this.#site === undefined) return;
    const model = this.#labeller.run({ kind: 'finish', site: this.#site });
    this.#sink.model?.(
      this.#site,
      model.then(result => (result.kind === 'model' ? result.model : undefined)),
      sample.length,
    );
    if (this.#makesRows) for (const page of sample.pages) this.#label(page);
  }

  #label(page: CrawlPage): void {
    if ('reason' in page) this.#sink.row(Promise.resolve({ row: errorRow(page, page.reason), isError: true }), 0);
    else {
      const { text, ...key } = page;
      const row = this.#labeller.run({ kind: 'apply', key, text }).then(result => rowOf(page, result));
      this.#sink.row(row, text.length);
    }
  }
}

function rowOf(page: CrawlPage, result: TaskResult | Ended): Row {
  if (result.kind === 'row') return result;
  return { row: errorRow(page, result.kind === 'ended' ? result.reason : 'failed'), isError: true };
}
