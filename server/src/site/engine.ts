import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineCommand, EngineErrorCode, EngineEvent, WorkCounts } from 'templens-shared/stream';
import { areAlgorithmsLoaded, loadAlgorithms } from './algorithms.ts';
import { answerQuery, type Outcome, type SiteQuery } from './answer-query.ts';
import type { Backlog } from './backlog.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { CrashNote } from './crash-note.ts';
import { EngineError } from './engine-error.ts';
import { SiteIndex } from './site-index.ts';
import type { Wanted } from './site-state.ts';
import type { TidyMemory } from './tidy-memory.ts';
import { workerFile } from './worker-file.ts';

/** A question that waits for an answer. */
interface Question {
  id: number;
  query: SiteQuery;
  /** See the command. */
  soon: boolean;
  /** Slices of work that were done meanwhile. */
  slices: number;
  /** Times that a file had changed when it was to be answered. */
  waited: number;
}

type OpenCommand = Extract<EngineCommand, { command: 'open' }>;

/** Events of an earlier run that are said in one slice. */
const SAID = 25;
/** How often an answer waits for a file that changes again and again. */
const PATIENCE = 5;
/** Slices of work that an answer waits for which may be given as of the last time that the site was settled. */
const SOON = 3;

/**
 * Drives the index of a site with commands, and says what comes of it as events. There is one writer: commands take effect in their
 * order, between slices of work; newer ones supersede older work, and a question waits for the work that commands before it caused.
 * Commands do not wait for questions.
 */
export class Engine {
  readonly #emit: (event: EngineEvent) => void;
  readonly #onDefect: ((error: unknown) => void) | undefined;
  readonly #parseWorker: URL;
  readonly #journal: CrashNote;
  readonly #backlog: Backlog | undefined;
  readonly #memory: TidyMemory | undefined;
  #inbox: EngineCommand[] = [];
  #questions: Question[] = [];
  #site: SiteIndex | undefined;
  /** What is known of the site from earlier runs, and kept for later ones. */
  #kept: AnswerCache | undefined;
  /** How the site is opened when that is necessary. */
  #asleep: { root: string; settings: Settings; wanted: Wanted } | undefined;
  #idleQueries: number[] = [];
  #sequence = 0;
  #running: Promise<void> | undefined;
  #stopped = false;

  /**
   * `onDefect` hears of an error that should not be, after all questions were answered with it; nothing is answered after it. The page
   * that is worked on is noted in the journal. Where events are counted in a backlog, no more work is done while too many of them wait.
   */
  constructor(
    emit: (event: EngineEvent) => void,
    options: {
      parseWorker?: URL;
      onDefect?: (error: unknown) => void;
      journal?: CrashNote;
      backlog?: Backlog;
      memory?: TidyMemory;
    } = {},
  ) {
    this.#emit = emit;
    this.#journal = options.journal ?? new CrashNote();
    this.#backlog = options.backlog;
    this.#memory = options.memory;
    this.#onDefect = options.onDefect;
    this.#parseWorker = options.parseWorker ?? workerFile('parse-worker');
  }

  /** Takes a command; returns at once. */
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
    if (this.#site) this.#kept?.save(this.#site);
    this.#closeCache();
    await this.#site?.close();
  }

