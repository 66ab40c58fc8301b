import { TextDocuments } from 'vscode-languageserver';
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { type PositionEncoding, PositionMapper } from './positions.ts';

/** The part of a connection that documents come over. */
export type DocumentConnection = Parameters<TextDocuments<TextDocument>['listen']>[0];

/**
 * The buffers open in the editor. A revision names one text of one buffer and is never used again, not even when a document is
 * closed and opened anew with the same version: what the engine says about a revision is true of exactly that text.
 */
export class Documents {
  readonly #encoding: PositionEncoding;
  readonly #revisions = new Map<string, number>();
  readonly #editedAt = new Map<string, number>();
  readonly #documents: TextDocuments<TextDocument>;
  #lastRevision = 0;

  constructor(connection: DocumentConnection, encoding: PositionEncoding) {
    this.#encoding = encoding;
    this.#documents = new TextDocuments({
      create: (uri, languageId, version, text) => {
        this.#revisions.set(uri, ++this.#lastRevision);
        return TextDocument.create(uri, languageId, version, text);
      },
      update: (document, changes, version) => {
        this.#revisions.set(document.uri, ++this.#lastRevision);
        this.#editedAt.set(document.uri, performance.now());
        // Each change of a notification is relative to the text after the one before it.
        for (const change of changes) TextDocument.update(document, [this.#inUtf16(document, change)], version);
        return document;
      },
    });
    this.#documents.onDidClose(({ document }) => {
      this.#revisions.delete(document.uri);
      this.#editedAt.delete(document.uri);
    });
    this.#documents.listen(connection);
  }

  get(uri: string): TextDocument | undefined {
    return this.#documents.get(uri);
  }

  all(): TextDocument[] {
    return this.#documents.all();
  }

  /** 0 for a document that is not open. */
  revision(uri: string): number {
    return this.#revisions.get(uri) ?? 0;
  }

  /** Milliseconds since the last edit; infinite for a document that was not edited since it was opened. */
  editedAgo(uri: string): number {
    return performance.now() - (this.#editedAt.get(uri) ?? Number.NEGATIVE_INFINITY);
  }

  /** For the text the document has now. */
  positions(document: TextDocument): PositionMapper {
    return new PositionMapper(document, this.#encoding);
  }

  /** After a document was opened or edited. */
  onChange(listener: (document: TextDocument) => void): void {
    this.#documents.onDidChangeContent(event => listener(event.document));
  }

  onClose(listener: (document: TextDocument) => void): void {
    this.#documents.onDidClose(event => listener(event.document));
  }

  #inUtf16(document: TextDocument, change: TextDocumentContentChangeEvent): TextDocumentContentChangeEvent {
    if (this.#encoding === 'utf-16' || !('range' in change)) return change;
    const mapper = new PositionMapper(document, this.#encoding);
    const at = (position: { line: number; character: number }) => document.positionAt(mapper.offsetAt(position));
    return { text: change.text, range: { start: at(change.range.start), end: at(change.range.end) } };
  }
}
