import { isDeepStrictEqual } from 'node:util';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineCommand, EngineEvent, EngineQuery, WorkCounts } from 'templens-shared/stream';
import { answerQuery } from '../answer-query.ts';
import { readPageFile } from '../read-page.ts';
import type { SiteIndex } from '../site-index.ts';
import { noWork } from '../site-state.ts';
import { type CacheOf, type Kept, type Problem, SiteCache } from './site-cache.ts';
import { WarmStart } from './warm-start.ts';

type Answer = EngineAnswers[EngineQuery['kind']];
type Emit = (event: EngineEvent) => void;
type Followed = { labels: boolean; regions: boolean };

/** Milliseconds without work before what is known of a site that is followed is written. */
const QUIET = 3000;

/** What is kept of every site that is followed, beside what was asked for. */
const followed = [{ kind: 'pages' }, { kind: 'parts' }, { kind: 'templates' }, { kind: 'grouping' }] as const;

/** What the engine knows of a site from earlier runs, and keeps for later ones. */
export class AnswerCache {
  readonly #of: CacheOf;
  readonly #wanted: Followed;
  /** Something is said of the site without a question. */
  readonly #isFollowed: boolean;
  readonly #cache: SiteCache;
  readonly #emit: Emit;
  /** As the earlier run left it; undefined where there was none. */
  readonly #before: Kept | undefined;
  #warm: WarmStart | undefined;
  /** Answers of the earlier run hold. */
  #holds: boolean;
  /** All of them are said, and nothing happened since. */
  #isIdleDue = false;
  /** What was reported of the site so far. */
  #problems: Problem[];
  readonly #asked: Set<string>;
  readonly #open = new Map<string, { version: number }>();
  #isAnswering = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(of: CacheOf, wanted: Followed, cache: SiteCache, emit: Emit) {
    this.#of = of;
    this.#wanted = wanted;
    this.#isFollowed = wanted.labels || wanted.regions;
    this.#cache = cache;
    this.#emit = emit;
    const kept = cache.load();
    const { root, checks } = of;
    this.#warm =
      kept && this.#isFollowed
        ? WarmStart.of(cache, { root, said: kept }, { labels: wanted.labels, checks }, this.#open)
        : undefined;
    this.#holds = kept !== undefined && (!this.#isFollowed || this.#warm !== undefined);
    if (!this.#holds) cache.forget();
    this.#before = this.#holds ? kept : undefined;
    this.#problems = [...(this.#before?.problems ?? [])];
    this.#asked = new Set(this.#before?.asked);
    this.#isIdleDue = this.#warm !== undefined;
    for (const problem of this.#problems) emit(problem);
  }

  /** Undefined where nothing can be kept. @param wanted what is said of the site without a question */
  static of(of: CacheOf, wanted: Followed, emit: Emit): AnswerCache | undefined {
    const cache = SiteCache.of(of);
    return cache && new AnswerCache(of, wanted, cache, emit);
  }

  /** Answers of the earlier run hold. */
  get hasAnswers(): boolean {
    return this.#holds;
  }

  answer(query: EngineQuery): Answer | undefined {
    if (!this.#holds || query.kind === 'idle') return undefined;
    const answer = this.#cache.answer(query);
    return query.kind === 'diagnostics' && answer
      ? { ...(answer as EngineAnswers['diagnostics']), ...this.#open.get(query.page) }
      : answer;
  }

  /** Something is asked that the earlier run was not asked, of a site that nobody follows: all answers are of one reading then. */
  isAsked(): void {
    if (!this.#isFollowed) this.#holds = false;
  }

  /** What is to be said, about `budget` events; undefined when all is said. */
  say(budget: number): EngineEvent[] | undefined {
    return this.#warm?.next(budget);
  }

  /** Of a site that is not read: once, when all is said. */
  takeWork(): WorkCounts | undefined {
    const isDue = this.#isIdleDue;
    this.#isIdleDue = false;
    return isDue ? noWork() : undefined;
  }

  /** A command changes nothing, since the site is as it was, and need not be read for it. @param settings of a site that was not read yet */
  isUntouchedBy(command: EngineCommand, settings: Settings | undefined): boolean {
    if (command.command === 'settings') {
      if (settings && isDeepStrictEqual(settings, command.settings)) return true;
      // Those of other settings are in another file, which is not looked for before the next start.
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

  /** Passes on what is news in what the site says. */
  hear(event: EngineEvent): void {
    if (event.event === 'problem') {
      // Whether a later run should report it depends on what it is asked.
      if (this.#isAnswering) this.#stop();
      else if (this.#before?.problems.some(said => isDeepStrictEqual(said, event))) return;
      this.#problems.push(event);
    } else if (event.event === 'asked') for (const path of event.paths) this.#asked.add(path);
    const hash = this.#taken(event);
    const news = this.#warm ? this.#warm.news(event, hash) : event;
    if (news) this.#emit(news);
  }

  /** The site has said everything: gives what was said before and is no longer so. */
  gone(): EngineEvent[] {
    const gone = this.#warm?.gone() ?? [];
    for (const event of gone) if (event.event === 'page') this.#cache.dropLabels(event.page);
    this.#warm = undefined;
    this.#holds = false;
    return gone;
  }

  /** Answers a question; a problem that is reported meanwhile is not one of the site. */
  during<T>(answer: () => T): T {
    this.#isAnswering = true;
    try {
      return answer();
    } finally {
      this.#isAnswering = false;
    }
  }

  /** Takes an answer of a site that has no work left. */
  add(query: EngineQuery, answer: Answer): void {
    const isOfText = query.kind === 'diagnostics' && (answer as EngineAnswers['diagnostics']).version !== undefined;
    if (!this.#isClosed && !isOfText && query.kind !== 'check') this.#cache.add(query, answer);
    else if (!this.#isClosed && query.kind === 'check') this.#cache.add(query, ofFiles(answer as EngineAnswers['check']));
  }

  /** Writes what is known of a site that is followed when nothing happens for a while. */
  saveSoon(site: SiteIndex): void {
    clearTimeout(this.#timer);
    if (!this.#isFollowed) return;
    const save = (): void => {
      // In slices: what happens meanwhile does not wait.
      if (site.isAtRest && site.countLabels()) this.#timer = setTimeout(save).unref();
      else this.save(site);
    };
    this.#timer = setTimeout(save, QUIET).unref();
  }

  /** Writes what is known of a site, if that is all of it. */
  save(site: SiteIndex): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#warm || (this.#isFollowed && !site.isAtRest)) return;
    const inputs = site.inputs();
    if (!inputs) return;
    if (this.#isFollowed) {
      while (site.countLabels());
      const questions = this.#of.checks ? [...followed, { kind: 'check' } as const] : followed;
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

  close(): void {
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#holds = false;
    this.#isClosed = true;
    this.#cache.close();
  }

  /** Takes the labels that an event has. Gives their hash. */
  #taken(event: EngineEvent): string {
    if (event.event !== 'page') return '';
    if (event.change === 'remove') {
      this.#cache.dropLabels(event.page);
      return '';
    }
    const { event: _, change: _1, ...labels } = event;
    return this.#cache.takeLabels(labels);
  }

  #isSaved(page: string, text: string): boolean {
    const { root, settings } = this.#of;
    const file = readPageFile(root, page, root, settings);
    return file.kind === 'text' && file.text === text;
  }

  #opened(page: string, version: number): void {
    this.#open.set(page, { version });
    const regions = this.#wanted.regions ? this.#cache.answer({ kind: 'regions', page }) : undefined;
    if (regions) this.#emit({ event: 'regions', page, version, ...regions });
  }
}

/** Findings as they are when no text is open. */
function ofFiles(reported: EngineAnswers['check']): EngineAnswers['check'] {
  return reported.map(({ page, diagnostics, withheld }) => ({ page, diagnostics, withheld }));
}
