import { SingleBar } from 'cli-progress';

const verbs = {
  discover: 'Finding pages',
  index: 'Reading pages',
  classify: 'Labelling pages',
  check: 'Comparing pages',
  bench: 'Measuring extractors',
};

interface Progress {
  phase: keyof typeof verbs;
  done: number;
  total: number;
}

/** A progress bar on stderr; shows nothing if stderr is not a terminal. */
export class ProgressBar {
  readonly #stream: NodeJS.WriteStream;
  readonly #bar: SingleBar;
  #running = false;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
    this.#bar = new SingleBar({
      format: '{phase} [{bar}] {value}/{total}',
      barCompleteChar: '=',
      barIncompleteChar: ' ',
      stream,
      clearOnComplete: true,
      // The default switches the terminal's line wrapping off, and an interrupt would leave it off.
      linewrap: true,
    });
  }

  show({ phase, done, total }: Progress): void {
    if (!this.#stream.isTTY || total === 0) return;
    const payload = { phase: verbs[phase] };
    if (!this.#running) this.#bar.start(total, done, payload);
    this.#running = true;
    this.#bar.setTotal(total);
    this.#bar.update(done, payload);
  }

  /** Removes the bar from the screen, so that other lines can be written. */
  clear(): void {
    if (this.#running) this.#bar.stop();
    this.#running = false;
  }
}
