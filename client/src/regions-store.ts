import type { RegionsParams } from 'templens-shared/protocol';

/** The newest regions of every open document, by URI. */
export class RegionsStore {
  readonly #newest = new Map<string, RegionsParams>();

  /**
   * Stores a message of the server if it is for the document's current version, and not older than the stored one: otherwise its ranges would
   * be drawn over the wrong text.
   * @param documentVersion version of the open document; undefined if it is not open.
   * @returns true if the message was stored.
   */
  receive(message: RegionsParams, documentVersion: number | undefined): boolean {
    if (documentVersion === undefined || message.version !== documentVersion) return false;
    const known = this.#newest.get(message.uri);
    if (known !== undefined && known.version > message.version) return false;
    this.#newest.set(message.uri, message);
    return true;
  }

  /** The regions of a document, perhaps of an older version: the editor moves the decorations with the text until the next message. */
  get(uri: string): RegionsParams | undefined {
    return this.#newest.get(uri);
  }

  /** Removes the regions of a closed document. Its version numbers start again when it is reopened, so that old regions would seem newer. */
  forget(uri: string): void {
    this.#newest.delete(uri);
  }

  clear(): void {
    this.#newest.clear();
  }
}
