import type { EngineCommand, EngineEvent } from 'templens-shared/stream';
import type { SiteFiles } from './site-files.ts';

/** Files on which an engine crashed: each is skipped until its text changes. */
export class Quarantine {
  /** By path: the stamp or version of the text, as JSON; undefined until the file is first inspected. */
  readonly #texts: Map<string, string | undefined>;
  readonly #emit: (event: EngineEvent) => void;

  constructor(
    files: NonNullable<Extract<EngineCommand, { command: 'open' }>['quarantined']>,
    emit: (event: EngineEvent) => void,
  ) {
    this.#texts = new Map(files.map(({ page, text }) => [page, text]));
    this.#emit = emit;
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** True if an engine crashed on the file and it has not changed since it was last inspected. */
  has(path: string): boolean {
    return this.#texts.has(path);
  }

  /**
   * Checks whether the file changed since it was last inspected; if so, it leaves the quarantine. Returns a sentence that says why the file is
   * skipped; undefined if it is not.
   * @param buffer of a page that is open in an editor.
   */
  reason(path: string, files: Pick<SiteFiles, 'inspect'>, buffer?: { version: number }): string | undefined {
    if (!this.#texts.has(path)) return undefined;
    const text = JSON.stringify(buffer ? buffer.version : files.inspect(path));
    const known = this.#texts.get(path) ?? text;
    if (known !== text) {
      this.#texts.delete(path);
      return undefined;
    }
    this.#texts.set(path, known);
    this.#emit({ event: 'quarantined', page: path, text: known });
    return `${path} ended the engine that worked on it; it is skipped until it changes. Please report this.`;
  }
}
