import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineCommand, EngineEvent, EngineQuery, WorkCounts } from 'templens-shared/stream';
import { answerQuery } from '../answer-query.ts';
import { readPageFile } from '../read-page.ts';
import type { SiteIndex } from '../site-index.ts';
import { noWork } from '../site-state.ts';
import { delays } from '../thresholds.ts';
import { type CachedSummary, type CacheOptions, type Problem, SiteCache } from './site-cache.ts';
import { WarmStart } from './warm-start.ts';

type Answer = EngineAnswers[EngineQuery['kind']];
type Emit = (event: EngineEvent) => void;
/** The events that are emitted without a question. A site with either of them is followed: a server keeps it open. */
type Followed = { labels: boolean; regions: boolean };

/** Questions whose answers a warm start needs: they are cached for a followed site even if nobody asks them. */
const warmStartQueries = [{ kind: 'pages' }, { kind: 'parts' }, { kind: 'templates' }, { kind: 'grouping' }] as const;

/** Cached answers about a site: returns those of an earlier run while they hold, and stores those of this run for later ones. */
export class AnswerCache {
  readonly #of: CacheOptions;
  readonly #wanted: Followed;
  /** True if events are emitted without a question. */
  readonly #isFollowed: boolean;
  readonly #cache: SiteCache;
  readonly #emit: Emit;
  /** What the earlier run reported; undefined if its answers do not hold. */
  readonly #before: CachedSummary | undefined;
  #warm: WarmStart | undefined;
  /** True while answers of the earlier run hold. */
  #holds: boolean;
  /** True until the `idle` event that follows the events of a warm start. */
  #isIdleDue = false;
  /** All problems that were reported about the site. */
  #problems: Problem[];
  /** Paths of the `asked` events. */
  readonly #asked: Set<string>;
  /** Versions of the pages that are open in an editor with the texts of their files. */
  readonly #open = new Map<string, { version: number }>();
  /** True while a question is answered from the site itself. */
  #isAnswering = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(of: CacheOptions, wanted: Followed, cache: SiteCache, emit: Emit) {
    this.#of = of;
    this.#wanted = wanted;
    this.#isFollowed = wanted.labels || wanted.regions;
    this.#cache = cache;
    this.#emit = emit;
    const kept = cache.load();
    const { root, checks } = of;
    this.#warm =
      kept && this.#isFollowed
        ? WarmStart.of(cache, { root, summary: kept }, { labels: wanted.labels, checks }, this.#open)
        : undefined;
    this.#holds = kept !== undefined && (!this.#isFollowed || this.#warm !== undefined);
    if (!this.#holds) cache.forget();
    this.#before = this.#holds ? kept : undefined;
    this.#problems = [...(this.#before?.problems ?? [])];
    this.#asked = new Set(this.#before?.asked);
    this.#isIdleDue = this.#warm !== undefined;
    for (const problem of this.#problems) emit(problem);
  }

  /**
   * Opens the cache of a site and emits the problems that an earlier run reported, if its answers hold. Undefined if nothing can be cached.
   * @param wanted events that are emitted without a question.
   */
  static of(of: CacheOptions, wanted: Followed, emit: Emit): AnswerCache | undefined {
    const cache = SiteCache.of(of);
    return cache && new AnswerCache(of, wanted, cache, emit);
  }

  /** True if answers of the earlier run hold. */
  get hasAnswers(): boolean {
    return this.#holds;
  }

  /** Returns a cached answer that holds; undefined if none exists. */
  answer(query: EngineQuery): Answer | undefined {
    if (!this.#holds || query.kind === 'idle') return undefined;
    const answer = this.#cache.answer(query);
    return query.kind === 'diagnostics' && answer
      ? { ...(answer as EngineAnswers['diagnostics']), ...this.#open.get(query.page) }
      : answer;
  }

  /** Notes a question without a cached answer. All answers about a site that is not followed then come from the same reading of its files. */
  noteMiss(): void {
    if (!this.#isFollowed) this.#holds = false;
  }

  /** Returns about `budget` events of the warm start; undefined after the last one. */
  nextEvents(budget: number): EngineEvent[] | undefined {
    return this.#warm?.next(budget);
  }

  /** Returns counts of zero once, after the last event of a warm start; otherwise undefined. */
  takeWork(): WorkCounts | undefined {
    const isDue = this.#isIdleDue;
    this.#isIdleDue = false;
    return isDue ? noWork() : undefined;
  }

  /**
   * Notes a command. Returns true if it changes nothing, so that the site need not be read for it; otherwise drops the answers that may no
   * longer hold.
   * @param settings of a site that was not read yet; undefined if it was.
   */
  handleCommand(command: EngineCommand, settings: Settings | undefined): boolean {
    if (command.command === 'settings') {
      if (settings && isDeepStrictEqual(settings, command.settings)) return true;
      // Answers under other settings are in another file, which is loaded at the next start only.
      this.#stop();
      return false;
    }
    const isHint = command.command === 'files' || command.command === 'folders' || command.command === 'rescan';
    if (this.#holds && isHint && this.#cache.isCurrent) return settings !== undefined;
    if (this.#holds && command.command === 'text' && !command.isSaved && this.#isSaved(command.page, command.text)) {
      this.#opened(command.page, command.version);
      return false;
    }
    this.#holds = false;
    this.#cache.drop(this.#wanted.labels);
    return false;
  }

  /** Takes an event of the site, stores what it reports, and emits it if it differs from the events of the warm start. */
  receive(event: EngineEvent): void {
    if (event.event === 'problem') {
      // Whether a later run reports it depends on its questions, so nothing can be cached.
      if (this.#isAnswering) this.#stop();
      else if (this.#before?.problems.some(known => isDeepStrictEqual(known, event))) return;
      this.#problems.push(event);
    } else if (event.event === 'asked') for (const path of event.paths) this.#asked.add(path);
    const hash = this.#storeLabels(event);
    const news = this.#warm ? this.#warm.changeOf(event, hash) : event;
    if (news) this.#emit(news);
  }

  /** Ends the warm start once the site emitted all events. Returns events that take back what no longer holds. */
  endWarmStart(): EngineEvent[] {
    const events = this.#warm?.retractUnseen() ?? [];
    for (const event of events) if (event.event === 'page') this.#cache.dropLabels(event.page);
    this.#warm = undefined;
    this.#holds = false;
    return events;
  }

  /** Runs `answer`. A problem that is reported meanwhile belongs to the question, not to the site. */
  during<T>(answer: () => T): T {
    this.#isAnswering = true;
    try {
      return answer();
    } finally {
      this.#isAnswering = false;
    }
  }

  /** Stores an answer that the site gave when no work was left, except findings of a text that is open in an editor. */
  add(query: EngineQuery, answer: Answer): void {
    const isOfText = query.kind === 'diagnostics' && (answer as EngineAnswers['diagnostics']).version !== undefined;
    if (!this.#isClosed && !isOfText && query.kind !== 'check') this.#cache.add(query, answer);
    else if (!this.#isClosed && query.kind === 'check') this.#cache.add(query, withoutVersions(answer as EngineAnswers['check']));
  }

  /** Saves a followed site after a time without work. */
  saveSoon(site: SiteIndex): void {
    clearTimeout(this.#timer);
    if (!this.#isFollowed) return;
    const save = (): void => {
      // In slices, so that commands do not wait.
      if (site.isAtRest && site.countLabels()) this.#timer = setTimeout(save).unref();
      else this.save(site);
    };
    this.#timer = setTimeout(save, delays.cacheQuiet).unref();
  }

  /** Writes the cache, unless a warm start is under way, work is left, or answers depend on more than files. */
  save(site: SiteIndex): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#warm || (this.#isFollowed && !site.isAtRest)) return;
    const inputs = site.inputs();
    if (!inputs) return;
    if (this.#isFollowed) {
      while (site.countLabels());
      const questions = this.#of.checks ? [...warmStartQueries, { kind: 'check' } as const] : warmStartQueries;
      for (const query of questions) {
        const outcome = this.during(() => answerQuery(site, query));
        if (!('answer' in outcome)) return;
        this.add(query, outcome.answer);
      }
    }
    const { pages, groups } = site.grouped;
    const ready = { pages, groups: groups.length };
    this.#cache.save(inputs, { ready, groups, problems: this.#problems, asked: [...this.#asked] }, this.#wanted.labels);
  }

  /** Ends the cache; nothing is written any longer. */
  close(): void {
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#holds = false;
    this.#isClosed = true;
    this.#cache.close();
  }

  /** Stores the labels of a `page` event, or drops those of a removed page. Returns their hash; empty if there are none. */
  #storeLabels(event: EngineEvent): string {
    if (event.event !== 'page') return '';
    if (event.change === 'remove') {
      this.#cache.dropLabels(event.page);
      return '';
    }
    const { event: _, change: _1, ...labels } = event;
    return this.#cache.storeLabels(labels);
  }

  /** True if the file of the page has this text. */
  #isSaved(page: string, text: string): boolean {
    const { root, settings } = this.#of;
    const file = readPageFile(root, page, this.#cache.realRoot, settings);
    return file.kind === 'text' && file.text === text;
  }

  /** Emits the cached regions of a page that was opened with the text of its file. */
  #opened(page: string, version: number): void {
    this.#open.set(page, { version });
    const regions = this.#wanted.regions ? this.#cache.answer({ kind: 'regions', page }) : undefined;
    if (regions) this.#emit({ event: 'regions', page, version, isHalfTyped: false, ...regions });
  }
}

/** Findings without the versions of open texts. */
function withoutVersions(reported: EngineAnswers['check']): EngineAnswers['check'] {
  return reported.map(({ page, diagnostics, withheld }) => ({ page, diagnostics, withheld }));
}