  async #run(): Promise<void> {
    try {
      // Commands that are sent together take effect together.
      await nextTurn();
      while (!this.#stopped && (await this.#step())) {
        await nextTurn();
        await this.#backlog?.room(() => this.#stopped);
      }
    } catch (error) {
      const message = `The engine met a defect and stopped: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
      this.#emit({ event: 'problem', severity: 'error', message });
      this.#stop('defect', message);
      this.#onDefect?.(error);
    }
    // Whoever heard the last answer may have sent a command since.
    this.#running = this.#inbox.length > 0 ? this.#run() : undefined;
  }

  /** One slice of what is most urgent; false when nothing is left. */
  async #step(): Promise<boolean> {
    await this.#loadAlgorithms();
    this.#takeCommands();
    if (this.#answerKept()) return true;
    const said = this.#kept?.say(SAID);
    for (const event of said ?? []) this.#emit(event);
    if (said) return true;
    const site = this.#site;
    this.#answerSoon();
    if (await site?.work()) {
      for (const question of this.#questions) question.slices++;
      return true;
    }
    if (this.#inbox.length > 0) return true;
    if (this.#questions.length > 0) {
      const question = this.#questions[0]!;
      this.#answerNext(question, question.soon && site?.findings?.isSettling === true);
      return true;
    }
    if (site?.finish()) return true;
    if (site?.settle()) return true;
    const work = site ? site.takeWork() : this.#kept?.takeWork();
    if (work) this.#sayIdle(work);
    for (const id of this.#idleQueries.splice(0)) this.#answer(id, this.#sequence);
    // An editor asks what only the site itself can answer, and soon changes pages: it is read before that.
    const isNeeded = this.#asleep?.wanted.regions === true;
    if (isNeeded) this.#wake();
    return isNeeded || this.#inbox.length > 0;
  }

  /** Loads what settings name that are about to take effect. */
  async #loadAlgorithms(): Promise<void> {
    for (;;) {
      const settings = this.#inbox.flatMap(command => ('settings' in command ? [command.settings] : []));
      const missing = settings.find(each => !areAlgorithmsLoaded(each));
      if (!missing) return;
      await loadAlgorithms(missing);
    }
  }

  #sayIdle(work: WorkCounts): void {
    if (this.#site) {
      for (const event of this.#kept?.gone() ?? []) this.#emit(event);
      this.#kept?.saveSoon(this.#site);
    }
    this.#emit({ event: 'idle', sequence: ++this.#sequence, work });
  }

  /** Lets all commands take effect; questions are put aside. */
  #takeCommands(): void {
    const commands = this.#inbox.splice(0);
    const last = commands.findLastIndex(({ command }) => command === 'open');
    for (const [index, command] of commands.entries()) {
      // What comes before another site is opened, and asks for nothing, is without effect.
      if (index < last && command.command !== 'query') continue;
      if (command.command !== 'query') this.#apply(command);
      else if (command.query.kind === 'idle') this.#idleQueries.push(command.id);
      else this.#questions.push({ id: command.id, query: command.query, soon: command.soon === true, slices: 0, waited: 0 });
    }
  }

  #apply(command: EngineCommand): void {
    if (command.command === 'open') return this.#open(command);
    if (this.#kept?.isUntouchedBy(command, this.#asleep?.settings)) return;
    this.#wake();
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

  #open({ root, settings, labels = true, regions = true, checks = false, quarantined = [], inMemory, cache }: OpenCommand): void {
    void this.#site?.close();
    this.#site = undefined;
    this.#closeCache();
    if (cache !== undefined && !inMemory && quarantined.length === 0)
      this.#kept = AnswerCache.of({ folder: cache, root, settings, checks }, { labels, regions }, event => this.#emit(event));
    const hashed = this.#kept !== undefined;
    this.#asleep = { root, settings, wanted: { labels, regions, checks, quarantined, inMemory, hashed } };
    if (!this.#kept?.hasAnswers) this.#wake();
  }

  /** Reads the site, if that was not necessary before. */
  #wake(): void {
    if (!this.#asleep) return;
    const { root, settings, wanted } = this.#asleep;
    this.#asleep = undefined;
    const kept = this.#kept;
    const surroundings = {
      parseWorker: this.#parseWorker,
      journal: this.#journal,
      memory: this.#memory,
      emit: kept ? (event: EngineEvent) => kept.hear(event) : this.#emit,
    };
    this.#site = new SiteIndex(root, settings, wanted, surroundings);
  }

  /** Answers a question that an earlier run answered, as long as the site is as it was; wakes it where there is no such answer. */
  #answerKept(): boolean {
    const [question] = this.#questions;
    if (!question || !this.#kept?.hasAnswers) return false;
    for (const [index, { id, query }] of this.#questions.entries()) {
      const answer = this.#kept.answer(query);
      if (answer === undefined) continue;
      this.#questions.splice(index, 1);
      this.#answer(id, answer);
      return true;
    }
    if (!this.#asleep) return false;
    this.#kept.isAsked();
    this.#wake();
    return true;
  }

  #closeCache(): void {
    this.#kept?.close();
    this.#kept = undefined;
  }

  /** Answers questions that waited for some slices of work, and need not wait for all. */
  #answerSoon(): void {
    for (const question of this.#questions.filter(({ soon, slices }) => soon && slices >= SOON)) {
      const { query } = question;
      if ('page' in query && this.#site?.isSettled(query.page)) this.#answerNext(question, true);
    }
  }

  /** Answers a question, or leaves it until its page is indexed again. */
  #answerNext(question: Question, soon = false): void {
    const { id, query } = question;
    try {
      if (!this.#site) throw new EngineError('no-site', 'No site is open.');
      const site = this.#site;
      const ask = (): Outcome => answerQuery(site, query, soon);
      const outcome = this.#kept ? this.#kept.during(ask) : ask();
      if ('answer' in outcome) {
        if (!soon) this.#kept?.add(query, outcome.answer);
        this.#answer(id, outcome.answer);
      } else if (outcome.waitsFor === 'slices') {
        // Other questions need not wait for this one.
        this.#questions = [...this.#questions.filter(other => other !== question), question];
        return;
      } else if (question.waited++ < PATIENCE) return;
      else throw new EngineError('out-of-date', 'The page changes faster than it can be read.');
    } catch (error) {
      if (error instanceof EngineError) this.#refuse(id, error.code, error.message);
      else this.#refuse(id, 'answer-failed', `Templens failed to answer "${query.kind}": ${messageOf(error)}`);
    }
    this.#questions = this.#questions.filter(other => other !== question);
  }

  #cancel(id: number): void {
    const isOther = (other: number): boolean => other !== id;
    const count = this.#inbox.length + this.#questions.length + this.#idleQueries.length;
    this.#inbox = this.#inbox.filter(command => command.command !== 'query' || isOther(command.id));
    this.#questions = this.#questions.filter(question => isOther(question.id));
    this.#idleQueries = this.#idleQueries.filter(isOther);
    if (this.#inbox.length + this.#questions.length + this.#idleQueries.length < count)
      this.#refuse(id, 'cancelled', 'Cancelled.');
  }

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
