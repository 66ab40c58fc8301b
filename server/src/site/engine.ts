import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineCommand, EngineErrorCode, EngineEvent, WorkCounts } from 'templens-shared/stream';
import { areAlgorithmsLoaded, loadAlgorithms } from './algorithms.ts';
import { answerQuery, type Outcome, type SiteQuery } from './answer-query.ts';
import type { Backlog } from './backlog.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { CrashNote } from './crash-note.ts';
import { EngineError } from './engine-error.ts';
import { MemoryDisk } from './memory-disk.ts';
import { ParseThreads } from './parse-threads.ts';
import { RealDisk } from './real-disk.ts';
import type { SiteDisk } from './site-disk.ts';
import { SiteIndex } from './site-index.ts';
import type { Wanted } from './site-state.ts';
import { limits, thresholds } from './thresholds.ts';
import type { TidyMemory } from './tidy-memory.ts';
import { workerFile } from './worker-file.ts';

/** A question that waits for an answer. */
interface Question {
  id: number;
  query: SiteQuery;
  /** See the command `query`. */
  soon: boolean;
  /** Slices of work since the question came. */
  slices: number;
  /** Attempts that failed because a file had changed. */
  retries: number;
}

type OpenCommand = Extract<EngineCommand, { command: 'open' }>;

/**
 * Applies commands to the index of a site and emits the results as events. Commands take effect in the order in which they are sent, between
 * slices of work; newer commands supersede older work. A question waits for the work that commands before it caused; commands do not wait
 * for questions.
 */
export class Engine {
  readonly #emit: (event: EngineEvent) => void;
  readonly #onDefect: ((error: unknown) => void) | undefined;
  readonly #parseWorker: URL;
  readonly #crashNote: CrashNote;
  readonly #backlog: Backlog | undefined;
  readonly #memory: TidyMemory | undefined;
  /** Commands that did not take effect yet. */
  #inbox: EngineCommand[] = [];
  #questions: Question[] = [];
  #site: SiteIndex | undefined;
  #cache: AnswerCache | undefined;
  /** How to open the site, while cached answers make that unnecessary. */
  #unopened: { root: string; settings: Settings; wanted: Wanted; disk: SiteDisk } | undefined;
  /** Ids of `idle` questions. */
  #idleQueries: number[] = [];
  #sequence = 0;
  #running: Promise<void> | undefined;
  #stopped = false;

  /**
   * @param emit receives all events.
   * @param options `parseWorker`: bundle of the parse workers. `onDefect`: called with an unexpected error after all questions were refused;
   * the engine stops then. `crashNote`: the page being processed is noted there. `backlog`: work pauses while too many events wait to be
   * received. `memory`: collects garbage between slices.
   */
  constructor(
    emit: (event: EngineEvent) => void,
    options: {
      parseWorker?: URL;
      onDefect?: (error: unknown) => void;
      crashNote?: CrashNote;
      backlog?: Backlog;
      memory?: TidyMemory;
    } = {},
  ) {
    this.#emit = emit;
    this.#crashNote = options.crashNote ?? new CrashNote();
    this.#backlog = options.backlog;
    this.#memory = options.memory;
    this.#onDefect = options.onDefect;
    this.#parseWorker = options.parseWorker ?? workerFile('parse-worker');
  }

  /** Queues a command; returns at once. */
  send(command: EngineCommand): void {
    if (command.command === 'cancel') this.#cancel(command.id);
    else if (command.command === 'shutdown') this.#stop('closed', 'The engine is shutting down.');
    else if (!this.#stopped) {
      this.#inbox.push(command);
      this.#running ??= this.#run();
    } else if (command.command === 'query') this.#refuse(command.id, 'closed', 'The engine has stopped.');
  }

