import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EngineAnswers, EngineCommand, EngineEvent } from 'templens-shared/stream';
import { answerQuery, outOfDate, type SiteQuery, unchecked } from './answer-query.ts';
import { SiteIndex } from './site-index.ts';
import { workerFile } from './worker-file.ts';

type SiteQuestion = Extract<EngineCommand, { command: 'query' }> & { query: SiteQuery };

/** How often an answer waits for a file that changes again and again. */
const PATIENCE = 5;

/**
 * Drives the index of a site with commands, and says what comes of it as events. There is one writer: commands take effect in their
 * order, between slices of work; newer ones supersede older work, and a question waits for the work that commands before it caused.
 */
export class Engine {
  readonly #emit: (event: EngineEvent) => void;
  readonly #onDefect: ((error: unknown) => void) | undefined;
  readonly #parseWorker: URL;
  #inbox: EngineCommand[] = [];
  #site: SiteIndex | undefined;
  #idleQueries: number[] = [];
  #sequence = 0;
  #running: Promise<void> | undefined;
  #stopped = false;
  #waited = 0;

  /** `onDefect` hears of an error that should not be, after all questions were answered with it; nothing is answered after it. */
  constructor(emit: (event: EngineEvent) => void, options: { parseWorker?: URL; onDefect?: (error: unknown) => void } = {}) {
    this.#emit = emit;
    this.#onDefect = options.onDefect;
    this.#parseWorker = options.parseWorker ?? workerFile('parse-worker');
  }

  /** Takes a command; returns at once. */
  send(command: EngineCommand): void {
    if (command.command === 'cancel') this.#cancel(command.id);
    else if (command.command === 'shutdown') this.#stop('The engine is shutting down.', true);
    else if (!this.#stopped) {
      this.#inbox.push(command);
      this.#running ??= this.#run();
    } else if (command.command === 'query') this.#refuse(command.id, 'The engine has stopped.', true);
  }

  /** Resolves when the work that was under way at `shutdown` has ended. */
  async stopped(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      // Commands that are sent together take effect together.
      await nextTurn();
      while (!this.#stopped && (await this.#step())) await nextTurn();
    } catch (error) {
      const message = `The engine met a defect and stopped: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
      this.#emit({ event: 'problem', severity: 'error', message });
      this.#stop(message, false);
      this.#onDefect?.(error);
    }
    // Whoever heard the last answer may have sent a command since.
    this.#running = this.#inbox.length > 0 ? this.#run() : undefined;
  }

  /** One slice of what is most urgent; false when nothing is left. */
  async #step(): Promise<boolean> {
    this.#takeCommands();
    const site = this.#site;
    const letCommandsIn = (): boolean => {
      this.#takeCommands();
      return !this.#stopped && this.#site === site;
    };
    if (await site?.work(letCommandsIn)) return true;
    if (this.#inbox.length > 0) {
      this.#answerNext();
      return true;
    }
    if (site?.classify() || site?.check()) return true;
    const settled = site?.settled();
    if (settled === 'work') return true;
    if (settled) this.#emit({ event: 'idle', sequence: ++this.#sequence, work: settled });
    for (const id of this.#idleQueries.splice(0)) this.#answer(id, this.#sequence);
    return this.#inbox.length > 0;
  }

  /** Lets the commands up to the next question take effect; who waits for idle holds up nobody. */
  #takeCommands(): void {
    for (let command = this.#inbox[0]; command; command = this.#inbox[0]) {
      if (command.command !== 'query') this.#apply(command);
      else if (command.query.kind === 'idle') this.#idleQueries.push(command.id);
      else return;
      this.#inbox.shift();
    }
  }

  #apply(command: EngineCommand): void {
    switch (command.command) {
      case 'open':
        this.#site = this.#openSite(command);
        break;
      case 'files':
        this.#site?.hint(command.pages);
        break;
      case 'rescan':
        this.#site?.rescan();
        break;
      case 'text':
        this.#site?.setText(command.page, command.version, command.text);
        break;
      case 'closeText':
        this.#site?.closeText(command.page);
        break;
      case 'settings':
        this.#site?.changeSettings(command.settings);
        break;
    }
  }

  #openSite({ root, settings, labels = true, checks = false }: Extract<EngineCommand, { command: 'open' }>): SiteIndex {
    return new SiteIndex(root, settings, { labels, checks }, this.#parseWorker, this.#emit);
  }

  /** Answers the question at the head of the inbox, or leaves it there until its page is indexed again. */
  #answerNext(): void {
    const { id, query } = this.#inbox[0] as SiteQuestion;
    try {
      if (!this.#site) this.#refuse(id, 'No site is open.');
      else {
        const value = answerQuery(this.#site, query);
        if (value === unchecked) {
          this.#site.check();
          return;
        }
        if (value !== outOfDate) this.#answer(id, value);
        else if (this.#waited++ < PATIENCE) return;
        else this.#refuse(id, 'The page changes faster than it can be read.');
      }
    } catch (error) {
      this.#refuse(id, error instanceof Error ? error.message : String(error));
    }
    this.#waited = 0;
    this.#inbox.shift();
  }

  #cancel(id: number): void {
    const at = this.#inbox.findIndex(command => command.command === 'query' && command.id === id);
    if (at >= 0) this.#inbox.splice(at, 1);
    else if (this.#idleQueries.includes(id)) this.#idleQueries = this.#idleQueries.filter(other => other !== id);
    else return;
    this.#refuse(id, 'Cancelled.', true);
  }

  #stop(message: string, cancelled: boolean): void {
    this.#stopped = true;
    for (const command of this.#inbox.splice(0)) if (command.command === 'query') this.#refuse(command.id, message, cancelled);
    for (const id of this.#idleQueries.splice(0)) this.#refuse(id, message, cancelled);
  }

  #answer(id: number, value: EngineAnswers[keyof EngineAnswers]): void {
    this.#emit({ event: 'answer', id, ok: true, value });
  }

  #refuse(id: number, message: string, cancelled = false): void {
    this.#emit({ event: 'answer', id, ok: false, cancelled, message });
  }
}
