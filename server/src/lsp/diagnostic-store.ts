import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from 'vscode-languageserver';

/** Origin of diagnostics; the client sees those of all sources of a document together. */
export type DiagnosticSource = 'configuration' | 'unused-settings' | 'findings' | 'hints';

/** The diagnostics of one document. */
export interface ShownDiagnostics {
  diagnostics: Diagnostic[];
  /** Version of the open document that the ranges refer to. */
  version: number | undefined;
  /** Changes whenever the list changes. */
  resultId: string;
}

/** The diagnostics of every document by URI, from all sources. */
export class DiagnosticStore {
  readonly #entries = new Map<
    string,
    { bySource: Map<DiagnosticSource, Diagnostic[]>; version: number | undefined; id: number }
  >();
  readonly #listeners = new Set<(uri: string) => void>();
  #lastId = 0;
  #answered: string | undefined;

  /**
   * Replaces a source's diagnostics of a document, and notifies listeners if the list changed; for hints, also if the document's version
   * changed.
   */
  set(uri: string, source: DiagnosticSource, diagnostics: Diagnostic[], version?: number): void {
    const entry = this.#entries.get(uri) ?? { bySource: new Map(), version, id: 0 };
    const previous = entry.bySource.get(source) ?? [];
    const isNew = source === 'hints' && version !== entry.version;
    if (!isNew && isDeepStrictEqual(previous, diagnostics)) return;
    if (diagnostics.length > 0) entry.bySource.set(source, diagnostics);
    else entry.bySource.delete(source);
    entry.version = version;
    entry.id = ++this.#lastId;
    this.#entries.set(uri, entry);
    for (const listener of this.#listeners) listener(uri);
  }

  get(uri: string): ShownDiagnostics {
    const entry = this.#entries.get(uri);
    return {
      diagnostics: [...(entry?.bySource.values() ?? [])].flat(),
      version: entry?.version,
      resultId: String(entry?.id ?? 0),
    };
  }

  /**
   * Runs `set`, which stores diagnostics that the current answer sends to the client. Until it returns, `isDuringAnswer` is true for the document,
   * so that no refresh is requested for them.
   */
  duringAnswer(uri: string, set: () => void): void {
    this.#answered = uri;
    try {
      set();
    } finally {
      this.#answered = undefined;
    }
  }

  /** True during `duringAnswer` for this document. */
  isDuringAnswer(uri: string): boolean {
    return this.#answered === uri;
  }

  /** URIs of all documents that had a diagnostic at any time, including those that have none left. */
  uris(): string[] {
    return [...this.#entries.keys()];
  }

  /** Adds a listener for changes of a document's diagnostics; returns a function that removes it. */
  onChange(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
