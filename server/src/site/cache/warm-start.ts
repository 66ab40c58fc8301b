import type { PartSummary } from 'templens-shared/parts';
import type { EngineEvent, ReportedFindings } from 'templens-shared/stream';
import { isLasting, SaidEvents } from '../said-events.ts';
import type { Kept, SiteCache } from './site-cache.ts';

type ComparedEvent = Extract<EngineEvent, { event: 'page' | 'group' | 'part' | 'diagnostics' }>;

/**
 * Says what a site is like as kept answers have it, and, once the site is read, what is news beside that: both together are the events of a
 * site that was read at once.
 */
export class WarmStart {
  readonly #cache: SiteCache;
  readonly #open: ReadonlyMap<string, { version: number }>;
  readonly #events: Iterator<EngineEvent>;
  readonly #said = new SaidEvents();

  private constructor(cache: SiteCache, kept: Everything, open: ReadonlyMap<string, { version: number }>) {
    this.#cache = cache;
    this.#open = open;
    this.#events = this.#say(kept);
  }

  /**
   * Undefined where kept answers do not have everything that a reader of the events is to hear.
   * @param open pages that are open in an editor with the texts of their files
   */
  static of(
    cache: SiteCache,
    { root, said }: { root: string; said: Kept },
    wanted: { labels: boolean; checks: boolean },
    open: ReadonlyMap<string, { version: number }>,
  ): WarmStart | undefined {
    const pages = cache.answer({ kind: 'pages' })?.flatMap(({ page, state }) => (state === 'skipped' ? [] : [page]));
    const parts = wanted.labels ? cache.answer({ kind: 'parts' }) : [];
    const findings = wanted.checks ? cache.answer({ kind: 'check' }) : [];
    const isComplete =
      pages && parts && findings && (!wanted.labels || pages.every(page => cache.has({ kind: 'classify', page })));
    if (!isComplete) return undefined;
    return new WarmStart(cache, { root, said, pages: wanted.labels ? pages : [], parts, findings }, open);
  }

  /** What is to be said next, about `budget` events; undefined when all is said. */
  next(budget: number): EngineEvent[] | undefined {
    const events: EngineEvent[] = [];
    while (events.length < budget) {
      const step = this.#events.next();
      if (step.done) break;
      events.push(step.value);
    }
    return events.length > 0 ? events : undefined;
  }

  /** What the site says, as news beside what was said before; undefined where all of it was said. @param hash of a page's packed labels */
  news(event: EngineEvent, hash: string): EngineEvent | undefined {
    if (event.event === 'ready' || event.event === 'progress') return undefined;
    const isCompared = isLasting(event) && event.event !== 'regions' && event.event !== 'unlabelled';
    return isCompared ? this.#said.news(event, said(event, hash)) : event;
  }

  /** What was said before and is not there, once the site has said everything. */
  gone(): EngineEvent[] {
    return this.#said.gone(page => this.#open.get(page)?.version);
  }

  *#say({ root, said, pages, parts, findings }: Everything): Generator<EngineEvent> {
    yield { event: 'ready', root, ...said.ready };
    if (said.asked.length > 0) yield { event: 'asked', paths: [...said.asked] };
    for (const page of pages) {
      const labels = this.#cache.answer({ kind: 'classify', page });
      // Else it is damaged: what the site says follows.
      if (labels) yield* this.#first({ event: 'page', change: 'add', ...labels }, this.#cache.hash({ kind: 'classify', page })!);
    }
    for (const reported of findings) yield* this.#first({ event: 'diagnostics', ...this.#withVersion(reported) });
    for (const group of said.groups) yield* this.#first({ event: 'group', change: 'add', ...group });
    for (const part of parts) yield* this.#first({ event: 'part', change: 'add', ...part });
  }

  /** Nothing where the site was faster. @param hash of a page's packed labels */
  *#first(event: ComparedEvent, hash = ''): Generator<EngineEvent> {
    if (this.#said.has(event)) return;
    this.#said.note(event, said(event, hash));
    yield event;
  }

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

/** Everything that is to be said. */
interface Everything {
  root: string;
  said: Kept;
  pages: readonly string[];
  parts: readonly PartSummary[];
  findings: readonly ReportedFindings[];
}

/** What an event says, to be compared. @param hash of a page's packed labels */
function said(event: ComparedEvent, hash: string): string {
  if (event.event === 'page') return hash;
  if (event.event === 'group') return JSON.stringify([event.layout, event.pages]);
  return JSON.stringify({ ...event, change: '' });
}
