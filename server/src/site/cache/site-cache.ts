import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageLabels } from 'templens-shared/labels';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineEvent, EngineQuery } from 'templens-shared/stream';
import manifest from '../../../package.json' with { type: 'json' };
import { AnswerReader, AnswerWriter, type Block, blockHash, touch } from './answer-file.ts';
import { isInSite } from './cache-folder.ts';
import { packAnswer, unpackAnswer } from './pack-answer.ts';
import { isUnchanged, joinedInputs, type SiteInputs, withoutFreshStamps } from './site-inputs.ts';
import { tidyCache } from './tidy-cache.ts';

let known: string | undefined;

/** Identifies this build of the program: its version, Node's version, and the names, sizes and times of its files. */
function programIdentity(): string {
  known ??= [manifest.version, process.version, ...filesBeside(fileURLToPath(import.meta.url))].join(' ');
  return known;
}

function filesBeside(file: string): string[] {
  const folder = dirname(file);
  const names = readdirSync(folder).filter(name => /\.[cm]?[jt]s$/.test(name));
  return names.sort().map(name => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name}:${size}:${mtimeMs}`;
  });
}

export type Problem = Extract<EngineEvent, { event: 'problem' }>;

/** What a cache is of: where it is kept, and all that decides answers beside the files of the site. */
export interface CacheOf {
  /** The user's folder for caches. */
  folder: string;
  /** Absolute path of the site. */
  root: string;
  settings: Settings;
  /** Pages are compared with their groups. */
  checks: boolean;
}

/** What was said of a site beside answers. */
export interface Kept {
  readonly ready: { readonly pages: number; readonly groups: number };
  /** What was reported while the site was read. */
  readonly problems: readonly Problem[];
  /** Files beside pages that findings look for. */
  readonly asked: readonly string[];
  readonly groups: readonly { readonly template: string; readonly layout: string; readonly pages: readonly string[] }[];
}

/** What the file says first: what the answers are of, and where each of them stands, by question as JSON. */
interface Directory extends Kept {
  key: string;
  inputs: SiteInputs;
  answers: [question: string, block: Block][];
}

/** Questions whose answers are kept: those that commands and servers ask of a site at rest. */
const kept: ReadonlySet<EngineQuery['kind']> = new Set([
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

/** The most bytes of one file of answers; what would make it larger is not kept. */
const MOST_BYTES = 512 * 2 ** 20;

/**
 * The answers about a site at rest, kept between runs in a file in the user's folder for caches. It holds nothing that could not be worked
 * out again: whatever is wrong with it, or with its folder, it only has no answers. Nothing throws.
 */
export class SiteCache {
  readonly #of: CacheOf;
  readonly #file: string;
  readonly #key: string;
  #reader: AnswerReader | undefined;
  /** What the answers of the file are of, as long as nothing else was heard. */
  #inputs: SiteInputs | undefined;
  #blocks = new Map<string, Block>();
  #writer: AnswerWriter | undefined;
  #written = new Map<string, Block>();
  #cannotWrite = false;

  private constructor(of: CacheOf, realRoot: string) {
    const { threads: _, polling: _1, batchDelay: _2, ...deciding } = of.settings;
    this.#of = of;
    this.#key = JSON.stringify([programIdentity(), of.root, realRoot, of.checks, deciding]);
    this.#file = join(of.folder, shortHash(realRoot), `${shortHash(this.#key)}.answers`);
  }

  /** Undefined where nothing can be kept: there is no site, or the folder lies in it. */
  static of(of: CacheOf): SiteCache | undefined {
    try {
      const realRoot = realpathSync(of.root);
      return isInSite(of.folder, realRoot) || of.settings.paranoid ? undefined : new SiteCache(of, realRoot);
    } catch {
      return undefined;
    }
  }

  /** Opens the file; the answers in it hold if the site is as it was. Gives what was said then; undefined where there are no answers. */
  load(): Kept | undefined {
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

  /** Is the site still as it was when the file was written? */
  get isCurrent(): boolean {
    return this.#inputs !== undefined && isUnchanged(this.#inputs, this.#of.root, this.#of.settings);
  }

  has(query: EngineQuery): boolean {
    return this.#blocks.has(JSON.stringify(query));
  }

  /** A kept answer; undefined where it is not kept. */
  answer<K extends EngineQuery['kind']>(query: Extract<EngineQuery, { kind: K }>): EngineAnswers[K] | undefined {
    const bytes = this.#bytes(JSON.stringify(query));
    return bytes && (unpackAnswer(bytes) as EngineAnswers[K]);
  }

  /** Hash of a kept answer, packed. */
  hash(query: EngineQuery): string | undefined {
    return this.#blocks.get(JSON.stringify(query))?.[2];
  }

  /** Takes an answer of the site as it is at rest, unless there is one. */
  add(query: EngineQuery, answer: EngineAnswers[EngineQuery['kind']]): void {
    const question = JSON.stringify(query);
    if (kept.has(query.kind) && !this.#written.has(question) && !this.#blocks.has(question))
      this.#take(question, packAnswer(answer));
  }

  /** Takes the labels of a page in the place of those that there are. Gives their hash, packed. */
  takeLabels(labels: PageLabels): string {
    const question = labelsQuestion(labels.page);
    const bytes = packAnswer(labels);
    const hash = blockHash(bytes);
    if ((this.#written.get(question) ?? this.#blocks.get(question))?.[2] !== hash) this.#take(question, bytes);
    return hash;
  }

  /** The page is gone. */
  dropLabels(page: string): void {
    this.#written.delete(labelsQuestion(page));
    this.#blocks.delete(labelsQuestion(page));
  }

  /** The site may be another one now: answers so far do not hold. @param exceptLabels of every page whose labels change, they are taken anew */
  drop(exceptLabels: boolean): void {
    this.#inputs = undefined;
    for (const answers of [this.#written, this.#blocks])
      for (const question of answers.keys()) if (!exceptLabels || !isLabels(question)) answers.delete(question);
  }

  /**
   * Puts the answers that were taken in the place of the file, with those from the file that still hold.
   * @param inputs what the answers are of; undefined where they are of something that is not on disk: nothing is written then.
   * @param withLabels the labels of all pages are current, whatever the file was made from.
   */
  save(inputs: SiteInputs | undefined, said: Kept, withLabels: boolean): void {
    if (!inputs || this.#written.size === 0) return;
    this.#write(writer => {
      const joined = this.#inputs ? joinedInputs(this.#inputs, inputs) : inputs;
      for (const question of this.#blocks.keys()) {
        const holds = joined !== undefined || (withLabels && isLabels(question));
        const bytes = !holds || this.#written.has(question) || writer.size >= MOST_BYTES ? undefined : this.#bytes(question);
        if (bytes) this.#written.set(question, writer.append(bytes));
      }
      const known = withoutFreshStamps(joined ?? inputs, Date.now());
      const { ready, problems, asked, groups } = said;
      const answers = [...this.#written];
      const directory: Directory = { key: this.#key, inputs: known, ready, problems, asked, groups, answers };
      writer.finish(packAnswer(directory));
      this.#writer = undefined;
      this.forget();
      this.#written.clear();
      this.#reader = new AnswerReader(this.#file);
      this.#inputs = known;
      this.#blocks = new Map(answers);
      tidyCache(this.#of.folder, this.#file);
    });
  }

  /** Answers from the file are given no more. */
  forget(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#inputs = undefined;
    this.#blocks.clear();
  }

  /** From now on there are no answers, and none are taken. */
  close(): void {
    this.#cannotWrite = true;
    this.#writer?.abandon();
    this.#writer = undefined;
    this.forget();
  }

  #take(question: string, bytes: Buffer): void {
    this.#blocks.delete(question);
    this.#written.delete(question);
    this.#write(writer => {
      if (writer.size < MOST_BYTES) this.#written.set(question, writer.append(bytes));
    });
  }

  /** A packed answer of the file; a damaged one is as if it were not there. */
  #bytes(question: string): Buffer | undefined {
    const block = this.#blocks.get(question);
    try {
      return block && this.#reader?.block(block);
    } catch {
      this.#blocks.delete(question);
      return undefined;
    }
  }

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
