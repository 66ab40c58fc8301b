import { SingleBar } from 'cli-progress';
import type { EngineEvent } from 'templens-shared/stream';

type Progress = Extract<EngineEvent, { event: 'progress' }>;

const verbs = { discover: 'Finding pages', index: 'Reading pages', classify: 'Labelling pages' };

/** A progress bar on stderr; nothing where stderr is not a terminal. */
export class ProgressBar {
  readonly #bar = new SingleBar({
    format: '{phase} [{bar}] {value}/{total}',
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  #running = false;

  show({ phase, done, total }: Progress): void {
    if (!process.stderr.isTTY || total === 0) return;
    const payload = { phase: verbs[phase] };
    if (!this.#running) this.#bar.start(total, done, payload);
    this.#running = true;
    this.#bar.setTotal(total);
    this.#bar.update(done, payload);
  }

  /** Takes the bar off the screen, so that other lines can be written. */
  clear(): void {
    if (this.#running) this.#bar.stop();
    this.#running = false;
  }
}
