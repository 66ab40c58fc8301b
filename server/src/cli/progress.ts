import { Worker } from 'node:worker_threads';
import { SingleBar } from 'cli-progress';

const verbs = {
  discover: 'Finding pages',
  index: 'Reading pages',
  classify: 'Labelling pages',
  check: 'Comparing pages',
  fix: 'Trying fixes',
  plan: 'Planning the project',
  build: 'Writing and building the project',
  bench: 'Measuring extractors',
  list: 'Listing pages',
  learn: 'Learning from pages',
  apply: 'Labelling pages',
};

interface Progress {
  phase: keyof typeof verbs;
  done: number;
  /** Undefined while pages are still being found. */
  total: number | undefined;
  /** Of `done`, what an earlier run did; it does not count for the rate. */
  before?: number;
}

interface ProgressOptions {
  stream?: NodeJS.WriteStream;
  /** Seconds between lines where stderr is not a terminal. */
  lineSeconds?: number;
  /** File descriptor of the lines. */
  descriptor?: number;
}

/** The progress of a command on stderr: a bar on a terminal, elsewhere a line every five seconds from the fifth second. */
export class ProgressBar {
  readonly #stream: NodeJS.WriteStream;
  readonly #lines: ProgressLines;
  readonly #bar: SingleBar;
  #phase: Progress['phase'] | undefined;
  /** When the phase began, in seconds of `performance.now()`. */
  #began = 0;
  #running = false;

  constructor({ stream = process.stderr, lineSeconds = 5, descriptor = 2 }: ProgressOptions = {}) {
    this.#stream = stream;
    this.#lines = new ProgressLines(lineSeconds, descriptor);
    this.#bar = new SingleBar({
      format: (_, { progress }, { text, isCounted }: { text: (bar: string) => string; isCounted: boolean }) =>
        text(isCounted ? ` [${'='.repeat(Math.round(progress * 40)).padEnd(40)}]` : ''),
      stream,
      clearOnComplete: true,
      // The default switches the terminal's line wrapping off, and an interrupt would leave it off.
      linewrap: true,
    });
  }

  show(progress: Progress): void {
    const { phase, done, total } = progress;
    if (total === 0) return;
    const now = performance.now() / 1000;
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#began = now;
    }
    const text = (bar: string): string => `${verbs[phase]}${bar} ${shown(progress, now - this.#began)}`.trimEnd();
    if (!this.#stream.isTTY) return this.#lines.show(text(''));
    const payload = { text, isCounted: total !== undefined };
    if (!this.#running) this.#bar.start(total ?? done, done, payload);
    this.#running = true;
    this.#bar.setTotal(total ?? done);
    this.#bar.update(done, payload);
  }

  /** Shows a phase whose progress cannot be counted. */
  step(phase: Progress['phase']): void {
    this.show({ phase, done: 0, total: undefined });
  }

  /** Removes the bar from the screen, so that other lines can be written. */
  clear(): void {
    if (this.#running) this.#bar.stop();
    this.#running = false;
    this.#lines.stop();
  }
}

/** Writes what is being done every few seconds; in a thread of its own, since this one may be busy for longer. */
class ProgressLines {
  readonly #seconds: number;
  readonly #descriptor: number;
  /** When the command began, in milliseconds of `performance.now()`. */
  readonly #began = performance.now();
  #worker: Worker | undefined;
  #start: NodeJS.Timeout | undefined;
  #text = '';
  /** When the thread was sent a text last, in milliseconds of `performance.now()`. */
  #sentAt = 0;

  constructor(seconds: number, descriptor: number) {
    this.#seconds = seconds;
    this.#descriptor = descriptor;
  }

  show(text: string): void {
    this.#text = text;
    // A thread costs more than a short command.
    this.#start ??= setTimeout(() => this.#startThread(), this.#seconds * 200).unref();
    const now = performance.now();
    if (!this.#worker || now - this.#sentAt < this.#seconds * 50) return;
    this.#sentAt = now;
    this.#worker.postMessage(text);
  }

  stop(): void {
    clearTimeout(this.#start);
    this.#start = undefined;
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #startThread(): void {
    const workerData = {
      text: this.#text,
      seconds: this.#seconds,
      descriptor: this.#descriptor,
      elapsed: performance.now() - this.#began,
    };
    this.#worker = new Worker(lineThread, { eval: true, workerData });
    this.#worker.on('error', () => {});
    this.#worker.unref();
  }
}

/** Code of the thread, as text, since it is needed where no file of the command line is known. */
const lineThread = `
const { parentPort, workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { seconds, descriptor, elapsed } = workerData;
const began = performance.now() - elapsed;
let text = workerData.text;
parentPort.on('message', next => { text = next; });
const write = () => {
  const passed = Math.round((performance.now() - began) / 1000);
  try { writeSync(descriptor, 'templens: ' + text + ' (' + passed + ' s).\\n'); } catch {}
};
setTimeout(() => { write(); setInterval(write, seconds * 1000); }, seconds * 1000 - elapsed);
`;

/** What is done, with rate and time left. @param seconds since the phase began */
function shown({ done, total, before = 0 }: Progress, seconds: number): string {
  if (total === undefined && done === 0) return '';
  const counted = total === undefined ? `${done}` : `${done}/${total}`;
  const rate = (done - before) / seconds;
  // At first, the rate is of the start.
  if (seconds < 1 || rate === 0) return counted;
  const left = total === undefined ? '' : `, ${duration((total - done) / rate)} left`;
  return `${counted}, ${rate < 10 ? rate.toFixed(1) : rate.toFixed(0)} a second${left}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
