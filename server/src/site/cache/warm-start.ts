import type { PageLabels } from 'templens-shared/labels';
import type { PartSummary } from 'templens-shared/parts';
import type { EngineEvent, ReportedFindings } from 'templens-shared/stream';
import type { Kept, SiteCache } from './site-cache.ts';

type PageEvent = Extract<EngineEvent, { event: 'page' }>;
type GroupEvent = Extract<EngineEvent, { event: 'group' }>;
type PartEvent = Extract<EngineEvent, { event: 'part' }>;

/** What was said of a thing, and whether the site itself has said it since. */
interface Known {
  said: string;
  isSeen: boolean;
}

/**
 * Says what a site is like as kept answers have it, and, once the site is read, what is news beside that: both together are the events of a
 * site that was read at once.
 */
export class WarmStart {
  readonly #cache: SiteCache;
  readonly #open: ReadonlyMap<string, { version: number }>;
  readonly #events: Iterator<EngineEvent>;
  readonly #pages = new Map<string, Known>();
  readonly #groups = new Map<string, Known & { layout: string }>();
  readonly #parts = new Map<string, Known>();
  readonly #findings = new Map<string, Known>();

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
    if (event.event === 'page') return this.#newsOf(this.#pages, event.page, event.change === 'remove' ? undefined : hash, event);
    if (event.event === 'group') {
      const news = this.#newsOf(this.#groups, event.template, event.change === 'remove' ? undefined : groupSaid(event), event);
      const known = this.#groups.get(event.template);
      if (known) known.layout = event.layout;
      return news;
    }
    if (event.event === 'part')
      return this.#newsOf(this.#parts, event.id, event.change === 'remove' ? undefined : partSaid(event), event);
    if (event.event !== 'diagnostics') return event;
    const { event: _, ...findings } = event;
    return this.#newsOf(
      this.#findings,
      event.page,
      findings.diagnostics.length === 0 ? undefined : JSON.stringify(findings),
      event,
    );
  }

  /** What was said before and is not there, once the site has said everything. */
  gone(): EngineEvent[] {
    const unseen = <K extends Known>(known: ReadonlyMap<string, K>): [string, K][] =>
      [...known].filter(([, { isSeen }]) => !isSeen);
    return [
      ...unseen(this.#pages).map(([page]) => ({ event: 'page', change: 'remove', page }) as const),
      ...unseen(this.#findings).map(
        ([page]): EngineEvent => ({ event: 'diagnostics', ...this.#withVersion({ page, diagnostics: [], withheld: 0 }) }),
      ),
      ...unseen(this.#groups).map(
        ([template, { layout }]) => ({ event: 'group', change: 'remove', template, layout, pages: [] }) as const,
      ),
      ...unseen(this.#parts).map(([id]) => ({ event: 'part', change: 'remove', id }) as const),
    ];
  }

  *#say({ root, said, pages, parts, findings }: Everything): Generator<EngineEvent> {
    yield { event: 'ready', root, ...said.ready };
    if (said.asked.length > 0) yield { event: 'asked', paths: [...said.asked] };
    for (const page of pages) {
      const labels = this.#cache.answer({ kind: 'classify', page });
      const known = this.#pages.get(page);
      // Else it is damaged, or the site was faster: what the site says follows.
      if (labels && !known)
        yield this.#first(this.#pages, page, this.#cache.hash({ kind: 'classify', page })!, pageEvent(labels));
    }
    for (const reported of findings) {
      const event = { event: 'diagnostics', ...this.#withVersion(reported) } as const;
      const { event: _, ...plain } = event;
      if (!this.#findings.has(reported.page)) yield this.#first(this.#findings, reported.page, JSON.stringify(plain), event);
    }
    for (const { template, layout, pages } of said.groups) {
      if (this.#groups.has(template)) continue;
      const event: GroupEvent = { event: 'group', change: 'add', template, layout, pages };
      this.#groups.set(template, { said: groupSaid(event), isSeen: false, layout });
      yield event;
    }
    for (const part of parts) {
      const event: PartEvent = { event: 'part', change: 'add', ...part };
      if (!this.#parts.has(part.id)) yield this.#first(this.#parts, part.id, partSaid(event), event);
    }
  }

  #first<E extends EngineEvent>(all: Map<string, Known>, name: string, said: string, event: E): E {
    all.set(name, { said, isSeen: false });
    return event;
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

  #newsOf<E extends PageEvent | GroupEvent | PartEvent | Extract<EngineEvent, { event: 'diagnostics' }>>(
    all: Map<string, Known>,
    name: string,
    said: string | undefined,
    event: E,
  ): EngineEvent | undefined {
    const known = all.get(name);
    if (said === undefined) {
      all.delete(name);
      return known && event;
    }
    all.set(name, { ...known, said, isSeen: true });
    if (known?.said === said) return undefined;
    return 'change' in event ? ({ ...event, change: known ? 'change' : 'add' } as E) : event;
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

function pageEvent(labels: PageLabels): PageEvent {
  return { event: 'page', change: 'add', ...labels };
}

function groupSaid({ layout, pages }: GroupEvent): string {
  return JSON.stringify([layout, pages]);
}

function partSaid(event: PartEvent): string {
  return JSON.stringify({ ...event, change: '' });
}
