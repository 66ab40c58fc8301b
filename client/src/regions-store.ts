import type { RegionsParams } from 'templens-shared/protocol';

/** The newest regions of every open document, by URI. */
export class RegionsStore {
  readonly #newest = new Map<string, RegionsParams>();

  /**
   * Takes a message of the server. `bufferVersion` is the version of the open document, undefined when it is not open.
   * Returns whether the message was kept: one for another text than the buffer's, or older than the one at hand, is dropped,
   * because its ranges would be drawn over the wrong text.
   */
  receive(message: RegionsParams, bufferVersion: number | undefined): boolean {
    if (bufferVersion === undefined || message.version !== bufferVersion) return false;
    const known = this.#newest.get(message.uri);
    if (known !== undefined && known.version > message.version) return false;
    this.#newest.set(message.uri, message);
    return true;
  }

  /** May be of an older version than the buffer: the editor moves the decorations until the next message. */
  get(uri: string): RegionsParams | undefined {
    return this.#newest.get(uri);
  }

  /** After the document was closed: its versions may begin anew. */
  forget(uri: string): void {
    this.#newest.delete(uri);
  }

  clear(): void {
    this.#newest.clear();
  }
}
