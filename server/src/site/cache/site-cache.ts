import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineEvent, EngineQuery } from 'templens-shared/stream';
import { AnswerReader, AnswerWriter, type Block, touch } from './answer-file.ts';
import { isInSite } from './cache-folder.ts';
import { packAnswer, unpackAnswer } from './pack-answer.ts';
import { programIdentity } from './program-identity.ts';
import { isUnchanged, joinedInputs, type SiteInputs, withoutFreshStamps } from './site-inputs.ts';
import { tidyCache } from './tidy-cache.ts';

export type Problem = Extract<EngineEvent, { event: 'problem' }>;
type Ready = Pick<Extract<EngineEvent, { event: 'ready' }>, 'pages' | 'groups'>;

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

/** What the file says first: what the answers are of, and where each of them stands, by question as JSON. */
interface Directory {
  key: string;
  inputs: SiteInputs;
  ready: Ready;
  /** What was reported while the site was read. */
  problems: Problem[];
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
  #directory: Directory | undefined;
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

  /** Opens the file; the answers in it hold if the site is as it was. Gives what was reported then; undefined where there are no answers. */
  load(): { ready: Ready; problems: readonly Problem[] } | undefined {
    try {
      this.#reader = new AnswerReader(this.#file);
      const directory = unpackAnswer(this.#reader.directory) as Directory;
      if (directory.key !== this.#key || !isUnchanged(directory.inputs, this.#of.root, this.#of.settings)) throw new Error();
      this.#directory = directory;
      this.#blocks = new Map(directory.answers);
      touch(this.#file);
      return directory;
    } catch {
      this.forget();
      return undefined;
    }
  }

  /** A kept answer; undefined where it is not kept. */
  answer(query: EngineQuery): EngineAnswers[EngineQuery['kind']] | undefined {
    const question = JSON.stringify(query);
    const bytes = this.#bytes(question);
    return bytes && (unpackAnswer(bytes) as EngineAnswers[EngineQuery['kind']]);
  }

  /** Takes an answer of the site as it is at rest. */
  add(query: EngineQuery, answer: EngineAnswers[EngineQuery['kind']]): void {
    const question = JSON.stringify(query);
    if (!kept.has(query.kind) || this.#written.has(question)) return;
    this.#write(writer => {
      if (writer.size < MOST_BYTES) this.#written.set(question, writer.append(packAnswer(answer)));
    });
  }

  /** The site is another one now: answers that were taken since the last `save` do not hold. */
  drop(): void {
    this.#written.clear();
  }

  /**
   * Puts the answers that were taken in the place of the file, with those from the file that still hold.
   * @param inputs what the answers are of; undefined where they are of something that is not on disk: nothing is written then.
   */
  save(inputs: SiteInputs | undefined, ready: Ready, problems: readonly Problem[]): void {
    if (inputs && this.#written.size > 0) {
      this.#write(writer => {
        const joined = this.#directory && joinedInputs(this.#directory.inputs, inputs);
        for (const question of joined ? this.#blocks.keys() : []) {
          const bytes = this.#written.has(question) || writer.size >= MOST_BYTES ? undefined : this.#bytes(question);
          if (bytes) this.#written.set(question, writer.append(bytes));
        }
        const known = withoutFreshStamps(joined ?? inputs, Date.now());
        const directory: Directory = {
          key: this.#key,
          inputs: known,
          ready,
          problems: [...problems],
          answers: [...this.#written],
        };
        writer.finish(packAnswer(directory));
        this.#writer = undefined;
        tidyCache(this.#of.folder, this.#file);
      });
    }
    this.#writer?.abandon();
    this.#writer = undefined;
    this.#written.clear();
  }

  /** Answers from the file are given no more. */
  forget(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#directory = undefined;
    this.#blocks.clear();
  }

  close(): void {
    this.#writer?.abandon();
    this.forget();
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
      this.#cannotWrite = true;
      this.#writer?.abandon();
      this.#writer = undefined;
    }
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
