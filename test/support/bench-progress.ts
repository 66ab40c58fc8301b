import { SingleBar } from 'cli-progress';

/** Milliseconds between two lines of progress where stderr is not a terminal. */
const LINE_EVERY = 15_000;

/** Progress of a benchmark on stderr: a bar on a terminal, else a line now and then. */
export class BenchProgress {
  readonly #bar = new SingleBar({
    format: '{phase} [{bar}] {value}/{total}',
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    stream: process.stderr,
    clearOnComplete: true,
    linewrap: true,
    noTTYOutput: true,
    notTTYSchedule: LINE_EVERY,
  });
  #phase = '';

  show(phase: string, done: number, total: number): void {
    if (phase !== this.#phase) {
      this.clear();
      this.#bar.start(total, done, { phase });
      this.#phase = phase;
    }
    this.#bar.setTotal(total);
    this.#bar.update(done);
  }

  /** Ends the bar, so that other lines can be written. */
  clear(): void {
    if (this.#phase !== '') this.#bar.stop();
    this.#phase = '';
  }
}
