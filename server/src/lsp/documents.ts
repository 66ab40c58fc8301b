import { TextDocuments } from 'vscode-languageserver';
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { type PositionEncoding, PositionMapper } from './positions.ts';

/** The notifications of a connection that report the open documents. */
export type DocumentConnection = Parameters<TextDocuments<TextDocument>['listen']>[0];

/**
 * The documents open in the editor. A revision is a number for one text of one document. It is never used again, not even when a document is
 * closed and reopened with the same version: an answer of the engine for a revision holds for exactly that text.
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

  /** The revision of a document's text; 0 for a document that is not open. */
  revision(uri: string): number {
    return this.#revisions.get(uri) ?? 0;
  }

  /** Milliseconds since the last edit; infinite for a document without edits since it was opened. */
  editedAgo(uri: string): number {
    return performance.now() - (this.#editedAt.get(uri) ?? Number.NEGATIVE_INFINITY);
  }

  /** A converter between offsets and LSP positions for the document's current text. */
  positions(document: TextDocument): PositionMapper {
    return new PositionMapper(document, this.#encoding);
  }

  /** Adds a listener that runs after a document was opened or edited. */
  onChange(listener: (document: TextDocument) => void): void {
    this.#documents.onDidChangeContent(event => listener(event.document));
  }

  /** Adds a listener that runs after a document was closed. */
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
