import type { EngineAnswers, EngineEvent } from 'templens-shared/stream';
import { answerQuery, type SiteQuery } from '../site/answer-query.ts';
import { MemoryDisk } from '../site/memory-disk.ts';
import { SiteIndex } from '../site/site-index.ts';
import { browserSettings, type DroppedSite } from './dropped-files.ts';

/** A site in the memory of a browser: the engine's index, without a disk, threads and a cache. */
export class BrowserSite {
  readonly #index: SiteIndex;
  /** A sentence about each page that is skipped. */
  readonly problems: string[] = [];

  private constructor(site: DroppedSite, onEvent: (event: EngineEvent) => void) {
    const emit = (event: EngineEvent): void => {
      if (event.event === 'problem') this.problems.push(event.message);
      onEvent(event);
    };
    this.#index = new SiteIndex(
      '',
      browserSettings,
      { labels: false, regions: false, checks: true, quarantined: [], hashed: false },
      {
        disk: new MemoryDisk('', site.files),
        parsers: undefined,
        crashNote: { during: (_, work) => work() },
        emit,
        memory: undefined,
      },
    );
    for (const [page, text] of site.texts) this.#index.setText({ page, version: 1, text, isSaved: true });
  }

  /** Indexes and checks a site. @param onEvent receives the engine's events, progress among them. */
  static async open(site: DroppedSite, onEvent: (event: EngineEvent) => void = () => {}): Promise<BrowserSite> {
    const opened = new BrowserSite(site, onEvent);
    await opened.#work();
    return opened;
  }

  /** Answers a question about the site. Rejects with an `EngineError` if there is no answer. */
  async ask<K extends SiteQuery['kind']>(query: Extract<SiteQuery, { kind: K }>): Promise<EngineAnswers[K]> {
    for (;;) {
      const outcome = answerQuery(this.#index, query);
      if ('answer' in outcome) return outcome.answer as EngineAnswers[K];
      await this.#work();
    }
  }

  /** Works until nothing is left to do. */
  async #work(): Promise<void> {
    while ((await this.#index.work()) || this.#index.finish() || this.#index.flushEvents());
  }
}
