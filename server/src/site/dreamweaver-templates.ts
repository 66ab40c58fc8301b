import { dequal } from 'dequal';
import type { PageDigest } from '../core/digest/page-digest.ts';
import type { SiteModel } from '../core/model/site-model.ts';
import { type InputFile, inputOf } from './cache/site-inputs.ts';
import type { CrashNote } from './crash-note.ts';
import { folderOf } from './page-filter.ts';
import { type ParseContext, type ParsedFile, parseText } from './parse-text.ts';
import type { Quarantine } from './quarantine.ts';
import { equalStamps, type FileStamp } from './site-disk.ts';
import type { SiteFiles } from './site-files.ts';

/** A file that was read and parsed. */
interface TemplateFile {
  readonly stamp: FileStamp | undefined;
  /** Hash of its bytes, if `ReadOptions.hashed` asks for it. */
  readonly hash: string | undefined;
  readonly digest: PageDigest;
  readonly text: string;
}

/** The Dreamweaver template files of a site, as last read and as the model has them. They are not pages. */
export class DreamweaverTemplates {
  /** As last read, by path. */
  readonly #found = new Map<string, TemplateFile>();
  /** As the model has them, by path. */
  readonly #merged = new Map<string, TemplateFile>();
  /** Files that differ from those of the model. */
  readonly #due = new Set<string>();
  /** Sentences that say why files are skipped, as last reported, by path. */
  readonly #reported = new Map<string, string>();
  #isParsedAnew = false;

  /** Number of files that wait to be put into the model or removed from it. */
  get due(): number {
    return this.#due.size;
  }

  /** Returns the text of a file of the model; undefined if the model does not have it. */
  text(path: string): string | undefined {
    return this.#merged.get(path)?.text;
  }

  /** All files as inputs of answers, the skipped ones with their reasons; sorted by path. */
  get inputs(): InputFile[] {
    const read = [...this.#found].map(([path, { stamp, hash }]) => inputOf(path, { stamp, hash }));
    const skipped = [...this.#reported].map(([path, reason]) => inputOf(path, { reason }));
    return [...read, ...skipped].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Makes the next search of the whole site read all files again. */
  restart(): void {
    this.#isParsedAnew = true;
  }

  /**
   * Reads the files that changed since the last call. Returns a sentence about each skipped file, unless it was reported before.
   * @param found the existing files, of the site or directly in `folders`.
   * @param folders that were searched; undefined means the whole site.
   */
  update(
    found: ReadonlyMap<string, FileStamp | undefined>,
    reading: { context: ParseContext; files: SiteFiles; crashNote: Pick<CrashNote, 'during'>; quarantine: Quarantine },
    folders?: ReadonlySet<string>,
  ): string[] {
    const { context, files, crashNote, quarantine } = reading;
    const problems: string[] = [];
    const readUnlessQuarantined = (path: string): ReturnType<typeof read> => {
      const problem = quarantine.reason(path, files);
      return problem === undefined ? crashNote.during(path, () => read(path, context, files)) : { problem };
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

  /** Brings the files of the model up to date. */
  merge(model: SiteModel): void {
    for (const path of this.#due) {
      const file = this.#found.get(path);
      model.putTemplate(path, file?.digest, file?.text);
      if (file) this.#merged.set(path, file);
      else this.#merged.delete(path);
    }
    this.#due.clear();
  }

  /** Puts the files that the current model has into a new one. */
  fill(model: SiteModel): void {
    for (const [path, { digest, text }] of this.#merged) model.putTemplate(path, digest, text);
  }

  /** Notes a file as read, or, with undefined, as gone or skipped. */
  #set(path: string, file: TemplateFile | undefined): void {
    if (file) this.#found.set(path, file);
    else this.#found.delete(path);
    if (isSame(file, this.#merged.get(path))) this.#due.delete(path);
    else this.#due.add(path);
  }
}

/** Reads and parses a file. Returns neither file nor problem if it vanished meanwhile. */
function read(path: string, context: ParseContext, files: SiteFiles): { file?: TemplateFile; problem?: string } {
  const file = files.read(path, context);
  if (file.kind === 'refused') return { problem: file.message };
  if (file.kind !== 'text') return {};
  const parsed: ParsedFile = parseText(path, file.text, { ...context, compared: undefined }, file.stamp);
  if (parsed.kind === 'refused') return { problem: parsed.message };
  return parsed.kind === 'tree' ? { file: { stamp: file.stamp, hash: file.hash, digest: parsed.digest, text: file.text } } : {};
}

function isSame(a: TemplateFile | undefined, b: TemplateFile | undefined): boolean {
  return a?.text === b?.text && dequal(a?.digest, b?.digest);
}
