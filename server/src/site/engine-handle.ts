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
import { EmittedEvents, isLasting } from './emitted-events.ts';
import { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { limits } from './thresholds.ts';
import { workerFile, workerResourceLimits } from './worker-file.ts';

/** An engine in this thread or in a worker. */
export interface EngineHandle {
  /** Sends a command; returns at once. Commands take effect in the order in which they are sent. */
  send(command: Exclude<EngineCommand, { command: 'query' | 'cancel' | 'shutdown' }>): void;
  /**
   * Answers a question after all commands before it took effect; with `soon`, perhaps earlier, see `EngineCommand`. Rejects with an
   * `AbortError` if it is cancelled or the engine is closed, otherwise with an `EngineError`.
   */
  query<K extends EngineQuery['kind']>(
    query: Extract<EngineQuery, { kind: K }>,
    signal?: AbortSignal,
    soon?: boolean,
  ): Promise<EngineAnswers[K]>;
  /** Adds a listener for all events except answers. Returns a function that removes it. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Resolves with a sentence if the engine stays down for good; otherwise pending. */
  readonly down: Promise<string>;
  /** Resolves when no work is left, after the `idle` event. */
  idle(): Promise<void>;
  /** Ends the engine; pending questions are cancelled. */
  close(): Promise<void>;
}

/** Starts an engine in this thread, for commands that run once. @param options `parseWorker`: bundle of the parse workers. */
export function startEngine(options: { parseWorker?: URL } = {}): EngineHandle {
  const exchange = new Exchange(command => engine.send(command));
  const engine = new Engine(event => exchange.receive(event), options);
  // A crash of this engine ends this thread, too: it is never down alone.
  return exchange.handle(new Promise(() => {}), async () => {
    engine.send({ command: 'shutdown' });
    await engine.stopped();
  });
}

/**
 * Starts an engine in a worker thread, for servers: this thread stays free for its client and the file system. If the worker crashes,
 * pending questions are rejected, a problem is reported, and a new worker takes over with the same site, settings and open texts; events
 * that it does not emit again are taken back before its first `idle`. A page that crashed a worker is skipped until it changes; after a
 * second crash for which no page can be skipped, the engine stays down.
 */
export function startEngineWorker(options: { worker?: URL } = {}): EngineHandle {
  const file = options.worker ?? workerFile('engine-worker');
  const state = new ReplayState();
  let emitted = new EmittedEvents();
  let restarted = false;
  let closing = false;
  let failure: string | undefined;
  let reportDown: (sentence: string) => void = () => {};
  const down = new Promise<string>(resolve => {
    reportDown = resolve;
  });
  let exited: Promise<void> = Promise.resolve();
  let worker: Worker;

  const exchange = new Exchange(command => {
    state.note(command);
    if (command.command === 'open') emitted = new EmittedEvents();
    if (failure === undefined) worker.postMessage(command);
    else if (command.command === 'query')
      exchange.receive({ event: 'answer', id: command.id, ok: false, code: 'crashed', message: failure });
  });

  const takeBack = (): void => {
    for (const event of emitted.retractUnseen(page => state.version(page))) exchange.receive(event);
  };

  const start = (): void => {
    const note = new CrashNote();
    const backlog = new Backlog();
    const current = new Worker(file, {
      workerData: { crashNote: note.memory, backlog: backlog.memory },
      resourceLimits: workerResourceLimits,
    });
    worker = current;
    let reason = '';
    current.on('message', (event: EngineEvent) => {
      if (event.event === 'quarantined') state.quarantined(event);
      else {
        // Events of the last engine that this one did not repeat when it has read the site no longer hold.
        if (event.event === 'idle') takeBack();
        exchange.receive(isLasting(event) ? (emitted.changeOf(event) ?? event) : event);
      }
      backlog.received();
    });
    current.on('error', error => {
      reason = `: ${error instanceof Error ? error.message : error}`;
    });
    exited = new Promise(resolve => {
      current.on('exit', () => {
        if (!closing) crashed(reason, note.page);
        else exchange.rejectAll('closed', 'The engine has stopped.');
        resolve();
      });
    });
  };

  const crashed = (reason: string, page: string | undefined): void => {
    const isPage = page !== undefined && state.quarantine(page);
    const message = `The engine crashed${reason}${page === undefined ? '' : ` while it worked on ${page}`}.`;
    exchange.rejectAll('crashed', message);
    emitted.begin();
    if (!isPage && restarted) {
      failure = `${message} It was restarted once before and stays down.`;
      takeBack();
      exchange.receive({ event: 'problem', severity: 'error', message: failure });
      reportDown(failure);
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

/** Matches answers to questions by their ids, and passes all other events to listeners. */
class Exchange {
  readonly #send: (command: EngineCommand) => void;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  #lastId = 0;

  constructor(send: (command: EngineCommand) => void) {
    this.#send = send;
  }

  /** Makes the handle. @param shutDown ends the engine; called once. */
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

  /** Takes an event of the engine. */
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

  /** Rejects all pending questions. */
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

/** The commands that bring a new engine to the state of the last one. */
class ReplayState {
  #open: Extract<EngineCommand, { command: 'open' }> | undefined;
  readonly #texts = new Map<string, Extract<EngineCommand, { command: 'text' }>>();
  readonly #quarantined = new Map<string, QuarantinedPage>();

  /** Notes that an engine crashed on the page. False if too many pages crashed engines already. */
  quarantine(page: string): boolean {
    if (this.#quarantined.size >= limits.quarantinedPages) return false;
    this.#quarantined.set(page, { page });
    return true;
  }

  /** Notes the text with which a page is skipped, as reported by the new engine. */
  quarantined({ page, text }: Extract<EngineEvent, { event: 'quarantined' }>): void {
    this.#quarantined.set(page, { page, text });
  }

  /** Returns the version of the page's text in an editor; undefined if it is not open. */
  version(page: string): number | undefined {
    return this.#texts.get(page)?.version;
  }

  /** Notes the effect of a command that is sent. */
  note(command: EngineCommand): void {
    if (command.command === 'open') {
      this.#open = command;
      this.#texts.clear();
    } else if (command.command === 'settings' && this.#open) this.#open = { ...this.#open, settings: command.settings };
    else if (command.command === 'text') this.#texts.set(command.page, command);
    else if (command.command === 'closeText') this.#texts.delete(command.page);
  }

  /** Returns the commands for a new engine; none if no site is open. */
  commands(): EngineCommand[] {
    if (!this.#open) return [];
    const quarantined = [...this.#quarantined.values()];
    return [quarantined.length > 0 ? { ...this.#open, quarantined } : this.#open, ...this.#texts.values()];
  }
}
