import { Worker } from 'node:worker_threads';
import type {
  EngineAnswers,
  EngineCommand,
  EngineErrorCode,
  EngineEvent,
  EngineQuery,
  QuarantinedPage,
} from 'templens-shared/stream';
import { Backlog } from './backlog.ts';
import { CrashNote } from './crash-note.ts';
import { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { isLasting, SaidEvents } from './said-events.ts';
import { workerFile, youngGeneration } from './worker-file.ts';

/** An engine, wherever it runs. */
export interface EngineHandle {
  /** Takes effect in the order sent; returns at once. */
  send(command: Exclude<EngineCommand, { command: 'query' | 'cancel' | 'shutdown' }>): void;
  /**
   * Answered after all commands before it took effect, but for one that is wanted `soon`, see the command. Rejects with an `AbortError`
   * when cancelled or closed, else with an `EngineError`.
   */
  query<K extends EngineQuery['kind']>(
    query: Extract<EngineQuery, { kind: K }>,
    signal?: AbortSignal,
    soon?: boolean,
  ): Promise<EngineAnswers[K]>;
  /** Returns what takes the listener off. Answers are not among the events it hears. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Resolves with a sentence when the engine stays down for good; never, while it can be asked. */
  readonly down: Promise<string>;
  /** Resolves when nothing is pending, after the `idle` event. */
  idle(): Promise<void>;
  /** Ends the engine; what is pending is cancelled. */
  close(): Promise<void>;
}

/** An engine in this thread, for commands that run once. */
export function startEngine(options: { parseWorker?: URL } = {}): EngineHandle {
  const exchange = new Exchange(command => engine.send(command));
  const engine = new Engine(event => exchange.receive(event), options);
  // What ends it ends this thread, too.
  return exchange.handle(new Promise(() => {}), async () => {
    engine.send({ command: 'shutdown' });
    await engine.stopped();
  });
}

/** Most pages that are skipped because they end engines: more of them, and it is something else. */
const MOST_QUARANTINED = 3;

/**
 * An engine in a worker thread, for servers: this thread stays free to hear its client and the file system. If the worker crashes,
 * pending requests are rejected, a problem is reported, and a new worker takes over with the same site, settings and open texts; what it
 * does not say again is taken back before its first `idle`. A page
 * that crashed a worker is skipped until it changes; a crash without a page is survived only once.
 */
export function startEngineWorker(options: { worker?: URL } = {}): EngineHandle {
  const file = options.worker ?? workerFile('engine-worker');
  const state = new ReplayState();
  let said = new SaidEvents();
  let restarted = false;
  let closing = false;
  let failure: string | undefined;
  let wentDown: (sentence: string) => void = () => {};
  const down = new Promise<string>(resolve => {
    wentDown = resolve;
  });
  let exited: Promise<void> = Promise.resolve();
  let worker: Worker;

  const exchange = new Exchange(command => {
    state.note(command);
    if (command.command === 'open') said = new SaidEvents();
    if (failure === undefined) worker.postMessage(command);
    else if (command.command === 'query')
      exchange.receive({ event: 'answer', id: command.id, ok: false, code: 'crashed', message: failure });
  });

  const takeBack = (): void => {
    for (const event of said.gone(page => state.version(page))) exchange.receive(event);
  };

  const start = (): void => {
    const journal = new CrashNote();
    const backlog = new Backlog();
    const current = new Worker(file, {
      workerData: { journal: journal.memory, backlog: backlog.memory },
      resourceLimits: youngGeneration,
    });
    worker = current;
    let reason = '';
    current.on('message', (event: EngineEvent) => {
      if (event.event === 'quarantined') state.quarantined(event);
      else {
        // What the last engine said and this one does not, once it has read the site, no longer holds.
        if (event.event === 'idle') takeBack();
        exchange.receive(isLasting(event) ? (said.news(event) ?? event) : event);
      }
      backlog.heard();
    });
    current.on('error', error => {
      reason = `: ${error instanceof Error ? error.message : error}`;
    });
    exited = new Promise(resolve => {
      current.on('exit', () => {
        if (!closing) crashed(reason, journal.page);
        else exchange.rejectAll('closed', 'The engine has stopped.');
        resolve();
      });
    });
  };

  const crashed = (reason: string, page: string | undefined): void => {
    const isPage = page !== undefined && state.quarantine(page);
    const message = `The engine crashed${reason}${page === undefined ? '' : ` while it worked on ${page}`}.`;
    exchange.rejectAll('crashed', message);
    said.begin();
    if (!isPage && restarted) {
      failure = `${message} It was restarted once before and stays down.`;
      takeBack();
      exchange.receive({ event: 'problem', severity: 'error', message: failure });
      wentDown(failure);
      return;
    }
    restarted ||= !isPage;
    exchange.receive({
      event: 'problem',
      severity: 'warning',
      message: `${message} It is started again and reads the site anew.`,
    });
    start();
    for (const command of state.commands()) worker.postMessage(command);
  };

  start();
  return exchange.handle(down, async () => {
    closing = true;
    if (failure === undefined) worker.postMessage({ command: 'shutdown' } satisfies EngineCommand);
    await exited;
  });
}

/** Pairs questions with answers and hands out all other events. */
class Exchange {
  readonly #send: (command: EngineCommand) => void;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  #lastId = 0;

  constructor(send: (command: EngineCommand) => void) {
    this.#send = send;
  }

  handle(down: Promise<string>, shutDown: () => Promise<void>): EngineHandle {
    let closed: Promise<void> | undefined;
    const query: EngineHandle['query'] = (query, signal, soon) => {
      return closed ? Promise.reject(abortError('The engine is closed.')) : this.#query(query, signal, soon);
    };
    return {
      send: command => this.#send(command),
      query,
      onEvent: listener => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      idle: async () => {
        await query({ kind: 'idle' });
      },
      down,
      close: () => (closed ??= shutDown()),
    };
  }

  receive(event: EngineEvent): void {
    if (event.event !== 'answer') {
      for (const listener of this.#listeners) listener(event);
      return;
    }
    const pending = this.#pending.get(event.id);
    this.#pending.delete(event.id);
    if (event.ok) pending?.resolve(event.value);
    else if (event.code === 'cancelled' || event.code === 'closed') pending?.reject(abortError(event.message));
    else pending?.reject(new EngineError(event.code, event.message));
  }

  rejectAll(code: EngineErrorCode, message: string): void {
    for (const id of [...this.#pending.keys()]) this.receive({ event: 'answer', id, ok: false, code, message });
  }

  #query<K extends EngineQuery['kind']>(
    query: Extract<EngineQuery, { kind: K }>,
    signal?: AbortSignal,
    soon?: boolean,
  ): Promise<EngineAnswers[K]> {
    if (signal?.aborted) return Promise.reject(abortError('Cancelled.'));
    const id = ++this.#lastId;
    const cancel = (): void => this.#send({ command: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ command: 'query', id, query, ...(soon && { soon }) });
    }).finally(() => signal?.removeEventListener('abort', cancel)) as Promise<EngineAnswers[K]>;
  }
}

function abortError(message: string): Error {
  return new DOMException(message, 'AbortError');
}

/** The commands that bring a new engine to where the last one was. */
class ReplayState {
  #open: Extract<EngineCommand, { command: 'open' }> | undefined;
  readonly #texts = new Map<string, Extract<EngineCommand, { command: 'text' }>>();
  readonly #quarantined = new Map<string, QuarantinedPage>();

  /** The page ended an engine; false where too many did. */
  quarantine(page: string): boolean {
    if (this.#quarantined.size >= MOST_QUARANTINED) return false;
    this.#quarantined.set(page, { page });
    return true;
  }

  /** A page is skipped as long as it has this text. */
  quarantined({ page, text }: Extract<EngineEvent, { event: 'quarantined' }>): void {
    this.#quarantined.set(page, { page, text });
  }

  /** Of an open text. */
  version(page: string): number | undefined {
    return this.#texts.get(page)?.version;
  }

  note(command: EngineCommand): void {
    if (command.command === 'open') {
      this.#open = command;
      this.#texts.clear();
    } else if (command.command === 'settings' && this.#open) this.#open = { ...this.#open, settings: command.settings };
    else if (command.command === 'text') this.#texts.set(command.page, command);
    else if (command.command === 'closeText') this.#texts.delete(command.page);
  }

  commands(): EngineCommand[] {
    if (!this.#open) return [];
    const quarantined = [...this.#quarantined.values()];
    return [quarantined.length > 0 ? { ...this.#open, quarantined } : this.#open, ...this.#texts.values()];
  }
}