  /** Resolves when the work that was under way at `shutdown` has ended. */
  async stopped(): Promise<void> {
    await this.#running;
    if (this.#site) this.#cache?.save(this.#site);
    this.#closeCache();
    await this.#site?.close();
  }

  /** Works until nothing is left to do or the engine is stopped. */
  async #run(): Promise<void> {
    try {
      // Commands that are sent together take effect together.
      await nextTurn();
      while (!this.#stopped && (await this.#step())) {
        await nextTurn();
        await this.#backlog?.waitForRoom(() => this.#stopped);
      }
    } catch (error) {
      const message = `The engine met a defect and stopped: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
      this.#emit({ event: 'problem', severity: 'error', message });
      this.#stop('defect', message);
      this.#onDefect?.(error);
    }
    // A listener may have sent a command in response to the last answer.
    this.#running = this.#inbox.length > 0 ? this.#run() : undefined;
  }

  /** Does one slice of the most urgent work; false if none is left. */
  async #step(): Promise<boolean> {
    await this.#loadAlgorithms();
    this.#takeCommands();
    if (this.#answerFromCache()) return true;
    const events = this.#cache?.nextEvents(limits.warmEvents);
    for (const event of events ?? []) this.#emit(event);
    if (events) return true;
    const site = this.#site;
    this.#answerSoon();
    if (await site?.work()) {
      for (const question of this.#questions) question.slices++;
      return true;
    }
    if (this.#inbox.length > 0) return true;
    if (this.#questions.length > 0) {
      const question = this.#questions[0]!;
      this.#answerNext(question, question.soon && site?.findings?.areComplete === false);
      return true;
    }
    if (site?.finish()) return true;
    if (site?.flushEvents()) return true;
    const work = site ? site.takeWork() : this.#cache?.takeWork();
    if (work) this.#emitIdle(work);
    for (const id of this.#idleQueries.splice(0)) this.#answer(id, this.#sequence);
    // An editor asks questions that the cache cannot answer, and soon changes pages: the site is read before that.
    const isNeeded = this.#unopened?.wanted.regions === true;
    if (isNeeded) this.#openSite();
    return isNeeded || this.#inbox.length > 0;
  }

  /** Loads the algorithms that waiting commands name in their settings. */
  async #loadAlgorithms(): Promise<void> {
    for (;;) {
      const settings = this.#inbox.flatMap(command => ('settings' in command ? [command.settings] : []));
      const missing = settings.find(each => !areAlgorithmsLoaded(each));
      if (!missing) return;
      await loadAlgorithms(missing);
    }
  }

  #emitIdle(work: WorkCounts): void {
    if (this.#site) {
      for (const event of this.#cache?.endWarmStart() ?? []) this.#emit(event);
      this.#cache?.saveSoon(this.#site);
    }
    this.#emit({ event: 'idle', sequence: ++this.#sequence, work });
  }

  /** Applies all waiting commands; questions are queued. */
  #takeCommands(): void {
    const commands = this.#inbox.splice(0);
    const last = commands.findLastIndex(({ command }) => command === 'open');
    for (const [index, command] of commands.entries()) {
      // A command before another `open` has no effect, but a question needs an answer.
      if (index < last && command.command !== 'query') continue;
      if (command.command !== 'query') this.#apply(command);
      else if (command.query.kind === 'idle') this.#idleQueries.push(command.id);
      else this.#questions.push({ id: command.id, query: command.query, soon: command.soon === true, slices: 0, retries: 0 });
    }
  }

  /** Applies a command; one that changes nothing under the cached answers does not open the site. */
  #apply(command: EngineCommand): void {
    if (command.command === 'open') return this.#open(command);
    if (this.#cache?.handleCommand(command, this.#unopened?.settings)) return;
    this.#openSite();
    switch (command.command) {
      case 'files':
        this.#site?.hint(command.pages);
        break;
      case 'folders':
        this.#site?.hintFolders(command.folders);
        break;
      case 'rescan':
        this.#site?.rescan();
        break;
      case 'text':
        this.#site?.setText(command);
        break;
      case 'closeText':
        this.#site?.closeText(command.page);
        break;
      case 'settings':
        this.#site?.changeSettings(command.settings);
        break;
    }
  }

  /** Replaces the site by another one. With answers in the cache, it is not read before that is necessary. */
  #open({ root, settings, labels = true, regions = true, checks = false, quarantined = [], inMemory, cache }: OpenCommand): void {
    void this.#site?.close();
    this.#site = undefined;
    this.#closeCache();
    if (cache !== undefined && !inMemory && quarantined.length === 0)
      this.#cache = AnswerCache.of({ folder: cache, root, settings, checks }, { labels, regions }, event => this.#emit(event));
    const hashed = this.#cache !== undefined;
    const disk = inMemory ? new MemoryDisk(root, inMemory) : new RealDisk(root);
    this.#unopened = { root, settings, disk, wanted: { labels, regions, checks, quarantined, hashed } };
    if (!this.#cache?.hasAnswers) this.#openSite();
  }

  /** Makes the index of the site, unless there is one. */
  #openSite(): void {
    if (!this.#unopened) return;
    const { root, settings, wanted, disk } = this.#unopened;
    this.#unopened = undefined;
    const answers = this.#cache;
    const surroundings = {
      disk,
      parsers: new ParseThreads(this.#parseWorker),
      crashNote: this.#crashNote,
      memory: this.#memory,
      emit: answers ? (event: EngineEvent) => answers.receive(event) : this.#emit,
    };
    this.#site = new SiteIndex(root, settings, wanted, surroundings);
  }

  /**
   * Answers one question from the cache, while its answers hold; opens the site if no question has a cached answer. False if neither was
   * done.
   */
  #answerFromCache(): boolean {
    if (this.#questions.length === 0 || !this.#cache?.hasAnswers) return false;
    for (const [index, { id, query }] of this.#questions.entries()) {
      const answer = this.#cache.answer(query);
      if (answer === undefined) continue;
      this.#questions.splice(index, 1);
      this.#answer(id, answer);
      return true;
    }
    if (!this.#unopened) return false;
    this.#cache.noteMiss();
    this.#openSite();
    return true;
  }

  #closeCache(): void {
    this.#cache?.close();
    this.#cache = undefined;
  }

  /** Answers questions with `soon` that waited for enough slices, if the page's current text is in the model. */
  #answerSoon(): void {
    for (const question of this.#questions.filter(({ soon, slices }) => soon && slices >= thresholds.soonSlices)) {
      const { query } = question;
      if ('page' in query && this.#site?.isSettled(query.page)) this.#answerNext(question, true);
    }
  }

  /** Answers or refuses a question, or leaves it in the queue if a file changed or more slices of work are needed. */
  #answerNext(question: Question, soon = false): void {
    const { id, query } = question;
    try {
      if (!this.#site) throw new EngineError('no-site', 'No site is open.');
      const site = this.#site;
      const ask = (): Outcome => answerQuery(site, query, soon);
      const outcome = this.#cache ? this.#cache.during(ask) : ask();
      if ('answer' in outcome) {
        if (!soon) this.#cache?.add(query, outcome.answer);
        this.#answer(id, outcome.answer);
      } else if (outcome.waitsFor === 'slices') {
        // Moved to the end of the queue: other questions need not wait.
        this.#questions = [...this.#questions.filter(other => other !== question), question];
        return;
      } else if (question.retries++ < limits.changedFileRetries) return;
      else throw new EngineError('out-of-date', 'The page changes faster than it can be read.');
    } catch (error) {
      if (error instanceof EngineError) this.#refuse(id, error.code, error.message);
      else this.#refuse(id, 'answer-failed', `Templens failed to answer "${query.kind}": ${messageOf(error)}`);
    }
    this.#questions = this.#questions.filter(other => other !== question);
  }

  /** Removes a question from all queues and refuses it as cancelled. */
  #cancel(id: number): void {
    const isOther = (other: number): boolean => other !== id;
    const count = this.#inbox.length + this.#questions.length + this.#idleQueries.length;
    this.#inbox = this.#inbox.filter(command => command.command !== 'query' || isOther(command.id));
    this.#questions = this.#questions.filter(question => isOther(question.id));
    this.#idleQueries = this.#idleQueries.filter(isOther);
    if (this.#inbox.length + this.#questions.length + this.#idleQueries.length < count)
      this.#refuse(id, 'cancelled', 'Cancelled.');
  }

  /** Ignores all later commands, and refuses all questions. */
  #stop(code: EngineErrorCode, message: string): void {
    this.#stopped = true;
    const asked = this.#inbox.splice(0).flatMap(command => (command.command === 'query' ? [command.id] : []));
    const waiting = [...this.#questions.splice(0).map(({ id }) => id), ...asked, ...this.#idleQueries.splice(0)];
    for (const id of waiting) this.#refuse(id, code, message);
  }

  #answer(id: number, value: EngineAnswers[keyof EngineAnswers]): void {
    this.#emit({ event: 'answer', id, ok: true, value });
  }

  #refuse(id: number, code: EngineErrorCode, message: string): void {
    this.#emit({ event: 'answer', id, ok: false, code, message });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
