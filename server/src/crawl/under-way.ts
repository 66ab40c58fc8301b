import { openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './state-files.ts';
import { limits } from './thresholds.ts';
import { replaceJson } from './whole-files.ts';

/** Notes in a file what a thread works on, so that the next run knows what a killed process was at. It costs one call of the system. */
export class Note {
  readonly #file: number | undefined;

  /** @param path of the note; undefined to note nothing */
  constructor(path: string | undefined) {
    this.#file = path === undefined ? undefined : openSync(path, 'w');
  }

  /** @param name undefined if nothing is under way */
  write(name: string | undefined): void {
    if (this.#file === undefined) return;
    try {
      // The rest of a longer name stays behind the line feed.
      writeSync(this.#file, `${JSON.stringify(name ?? '')}\n`, 0);
    } catch {
      // A full disk ends the run when rows are written.
    }
  }
}

/** What was under way when runs were killed, kept in the folder of a crawl's state. */
export class UnderWay {
  readonly #state: string;
  /** By name, how many runs in a row were killed when it was under way. */
  #kills = new Map<string, number>();

  constructor(state: string) {
    this.#state = state;
  }

  /** Path of the note of a thread. */
  note(thread: number): string {
    return join(this.#state, `at-${thread}`);
  }

  /** Counts what was under way when the last run was killed. To be called before threads start. */
  async open(): Promise<void> {
    const before = new Map(readJson<[string, number][]>(this.#file));
    const names = new Set(this.#notes().map(note => namedIn(join(this.#state, note))));
    names.delete('');
    this.#kills = new Map([...names].map(name => [name, (before.get(name) ?? 0) + 1]));
    // First, so that a run that is killed here does not count twice.
    for (const note of this.#notes()) rmSync(join(this.#state, note));
    if (names.size > 0 || before.size > 0) await replaceJson(this.#file, [...this.#kills]);
  }

  /** Names that were under way each time when so many of the last runs were killed that they are not tried again. */
  get killed(): string[] {
    return [...this.#kills].flatMap(([name, kills]) => (kills >= mostKills(name) ? [name] : []));
  }

  /** True if a name that is tried again may be what kills the runs: then it must be the only one under way. */
  get isSuspicious(): boolean {
    return [...this.#kills].some(([name, kills]) => kills >= limits.killedRuns - 1 && kills < mostKills(name));
  }

  /** To be called at the end of a run that was not killed. */
  close(): void {
    for (const name of [...this.#notes(), 'kills.json']) rmSync(join(this.#state, name), { force: true });
  }

  get #file(): string {
    return join(this.#state, 'kills.json');
  }

  #notes(): string[] {
    return readdirSync(this.#state).filter(name => /^at-\d+$/.test(name));
  }
}

/** Killed runs in a row after which a name, a page's URL or a site that is learned, is not tried again. */
function mostKills(name: string): number {
  return /^https?:\/\//.test(name) ? limits.killedRuns : limits.killedLearningRuns;
}

/** The name in a note; empty if it has none. */
function namedIn(path: string): string {
  try {
    return JSON.parse(readFileSync(path, 'utf8').split('\n')[0]!) as string;
  } catch {
    // The process was killed while it wrote.
    return '';
  }
}
