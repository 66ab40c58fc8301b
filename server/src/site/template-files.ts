import type { PageDigest } from '../core/page/page-digest.ts';
import type { SiteModel } from '../core/site-model.ts';
import { equalStamps, type FileStamp } from './discover.ts';
import { type ParseContext, parseText } from './parse-file.ts';
import { readPageFile } from './read-page.ts';

interface KnownFile {
  readonly stamp: FileStamp | undefined;
  readonly digest: PageDigest;
  readonly text: string;
}

/** The template files of Dreamweaver in a site, as of the last walk. They are no pages. */
export class TemplateFiles {
  readonly #known = new Map<string, KnownFile>();

  /** Text of a template file that was read. */
  text(path: string): string | undefined {
    return this.#known.get(path)?.text;
  }

  /** Puts all of them into a model that has none. */
  fill(model: SiteModel): void {
    for (const [path, { digest, text }] of this.#known) model.putTemplate(path, digest, text);
  }

  /**
   * Reads what changed since the last walk, and puts it into the model.
   * @param found the template files that are there. Gives whether anything changed, and a sentence about each file that is left out.
   */
  update(
    found: ReadonlyMap<string, FileStamp | undefined>,
    context: ParseContext,
    model: SiteModel,
  ): { changed: boolean; problems: string[] } {
    const problems: string[] = [];
    let changed = false;
    for (const path of [...this.#known.keys()]) if (!found.has(path)) changed = this.#forget(path, model);
    for (const [path, stamp] of found) {
      if (equalStamps(this.#known.get(path)?.stamp, stamp)) continue;
      const file = readPageFile(context.root, path, context.realRoot, context);
      const parsed = file.kind === 'text' ? parseText(path, file.text, { ...context, compared: undefined }, file.stamp) : file;
      if (parsed.kind === 'refused') problems.push(parsed.message);
      if (file.kind !== 'text' || parsed.kind !== 'tree') {
        if (this.#known.has(path)) changed = this.#forget(path, model);
        continue;
      }
      const isSame = this.#known.get(path)?.text === file.text;
      this.#known.set(path, { stamp: file.stamp, digest: parsed.digest, text: file.text });
      if (isSame) continue;
      model.putTemplate(path, parsed.digest, file.text);
      changed = true;
    }
    return { changed, problems };
  }

  #forget(path: string, model: SiteModel): true {
    this.#known.delete(path);
    model.putTemplate(path, undefined);
    return true;
  }
}
