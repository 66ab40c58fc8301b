import { SingleBar } from 'cli-progress';
import { log } from './output.ts';

const verbs = {
  discover: 'Finding pages',
  index: 'Reading pages',
  classify: 'Labelling pages',
  check: 'Comparing pages',
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
  /** Seconds between lines where stderr is not a terminal; without it, nothing is written there. */
  lineSeconds?: number;
}

/** The progress of a command on stderr: a bar on a terminal, and lines elsewhere if the command may take hours. */
export class ProgressBar {
  readonly #stream: NodeJS.WriteStream;
  readonly #lineSeconds: number;
  readonly #bar: SingleBar;
  #phase: Progress['phase'] | undefined;
  /** Seconds of the clock at the beginning of the phase, and at the last line. */
  #began = 0;
  #lineAt = 0;
  #running = false;

  constructor({ stream = process.stderr, lineSeconds = Number.POSITIVE_INFINITY }: ProgressOptions = {}) {
    this.#stream = stream;
    this.#lineSeconds = lineSeconds;
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
      this.#lineAt = now;
    }
    const text = (bar: string): string => `${verbs[phase]}${bar} ${shown(progress, now - this.#began)}`;
    if (!this.#stream.isTTY) {
      if (now - this.#lineAt < this.#lineSeconds) return;
      this.#lineAt = now;
      return log(`${text('')}.`);
    }
    const payload = { text, isCounted: total !== undefined };
    if (!this.#running) this.#bar.start(total ?? done, done, payload);
    this.#running = true;
    this.#bar.setTotal(total ?? done);
    this.#bar.update(done, payload);
  }

  /** Removes the bar from the screen, so that other lines can be written. */
  clear(): void {
    if (this.#running) this.#bar.stop();
    this.#running = false;
  }
}

/** What is done, with rate and time left. @param seconds since the phase began */
function shown({ done, total, before = 0 }: Progress, seconds: number): string {
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
