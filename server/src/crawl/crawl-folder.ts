import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import type { Ended, EndedTasks } from './labeller-handle.ts';
import type { GivenModel } from './site-rows.ts';
import { exists, isRunning, readable, readJson } from './state-files.ts';
import { UnderWay } from './under-way.ts';
import { replaceJson, WholeFile } from './whole-files.ts';
import { WrongFolder } from './wrong-folder.ts';

/** The error for an output file that cannot be written. Its message is a sentence for the user. */
export class UnwritableOutput extends Error {}

/** The folder of a crawl: the rows, and in `.state` what a run that is started again goes on with. */
export class CrawlFolder {
  readonly out: string;
  readonly state: string;
  readonly underWay: UnderWay;

  constructor(out: string) {
    this.out = out;
    this.state = join(out, '.state');
    this.underWay = new UnderWay(this.state);
  }

  get index(): string {
    return join(this.state, 'index');
  }

  /** What an earlier run wrote when all rows were written. */
  get summary(): string {
    return join(this.out, 'crawl.json');
  }

  /** What the pieces of the index are; the index is whole if it exists. */
  get pieces(): string {
    return join(this.state, 'pieces.json');
  }

  /**
   * Makes the folder, or opens that of an earlier run, and keeps other runs out of it. Throws `WrongFolder` or `UnwritableOutput`.
   * @param jobFor what decides the rows, by what an earlier run noted
   */
  async open<Job extends object>(jobFor: (found: Job | undefined) => Job): Promise<void> {
    await this.writing(async () => {
      const isNew = (readable(this.out) ?? []).length === 0;
      mkdirSync(this.out, { recursive: true });
      if (!isNew && !readable(this.state))
        throw new WrongFolder(`${this.out} has files of something else; name an empty or a new folder.`);
      for (const name of ['', 'models', 'done']) mkdirSync(join(this.state, name), { recursive: true });
      this.#lock();
      const path = join(this.state, 'job.json');
      const found = readJson<Job>(path);
      const job = jobFor(found);
      if (!found) await replaceJson(path, job);
      else if (JSON.stringify(found) !== JSON.stringify(job))
        throw new WrongFolder(
          `${this.out} has a crawl of other inputs, options or another version of Templens; remove it or name another folder.`,
        );
      // What was not finished.
      for (const name of readdirSync(this.state)) if (/\.draft$|^run-\d+$/.test(name)) rmSync(join(this.state, name));
      await this.underWay.open();
    });
  }

  /** Removes what is of no use when all rows are written. */
  tidy(): void {
    for (const name of readdirSync(this.state)) if (name.startsWith('input-')) rmSync(join(this.state, name));
  }

  /** Lets other runs use the folder. */
  close(): void {
    this.underWay.close();
    rmSync(join(this.state, 'lock'), { force: true });
  }

  modelsFile(piece: number): string {
    return join(this.state, 'models', `${piece}.jsonl`);
  }

  hasModels(piece: number): boolean {
    return exists(this.modelsFile(piece));
  }

  /** The models of the sites that begin in a piece; none if they were not learned before. */
  models(piece: number | undefined): GivenModel[] {
    if (piece === undefined || !this.hasModels(piece)) return [];
    return readFileSync(this.modelsFile(piece), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => {
        const { site, bytes } = JSON.parse(line) as { site: string; bytes: string | null };
        return { site, bytes: bytes === null ? null : Buffer.from(bytes, 'base64') };
      });
  }

  /** Exists if all rows of a piece are written. */
  doneFile(piece: number): string {
    return join(this.state, 'done', `${piece}.json`);
  }

  isDone(piece: number): boolean {
    return exists(this.doneFile(piece));
  }

  /** What ended labelling threads in this and earlier runs, or several whole runs, see `EndedTasks`; it is noted at once. */
  ended(): EndedTasks {
    const path = join(this.state, 'ended.jsonl');
    const found = new Map<string, Ended['reason']>();
    for (const line of exists(path) ? readFileSync(path, 'utf8').split('\n') : []) {
      const { name, reason } = parsedNote(line);
      if (name !== undefined && reason !== undefined) found.set(name, reason);
    }
    const set = (name: string, reason: Ended['reason']): void => {
      found.set(name, reason);
      try {
        appendFileSync(path, `${JSON.stringify({ name, reason })}\n`);
      } catch {
        // A full disk ends the run when rows are written. The next run tries this page again.
      }
    };
    for (const name of this.underWay.killed) if (!found.has(name)) set(name, 'killed');
    return { get: name => found.get(name), set };
  }

  /** Lets `fill` write a file that gets its name when it is whole. Throws `UnwritableOutput`. */
  async whole(path: string, draft: string, fill: (file: WholeFile) => Promise<void>): Promise<void> {
    await this.writing(async () => {
      const file = new WholeFile(path, join(this.state, `${draft}.draft`));
      try {
        await fill(file);
        await file.finish();
      } finally {
        file.discard();
      }
    });
  }

  /** Turns errors of the system into `UnwritableOutput`. */
  async writing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code === undefined || syscall === undefined) throw error;
      throw new UnwritableOutput(`${this.out} cannot be written: ${reasonOf(error)}. Run the command again to go on.`, {
        cause: error,
      });
    }
  }

  #lock(): void {
    const path = join(this.state, 'lock');
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(readFileSync(path, 'utf8'));
      if (owner !== process.pid && isRunning(owner))
        throw new WrongFolder(`Another run, process ${owner}, is at work in ${this.out}; wait until it ends.`);
      writeFileSync(path, String(process.pid));
    }
  }
}

/** The values of a line of `ended.jsonl`; none if the line was cut. */
function parsedNote(line: string): { name?: string; reason?: Ended['reason'] } {
  try {
    return JSON.parse(line) as { name: string; reason: Ended['reason'] };
  } catch {
    return {};
  }
}
