import type { CrawlProgress } from '../api/crawl.ts';
import { log } from './output.ts';

const verbs = { index: 'Listed', learn: 'Learned from', apply: 'Labelled' };
/** Milliseconds between two lines: on a terminal, where each replaces the last, and elsewhere. */
const INTERVAL = { terminal: 200, file: 5000 };

/** The progress of a crawl on stderr, with the rate and the time left. */
export class CrawlProgressLine {
  #phase: CrawlProgress['phase'] | undefined;
  #began = 0;
  #last = 0;
  #shown = false;

  show(progress: CrawlProgress): void {
    const now = performance.now();
    if (progress.phase !== this.#phase) {
      this.#phase = progress.phase;
      this.#began = now;
      this.#last = now;
    }
    const { isTTY } = process.stderr;
    if (now - this.#last < (isTTY ? INTERVAL.terminal : INTERVAL.file)) return;
    this.#last = now;
    const line = progressLine(progress, (now - this.#began) / 1000);
    if (!isTTY) return log(line);
    process.stderr.write(`\r\x1b[K${line}`);
    this.#shown = true;
  }

  /** Removes the line from a terminal. */
  clear(): void {
    if (this.#shown) process.stderr.write('\r\x1b[K');
    this.#shown = false;
  }
}

/** Formats the progress. @param seconds since the phase began */
function progressLine({ phase, done, total, before }: CrawlProgress, seconds: number): string {
  const rate = (done - before) / seconds;
  const counted = done.toLocaleString('en');
  const of = total === undefined ? `${counted} pages` : `${counted} of ${total.toLocaleString('en')} pages`;
  const left = total === undefined || rate === 0 ? '' : `, ${duration((total - done) / rate)} left`;
  return `${verbs[phase]} ${of}, ${Math.round(rate).toLocaleString('en')} a second${left}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
