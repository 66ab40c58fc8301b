import type { ReportedFindings } from 'templens-shared/answers';
import type { PartSummary } from 'templens-shared/parts';
import type { EngineEvent } from 'templens-shared/stream';
import { EmittedEvents, isLasting } from '../emitted-events.ts';
import type { CachedSummary, SiteCache } from './site-cache.ts';

/** An event whose content is compared with the event of the same subject that was emitted before. */
type ComparedEvent = Extract<EngineEvent, { event: 'page' | 'group' | 'part' | 'diagnostics' }>;

/**
 * Makes the events of a site from cached answers and, while the site is read, turns its events into changes of these. Together they are
 * equivalent to the events of a site that was read at the start.
 */
export class WarmStart {
  readonly #cache: SiteCache;
  readonly #open: ReadonlyMap<string, { version: number }>;
  readonly #events: Iterator<EngineEvent>;
  readonly #emitted = new EmittedEvents();

  private constructor(cache: SiteCache, cached: Everything, open: ReadonlyMap<string, { version: number }>) {
    this.#cache = cache;
    this.#open = open;
    this.#events = this.#eventsOf(cached);
  }

  /**
   * Makes a warm start; undefined if answers that the wanted events are made from are not in the cache.
   * @param open versions of pages that are open in an editor with the texts of their files.
   */
  static of(
    cache: SiteCache,
    { root, summary }: { root: string; summary: CachedSummary },
    wanted: { labels: boolean; checks: boolean },
    open: ReadonlyMap<string, { version: number }>,
  ): WarmStart | undefined {
    const pages = cache.answer({ kind: 'pages' })?.flatMap(({ page, state }) => (state === 'skipped' ? [] : [page]));
    const parts = wanted.labels ? cache.answer({ kind: 'parts' }) : [];
    const findings = wanted.checks ? cache.answer({ kind: 'check' }) : [];
    const isComplete =
      pages && parts && findings && (!wanted.labels || pages.every(page => cache.has({ kind: 'classify', page })));
    if (!isComplete) return undefined;
    return new WarmStart(cache, { root, summary, pages: wanted.labels ? pages : [], parts, findings }, open);
  }

  /** Returns the next `budget` events from the cache, or fewer; undefined after the last one. */
  next(budget: number): EngineEvent[] | undefined {
    const events: EngineEvent[] = [];
    while (events.length < budget) {
      const step = this.#events.next();
      if (step.done) break;
      events.push(step.value);
    }
    return events.length > 0 ? events : undefined;
  }

  /**
   * Returns an event of the site as a change of what was emitted before; undefined if nothing changed.
   * @param hash of a page's packed labels, for a `page` event.
   */
  changeOf(event: EngineEvent, hash: string): EngineEvent | undefined {
    if (event.event === 'ready' || event.event === 'progress') return undefined;
    const isCompared = isLasting(event) && event.event !== 'regions' && event.event !== 'unlabelled';
    return isCompared ? this.#emitted.changeOf(event, contentOf(event, hash)) : event;
  }

  /** Returns events that take back what the site did not confirm; to be called once it emitted all events. */
  retractUnseen(): EngineEvent[] {
    return this.#emitted.retractUnseen(page => this.#open.get(page)?.version);
  }

  /** Yields the events in the order in which a site emits them. */
  *#eventsOf({ root, summary, pages, parts, findings }: Everything): Generator<EngineEvent> {
    yield { event: 'ready', root, ...summary.ready };
    if (summary.asked.length > 0) yield { event: 'asked', paths: [...summary.asked] };
    for (const page of pages) {
      const labels = this.#cache.answer({ kind: 'classify', page });
      // Damaged labels are skipped: the site emits them later.
      if (labels) yield* this.#first({ event: 'page', change: 'add', ...labels }, this.#cache.hash({ kind: 'classify', page })!);
    }
    for (const reported of findings) yield* this.#first({ event: 'diagnostics', ...this.#withVersion(reported) });
    for (const group of summary.groups) yield* this.#first({ event: 'group', change: 'add', ...group });
    for (const part of parts) yield* this.#first({ event: 'part', change: 'add', ...part });
  }

  /** Yields the event, unless the site emitted one about the same subject already. @param hash of a page's packed labels. */
  *#first(event: ComparedEvent, hash = ''): Generator<EngineEvent> {
    if (this.#emitted.has(event)) return;
    this.#emitted.note(event, contentOf(event, hash));
    yield event;
  }

  /** Adds the version of the page's open text. The order of the keys is that of `diagnostics` events. */
  #withVersion(reported: ReportedFindings): ReportedFindings {
    const version = this.#open.get(reported.page)?.version;
    return {
      page: reported.page,
      ...(version !== undefined && { version }),
      diagnostics: reported.diagnostics,
      withheld: reported.withheld,
    };
  }
}

/** All that the events of a warm start are made from. */
interface Everything {
  root: string;
  summary: CachedSummary;
  pages: readonly string[];
  parts: readonly PartSummary[];
  findings: readonly ReportedFindings[];
}

/** Returns the content of an event in a form that can be compared. @param hash of a page's packed labels. */
function contentOf(event: ComparedEvent, hash: string): string {
  if (event.event === 'page') return hash;
  if (event.event === 'group') return JSON.stringify([event.layout, event.pages]);
  return JSON.stringify({ ...event, change: '' });
}
