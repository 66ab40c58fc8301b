import type { Session } from './session.ts';
import { thresholds } from './thresholds.ts';

/**
 * Publishes the diagnostics of closed pages to a client that pulls the diagnostics of documents but never those of the workspace. Published
 * diagnostics are withdrawn when their page is opened, and all of them when the client pulls the workspace: nothing is shown twice.
 */
export class ClosedPageDiagnostics {
  readonly #session: Session;
  readonly #published = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #hasBegun = false;
  #isPulled = false;

  constructor(session: Session) {
    this.#session = session;
    const { diagnostics, documents } = session;
    diagnostics.onChange(uri => {
      this.#timer ??= setTimeout(() => this.#begin(), thresholds.workspacePullDelay).unref();
      this.#publish(uri);
    });
    documents.onChange(({ uri }) => this.#withdraw(uri));
    documents.onClose(({ uri }) => this.#publish(uri, true));
  }

  /** Called when the client pulls the diagnostics of the workspace. */
  pulled(): void {
    this.#isPulled = true;
    for (const uri of [...this.#published]) this.#withdraw(uri);
  }

  #begin(): void {
    this.#hasBegun = true;
    for (const uri of this.#session.diagnostics.uris()) this.#publish(uri);
  }

  #publish(uri: string, isClosing = false): void {
    const { connection, diagnostics, documents } = this.#session;
    if (!this.#hasBegun || this.#isPulled || (!isClosing && documents.get(uri))) return;
    const { diagnostics: shown } = diagnostics.get(uri);
    if (shown.length === 0 && !this.#published.has(uri)) return;
    if (shown.length > 0) this.#published.add(uri);
    else this.#published.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: shown });
  }

  #withdraw(uri: string): void {
    if (this.#published.delete(uri)) void this.#session.connection.sendDiagnostics({ uri, diagnostics: [] });
  }
}
