import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageLabels } from 'templens-shared/labels';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineEvent, EngineQuery } from 'templens-shared/stream';
import manifest from '../../../package.json' with { type: 'json' };
import { limits } from '../thresholds.ts';
import { AnswerReader, AnswerWriter, type Block, blockHash, touch } from './answer-file.ts';
import { isInSite } from './cache-folder.ts';
import { packAnswer, unpackAnswer } from './pack-answer.ts';
import { joinedInputs, type SiteInputs, withoutFreshStamps } from './site-inputs.ts';
import { tidyCache } from './tidy-cache.ts';
import { isUnchanged } from './unchanged-inputs.ts';

let identity: string | undefined;

/** Identifies this build of the program: its version, Node's version, and the names, sizes and times of its files. */
function programIdentity(): string {
  identity ??= [manifest.version, process.version, ...filesBeside(fileURLToPath(import.meta.url))].join(' ');
  return identity;
}

function filesBeside(file: string): string[] {
  const folder = dirname(file);
  const names = readdirSync(folder).filter(name => /\.[cm]?[jt]s$/.test(name));
  return names.sort().map(name => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name}:${size}:${mtimeMs}`;
  });
}

/** The event that reports a problem to the user. */
export type Problem = Extract<EngineEvent, { event: 'problem' }>;

/** Where a cache is stored, and everything besides the files of the site that decides its answers. */
export interface CacheOptions {
  /** The user's folder for caches. */
  folder: string;
  /** Absolute path of the site. */
  root: string;
  settings: Settings;
  /** True if findings are wanted: pages are compared with their groups. */
  checks: boolean;
}

/** What the events of a site report, besides answers to questions. */
export interface CachedSummary {
  readonly ready: { readonly pages: number; readonly groups: number };
  /** Problems that were reported while the site was read. */
  readonly problems: readonly Problem[];
  /** Paths from the root of files that are not pages but that findings depend on, as in `asked` events. */
  readonly asked: readonly string[];
  readonly groups: readonly { readonly template: string; readonly layout: string; readonly pages: readonly string[] }[];
}

/** The directory of a file of answers. */
interface Directory extends CachedSummary {
  /** Program, root and settings that the answers depend on. */
  key: string;
  inputs: SiteInputs;
  /** Where each answer is in the file; `question` is the query as JSON. */
  answers: [question: string, block: Block][];
}

/** Questions whose answers are cached: those that commands and servers ask of a site at rest. */
const cachedKinds: ReadonlySet<EngineQuery['kind']> = new Set([
  'classify',
  'outline',
  'regions',
  'diagnostics',
  'check',
  'repair',
  'extract',
  'templates',
  'groups',
  'grouping',
  'unusedIgnores',
  'unusedLabels',
  'unusedLayouts',
  'unusedParts',
  'parts',
  'splits',
  'translationGaps',
  'partVersions',
  'partInstances',
  'pages',
]);

/**
 * Answers about a site at rest, kept between runs in a file in the user's folder for caches. Everything in it can be computed again, so
 * a damaged file or an unusable folder only means that there are no answers. No method throws.
 */
export class SiteCache {
  readonly #of: CacheOptions;
  readonly #file: string;
  readonly #key: string;
  #reader: AnswerReader | undefined;
  /** What the answers of the file depend on; undefined once the site may differ from it. */
  #inputs: SiteInputs | undefined;
  /** Answers of the file that still hold, by question. */
  #blocks = new Map<string, Block>();
  #writer: AnswerWriter | undefined;
  /** Answers of this run, in the file that is being written, by question. */
  #written = new Map<string, Block>();
  #cannotWrite = false;
  /** The site's root without symbolic links. */
  readonly realRoot: string;

  private constructor(of: CacheOptions, realRoot: string) {
    const { threads: _, polling: _1, batchDelay: _2, ...deciding } = of.settings;
    this.#of = of;
    this.realRoot = realRoot;
    this.#key = JSON.stringify([programIdentity(), of.root, realRoot, of.checks, deciding]);
    this.#file = join(of.folder, shortHash(realRoot), `${shortHash(this.#key)}.answers`);
  }

  /** Makes the cache of a site; undefined if nothing can be cached: the site does not exist, the folder is inside it, or `paranoid` is on. */
  static of(of: CacheOptions): SiteCache | undefined {
    try {
      const realRoot = realpathSync(of.root);
      return isInSite(of.folder, realRoot) || of.settings.paranoid ? undefined : new SiteCache(of, realRoot);
    } catch {
      return undefined;
    }
  }

  /** Opens the file. Returns what an earlier run reported; undefined if there is no file or the site changed since. */
  load(): CachedSummary | undefined {
    try {
      this.#reader = new AnswerReader(this.#file);
      const directory = unpackAnswer(this.#reader.directory) as Directory;
      if (directory.key !== this.#key || !isUnchanged(directory.inputs, this.#of.root, this.#of.settings)) throw new Error();
      this.#inputs = directory.inputs;
      this.#blocks = new Map(directory.answers);
      touch(this.#file);
      return directory;
    } catch {
      this.forget();
      return undefined;
    }
  }

  /** True if the site is unchanged since the file was written. Reads stamps of all files. */
  get isCurrent(): boolean {
    return this.#inputs !== undefined && isUnchanged(this.#inputs, this.#of.root, this.#of.settings);
  }

  /** True if the file has an answer that still holds. */
  has(query: EngineQuery): boolean {
    return this.#blocks.has(JSON.stringify(query));
  }

  /** Returns a cached answer; undefined if none exists. */
  answer<K extends EngineQuery['kind']>(query: Extract<EngineQuery, { kind: K }>): EngineAnswers[K] | undefined {
    const bytes = this.#bytes(JSON.stringify(query));
    return bytes && (unpackAnswer(bytes) as EngineAnswers[K]);
  }

  /** Returns the hash of a cached answer in its packed form. */
  hash(query: EngineQuery): string | undefined {
    return this.#blocks.get(JSON.stringify(query))?.[2];
  }

  /** Adds an answer about the site at rest, unless there is one for this question. */
  add(query: EngineQuery, answer: EngineAnswers[EngineQuery['kind']]): void {
    const question = JSON.stringify(query);
    if (cachedKinds.has(query.kind) && !this.#written.has(question) && !this.#blocks.has(question))
      this.#take(question, packAnswer(answer));
  }

  /** Stores the labels of a page in place of older ones. Returns the hash of their packed form. */
  storeLabels(labels: PageLabels): string {
    const question = labelsQuestion(labels.page);
    const bytes = packAnswer(labels);
    const hash = blockHash(bytes);
    if ((this.#written.get(question) ?? this.#blocks.get(question))?.[2] !== hash) this.#take(question, bytes);
    return hash;
  }

  /** Removes the labels of a page that was removed. */
  dropLabels(page: string): void {
    this.#written.delete(labelsQuestion(page));
    this.#blocks.delete(labelsQuestion(page));
  }

  /**
   * Drops all answers because the site may have changed.
   * @param exceptLabels keeps labels of pages; the caller then calls `storeLabels` for every page whose labels change.
   */
  drop(exceptLabels: boolean): void {
    this.#inputs = undefined;
    for (const answers of [this.#written, this.#blocks])
      for (const question of answers.keys()) if (!exceptLabels || !isLabels(question)) answers.delete(question);
  }

  /**
   * Replaces the file by one with the answers of this run and those of the old file that still hold.
   * @param inputs what the answers depend on; undefined if that is not only files on disk: then nothing is written.
   * @param withLabels true if the labels of all pages are current, whatever the old file depends on.
   */
  save(inputs: SiteInputs | undefined, summary: CachedSummary, withLabels: boolean): void {
    if (!inputs || this.#written.size === 0) return;
    this.#write(writer => {
      const joined = this.#inputs ? joinedInputs(this.#inputs, inputs) : inputs;
      for (const question of this.#blocks.keys()) {
        const holds = joined !== undefined || (withLabels && isLabels(question));
        const bytes =
          !holds || this.#written.has(question) || writer.size >= limits.answerFileBytes ? undefined : this.#bytes(question);
        if (bytes) this.#written.set(question, writer.append(bytes));
      }
      const trusted = withoutFreshStamps(joined ?? inputs, Date.now());
      const { ready, problems, asked, groups } = summary;
      const answers = [...this.#written];
      const directory: Directory = { key: this.#key, inputs: trusted, ready, problems, asked, groups, answers };
      writer.finish(packAnswer(directory));
      this.#writer = undefined;
      this.forget();
      this.#written.clear();
      this.#reader = new AnswerReader(this.#file);
      this.#inputs = trusted;
      this.#blocks = new Map(answers);
      tidyCache(this.#of.folder, this.#file);
    });
  }

  /** Closes the file and forgets its answers. */
  forget(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#inputs = undefined;
    this.#blocks.clear();
  }

  /** Ends the cache: there are no answers from now on, and new ones are ignored. */
  close(): void {
    this.#cannotWrite = true;
    this.#writer?.abandon();
    this.#writer = undefined;
    this.forget();
  }

  /** Writes an answer that replaces older ones, unless the file is full. */
  #take(question: string, bytes: Buffer): void {
    this.#blocks.delete(question);
    this.#written.delete(question);
    this.#write(writer => {
      if (writer.size < limits.answerFileBytes) this.#written.set(question, writer.append(bytes));
    });
  }

  /** Reads a packed answer of the file; undefined if it is missing or damaged. */
  #bytes(question: string): Buffer | undefined {
    const block = this.#blocks.get(question);
    try {
      return block && this.#reader?.block(block);
    } catch {
      this.#blocks.delete(question);
      return undefined;
    }
  }

  /** Runs `work` with the file that is being written. After an error the cache is closed. */
  #write(work: (writer: AnswerWriter) => void): void {
    if (this.#cannotWrite) return;
    try {
      this.#writer ??= new AnswerWriter(this.#file);
      work(this.#writer);
    } catch {
      this.#written.clear();
      this.close();
    }
  }
}

function labelsQuestion(page: string): string {
  return JSON.stringify({ kind: 'classify', page } satisfies EngineQuery);
}

function isLabels(question: string): boolean {
  return question.startsWith('{"kind":"classify"');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
