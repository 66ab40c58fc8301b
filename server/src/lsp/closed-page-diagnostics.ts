import type { Session } from './session.ts';

/** Milliseconds after the first finding, in which a client that pulls the diagnostics of the workspace has asked for them. */
const PATIENCE = 3000;

/**
 * Publishes the diagnostics of closed pages to a client that pulls those of documents and never asks for those of the workspace. What is
 * published of a page is taken back when it is opened, and all of it when the client does ask: nothing is shown twice.
 */
export class ClosedPageDiagnostics {
  readonly #session: Session;
  readonly #published = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isPulled = false;

  constructor(session: Session) {
    this.#session = session;
    const { diagnostics, documents } = session;
    diagnostics.onChange(uri => {
      this.#timer ??= setTimeout(() => this.#begin(), PATIENCE).unref();
      this.#publish(uri);
    });
    documents.onChange(({ uri }) => this.#takeBack(uri));
    documents.onClose(({ uri }) => this.#publish(uri, true));
  }

  /** The client asked for the diagnostics of the workspace. */
  pulled(): void {
    this.#isPulled = true;
    for (const uri of [...this.#published]) this.#takeBack(uri);
  }

  #begin(): void {
    this.#isDue = true;
    for (const uri of this.#session.diagnostics.uris()) this.#publish(uri);
  }

  #publish(uri: string, isClosing = false): void {
    const { connection, diagnostics, documents } = this.#session;
    if (!this.#isDue || this.#isPulled || (!isClosing && documents.get(uri))) return;
    const { diagnostics: shown } = diagnostics.get(uri);
    if (shown.length === 0 && !this.#published.has(uri)) return;
    if (shown.length > 0) this.#published.add(uri);
    else this.#published.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: shown });
  }

  #takeBack(uri: string): void {
    if (this.#published.delete(uri)) void this.#session.connection.sendDiagnostics({ uri, diagnostics: [] });
  }
}
