import { Worker } from 'node:worker_threads';
import { workerFile } from '../site/worker-file.ts';
import { nameOf, type Task, type TaskResult } from './labeller.ts';
import type { Output } from './page-content.ts';
import { limits } from './thresholds.ts';

/** Settings of a labelling thread. */
export interface LabellerOptions {
  readonly emit: readonly Output[];
  /** Megabytes of heap; a page that needs more ends the thread. */
  readonly heapMegabytes?: number;
  /** Seconds; a task that takes longer ends the thread. */
  readonly pageSeconds?: number;
  /** The bundle of the thread, if it is not beside that of this code. */
  readonly thread?: URL;
  /** File in which the thread notes what it works on, see `Note`. */
  readonly note?: string;
  /** What ended threads before; new entries are added. A new map if there is none. */
  readonly ended?: EndedTasks;
}

/** The result of a task that ended its thread. */
export interface Ended {
  readonly kind: 'ended';
  readonly reason: 'killed' | 'stalled';
}

/** Why pages, by their URL, and the learning of models, by their site, ended a thread; they are not tried again. */
export interface EndedTasks {
  get(name: string): Ended['reason'] | undefined;
  set(name: string, reason: Ended['reason']): unknown;
}

/** The result of a task, by the number of the task. */
export interface NumberedResult {
  readonly number: number;
  readonly result: TaskResult;
}

interface Waiting {
  readonly number: number;
  readonly task: Task;
  readonly resolve: (result: TaskResult | Ended) => void;
}

/**
 * A thread that does the tasks of a `Labeller` one after another. If a task ends the thread or takes too long, its result is `Ended`, and another
 * thread goes on with the same model or the same pages to learn from.
 */
export class LabellerHandle {
  readonly #options: LabellerOptions;
  readonly #ended: EndedTasks;
  #worker: Worker | undefined;
  #number = 0;
  /** Tasks without a result, in order. */
  #waiting: Waiting[] = [];
  /** Tasks that a new thread repeats, to get the model or the learned pages of the thread that ended. */
  #replay: Task[] = [];
  /** Number and time of the task that was under way when the clock last looked. */
  #seen = { number: -1, since: 0 };
  /** Shared with the thread: the number of the task under way, and of the last one that was sent. */
  readonly #numbers = new Int32Array(new SharedArrayBuffer(8));
  #clock: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LabellerOptions) {
    this.#options = options;
    this.#ended = options.ended ?? new Map();
  }

  /** Does a task after those before, unless it ended a thread before. Never rejects unless threads cannot be started. */
  run(task: Task): Promise<TaskResult | Ended> {
    const reason = this.#reason(task);
    if (reason) return Promise.resolve({ kind: 'ended', reason });
    this.#worker ??= this.#start();
    return new Promise(resolve => {
      const waiting = { number: ++this.#number, task, resolve };
      this.#waiting.push(waiting);
      this.#post(waiting);
    });
  }

  /** Ends the thread; tasks without a result are dropped. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#clock);
    await this.#worker?.terminate();
  }

  #post({ number, task }: Waiting): void {
    Atomics.store(this.#numbers, 1, number);
    this.#worker!.postMessage({ number, task });
  }

  #start(): Worker {
    const { emit, heapMegabytes = limits.heapMegabytes, pageSeconds = limits.pageSeconds, note, thread } = this.#options;
    const worker = new Worker(thread ?? workerFile('labeller-thread'), {
      workerData: { emit, numbers: this.#numbers.buffer, note },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    let reason: Ended['reason'] = 'killed';
    worker.on('message', (results: NumberedResult[]) => {
      for (const { number, result } of results) this.#done(number, result);
    });
    // The exit follows.
    worker.on('error', () => {});
    worker.on('exit', () => {
      clearInterval(this.#clock);
      if (!this.#closed) this.#restart(reason);
    });
    this.#seen = { number: -1, since: 0 };
    this.#clock = setInterval(
      () => {
        const [first] = this.#waiting;
        const number = first ? Atomics.load(this.#numbers, 0) : -1;
        if (!first || number !== this.#seen.number || number < first.number) this.#seen = { number, since: performance.now() };
        else if (number >= 0 && performance.now() - this.#seen.since > pageSeconds * 1000) {
          reason = 'stalled';
          void worker.terminate();
        }
      },
      Math.min(1000, pageSeconds * 250),
    ).unref();
    return worker;
  }

  #done(number: number, result: TaskResult): void {
    const first = this.#waiting[0];
    // The results of the replayed tasks are known.
    if (first?.number !== number) return;
    this.#waiting.shift();
    this.#remember(first.task, result);
    first.resolve(result);
  }

  #remember(task: Task, result: TaskResult): void {
    if (task.kind === 'begin') this.#replay = [];
    else if (task.kind === 'model') this.#replay = result.kind === 'refused' ? [] : [task];
    else if (task.kind === 'learn') this.#replay.push(task);
    else if (task.kind === 'finish')
      this.#replay = result.kind === 'model' && result.model ? [{ kind: 'model', bytes: result.model.bytes }] : [];
  }

  #restart(reason: Ended['reason']): void {
    // A result before it may have been lost with the thread: these tasks are done again.
    const number = Atomics.load(this.#numbers, 0);
    const at = Math.max(
      0,
      this.#waiting.findIndex(waiting => waiting.number === number),
    );
    const [culprit] = this.#waiting.splice(at, 1);
    const ended: Ended = { kind: 'ended', reason };
    // Learning that ends the thread leaves the site without a model.
    if (culprit?.task.kind === 'finish') this.#replay = [];
    culprit?.resolve(ended);
    const name = culprit && nameOf(culprit.task);
    if (name !== undefined) this.#ended.set(name, reason);
    // A page that ended the thread while it was learned from would end the next thread, too.
    this.#waiting = this.#waiting.filter(({ task, resolve }) => {
      const isSame = this.#reason(task) !== undefined;
      if (isSame) resolve(ended);
      return !isSame;
    });
    this.#worker = this.#start();
    for (const task of [{ kind: 'begin' } as const, ...this.#replay]) this.#worker.postMessage({ number: 0, task });
    for (const waiting of this.#waiting) this.#post(waiting);
  }

  #reason(task: Task): Ended['reason'] | undefined {
    const name = nameOf(task);
    return name === undefined ? undefined : this.#ended.get(name);
  }
}
