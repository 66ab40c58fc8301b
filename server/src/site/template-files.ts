import { isDeepStrictEqual } from 'node:util';
import type { PageDigest } from '../core/digest/page-digest.ts';
import type { SiteModel } from '../core/model/site-model.ts';
import { type InputFile, inputOf } from './cache/site-inputs.ts';
import type { CrashNote } from './crash-note.ts';
import { equalStamps, type FileStamp } from './discover.ts';
import { folderOf } from './page-filter.ts';
import { type ParseContext, type ParsedFile, parseText } from './parse-file.ts';
import type { Quarantine } from './quarantine.ts';
import { readPageFile } from './read-page.ts';

interface TemplateFile {
  readonly stamp: FileStamp | undefined;
  /** Of its bytes, where that is wanted. */
  readonly hash: string | undefined;
  readonly digest: PageDigest;
  readonly text: string;
}

/** The template files of Dreamweaver in a site: as they were found, and as the model has them. They are no pages. */
export class TemplateFiles {
  readonly #found = new Map<string, TemplateFile>();
  readonly #merged = new Map<string, TemplateFile>();
  /** Files whose found state differs from the model's. */
  readonly #due = new Set<string>();
  /** Why files are skipped, as last reported. */
  readonly #reported = new Map<string, string>();
  #isParsedAnew = false;

  /** How many wait to be put into the model or taken out. */
  get due(): number {
    return this.#due.size;
  }

  /** Text of a template file that the model has. */
  text(path: string): string | undefined {
    return this.#merged.get(path)?.text;
  }

  /** The files that were found, with what they were when they were read, or why they are skipped; by path. */
  get inputs(): InputFile[] {
    const read = [...this.#found].map(([path, { stamp, hash }]) => inputOf(path, { stamp, hash }));
    const skipped = [...this.#reported].map(([path, reason]) => inputOf(path, { reason }));
    return [...read, ...skipped].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** All files are read anew at the next update. */
  restart(): void {
    this.#isParsedAnew = true;
  }

  /**
   * Reads the files that changed since the last call. Returns a sentence about each skipped file, unless it was reported before.
   * @param found the template files that are there: in the site, or in these folders (not in the folders inside them).
   */
  update(
    found: ReadonlyMap<string, FileStamp | undefined>,
    { context, journal, quarantine }: { context: ParseContext; journal: CrashNote; quarantine: Quarantine },
    folders?: ReadonlySet<string>,
  ): string[] {
    const problems: string[] = [];
    const readUnlessQuarantined = (path: string): ReturnType<typeof read> => {
      const problem = quarantine.reason(path, context);
      return problem === undefined ? journal.during(path, () => read(path, context)) : { problem };
    };
    for (const path of [...this.#found.keys(), ...this.#reported.keys()]) {
      if (found.has(path) || (folders && !folders.has(folderOf(path)))) continue;
      this.#set(path, undefined);
      this.#reported.delete(path);
    }
    for (const [path, stamp] of found) {
      if (!this.#isParsedAnew && equalStamps(this.#found.get(path)?.stamp, stamp)) continue;
      const { file, problem } = readUnlessQuarantined(path);
      this.#set(path, file);
      if (problem === undefined) this.#reported.delete(path);
      else if (this.#reported.get(path) !== problem) {
        this.#reported.set(path, problem);
        problems.push(problem);
      }
    }
    if (!folders) this.#isParsedAnew = false;
    return problems;
  }

  /** Brings the template files of the model up to date. */
  merge(model: SiteModel): void {
    for (const path of this.#due) {
      const file = this.#found.get(path);
      model.putTemplate(path, file?.digest, file?.text);
      if (file) this.#merged.set(path, file);
      else this.#merged.delete(path);
    }
    this.#due.clear();
  }

  /** Puts those that the model has into one that has none. */
  fill(model: SiteModel): void {
    for (const [path, { digest, text }] of this.#merged) model.putTemplate(path, digest, text);
  }

  #set(path: string, file: TemplateFile | undefined): void {
    if (file) this.#found.set(path, file);
    else this.#found.delete(path);
    if (isSame(file, this.#merged.get(path))) this.#due.delete(path);
    else this.#due.add(path);
  }
}

/** A file that vanished meanwhile is no problem. */
function read(path: string, context: ParseContext): { file?: TemplateFile; problem?: string } {
  const file = readPageFile(context.root, path, context.realRoot, context);
  if (file.kind === 'refused') return { problem: file.message };
  if (file.kind !== 'text') return {};
  const parsed: ParsedFile = parseText(path, file.text, { ...context, compared: undefined }, file.stamp);
  if (parsed.kind === 'refused') return { problem: parsed.message };
  return parsed.kind === 'tree' ? { file: { stamp: file.stamp, hash: file.hash, digest: parsed.digest, text: file.text } } : {};
}

function isSame(a: TemplateFile | undefined, b: TemplateFile | undefined): boolean {
  return a?.text === b?.text && isDeepStrictEqual(a?.digest, b?.digest);
}
