import type { PageEdits } from 'templens-shared/answers';
import { applyEdits } from '../core/edits/text-edit.ts';
import type { EngineHandle } from './engine-handle.ts';

/** A page whose text would change. */
export interface ChangedPage {
  page: string;
  before: string;
  after: string;
}

/** Tentative texts of pages, which the engine has as buffers; no file is written. */
export class Drafts {
  readonly #engine: EngineHandle;
  readonly #drafts = new Map<string, { readonly before: string; text: string; version: number }>();
  /** Pages that the engine has or had a draft of. */
  readonly #touched = new Set<string>();

  constructor(engine: EngineHandle) {
    this.#engine = engine;
  }

  /** Pages that have a draft. */
  get pages(): string[] {
    return [...this.#drafts.keys()];
  }

  has(page: string): boolean {
    return this.#drafts.has(page);
  }

  /** Applies edits to `text`, the current text of the page. */
  edit({ page, text, edits }: PageEdits): void {
    if (!this.#drafts.has(page)) this.#drafts.set(page, { before: text, text, version: 0 });
    this.setText(page, applyEdits(text, edits));
  }

  /** Sets the text of a page that was edited before. */
  setText(page: string, text: string): void {
    const draft = this.#drafts.get(page)!;
    draft.text = text;
    this.#touched.add(page);
    this.#engine.send({ command: 'text', page, version: ++draft.version, text, isSaved: true });
  }

  /** Restores the first text of a page and forgets its draft. */
  revert(page: string): void {
    const draft = this.#drafts.get(page);
    if (!draft) return;
    this.setText(page, draft.before);
    this.#drafts.delete(page);
  }

  /**
   * Ends the work: closes the buffers of pages that have their first text again. Returns the changed pages, sorted by path.
   * @param wasBuffer true if the engine had a buffer of the page before; it stays open.
   */
  finish(wasBuffer: (page: string) => boolean): ChangedPage[] {
    const changed = [...this.#drafts].filter(([, { before, text }]) => before !== text);
    const remaining = new Set(changed.map(([page]) => page));
    for (const page of this.#touched)
      if (!remaining.has(page) && !wasBuffer(page)) this.#engine.send({ command: 'closeText', page });
    return changed.map(([page, { before, text }]) => ({ page, before, after: text })).sort((a, b) => (a.page < b.page ? -1 : 1));
  }
}
