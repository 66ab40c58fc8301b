import type { EngineEvent } from 'templens-shared/stream';
import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver';

type ProgressEvent = Omit<Extract<EngineEvent, { event: 'progress' }>, 'event'>;

/** Shows the indexing of one site as work-done progress of LSP, if the client supports it. */
export class IndexProgress {
  readonly #connection: Connection;
  readonly #title: string;
  #reporter: Promise<WorkDoneProgressServerReporter> | undefined;
  #shown = 0;

  constructor(connection: Connection, site: string) {
    this.#connection = connection;
    this.#title = `Templens: reading ${site}`;
  }

  report(event: ProgressEvent): void {
    const { percent, message } = indexProgress(event);
    if (this.#reporter === undefined) {
      this.#shown = percent;
      this.#reporter = this.#connection.window.createWorkDoneProgress().then(reporter => {
        reporter.begin(this.#title, percent, message, false);
        return reporter;
      });
      // A client that refuses the token shows no progress; indexing continues.
      this.#reporter.catch(() => {});
    } else if (percent > this.#shown) {
      this.#shown = percent;
      this.#reporter.then(reporter => reporter.report(percent, message)).catch(() => {});
    }
  }

  done(): void {
    this.#reporter?.then(reporter => reporter.done()).catch(() => {});
    this.#reporter = undefined;
  }
}

/** Percent of the whole at which each phase begins, and ends; reading and counting takes most of the time. */
const begins = { discover: 0, index: 2, classify: 80, check: 80 };
const ends = { discover: 2, index: 80, classify: 100, check: 100 };

const verbs = { index: 'indexing', classify: 'classifying', check: 'comparing' };

/** How much of a site is indexed: percent of the whole, and what is done at the moment. */
export function indexProgress({ phase, done, total }: ProgressEvent): { percent: number; message: string } {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const percent = Math.floor(begins[phase] + (ends[phase] - begins[phase]) * share);
  return { percent, message: phase === 'discover' ? 'looking for pages' : `${verbs[phase]} ${done}/${total} pages` };
}
