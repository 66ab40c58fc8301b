import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from 'vscode-languageserver';

/** Who has something to say about a document; what they say is shown together. */
export type DiagnosticSource = 'configuration' | 'unused-settings' | 'findings' | 'hints';

/** What is shown of a document. */
export interface ShownDiagnostics {
  diagnostics: Diagnostic[];
  /** Of the open document that the ranges are of. */
  version: number | undefined;
  /** Another one for every other list. */
  resultId: string;
}

/** The diagnostics of every document by URI, out of all sources. */
export class DiagnosticStore {
  readonly #entries = new Map<
    string,
    { bySource: Map<DiagnosticSource, Diagnostic[]>; version: number | undefined; id: number }
  >();
  readonly #listeners = new Set<(uri: string) => void>();
  #lastId = 0;
  #answered: string | undefined;

  /**
   * Puts a list in the place of what the source said of the document before; listeners hear of it where that is another one. Hints
   * follow every version of their document.
   */
  set(uri: string, source: DiagnosticSource, diagnostics: Diagnostic[], version?: number): void {
    const entry = this.#entries.get(uri) ?? { bySource: new Map(), version, id: 0 };
    const known = entry.bySource.get(source) ?? [];
    const isNew = source === 'hints' && version !== entry.version;
    if (!isNew && isDeepStrictEqual(known, diagnostics)) return;
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

  /** Sets what the client is just being answered about the document: it need not ask again. */
  answered(uri: string, set: () => void): void {
    this.#answered = uri;
    set();
    this.#answered = undefined;
  }

  isAnswered(uri: string): boolean {
    return this.#answered === uri;
  }

  /** The documents of which anything was ever said. */
  uris(): string[] {
    return [...this.#entries.keys()];
  }

  /** Returns what takes the listener off. */
  onChange(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
