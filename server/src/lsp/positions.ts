import type { Position, Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** Unit of `Position.character`, as negotiated with the client. */
export type PositionEncoding = 'utf-16' | 'utf-8';

/** The first encoding offered by the client that the server supports; UTF-16 by default, as LSP requires. */
export function negotiateEncoding(offered: readonly string[] | undefined): PositionEncoding {
  for (const encoding of offered ?? []) if (encoding === 'utf-8' || encoding === 'utf-16') return encoding;
  return 'utf-16';
}

/**
 * Converts between offsets (UTF-16 code units into the document's text) and positions of LSP. Valid for one version of the text.
 * Ascending offsets cost time linear in the text for all of them together, even if the whole page is one line.
 */
export class PositionMapper {
  readonly #document: TextDocument;
  readonly #encoding: PositionEncoding;
  /** The last conversion: on line `#line`, the first `#units` UTF-16 code units have `#bytes` bytes in UTF-8. */
  #line = -1;
  #units = 0;
  #bytes = 0;

  constructor(document: TextDocument, encoding: PositionEncoding) {
    this.#document = document;
    this.#encoding = encoding;
  }

  /** The position of an offset, in the client's encoding. */
  positionAt(offset: number): Position {
    const position = this.#document.positionAt(offset);
    if (this.#encoding === 'utf-16') return position;
    const { line, character } = position;
    if (line !== this.#line || character < this.#units) {
      this.#line = line;
      this.#units = 0;
      this.#bytes = 0;
    }
    const between = this.#document.getText({ start: { line, character: this.#units }, end: position });
    this.#bytes += Buffer.byteLength(between, 'utf8');
    this.#units = character;
    return { line, character: this.#bytes };
  }

  /** The offset of a position. A position past the end of its line counts as the line's end, one inside a character as its start. */
  offsetAt(position: Position): number {
    if (this.#encoding === 'utf-16') return this.#document.offsetAt(position);
    const lineStart = this.#document.offsetAt({ line: position.line, character: 0 });
    const lineEnd = this.#document.offsetAt({ line: position.line, character: Number.MAX_SAFE_INTEGER });
    let bytes = 0;
    let offset = lineStart;
    const line = this.#document.getText({ start: this.#document.positionAt(lineStart), end: this.#document.positionAt(lineEnd) });
    for (const character of line) {
      bytes += Buffer.byteLength(character, 'utf8');
      if (bytes > position.character) break;
      offset += character.length;
    }
    return offset;
  }

  /** The range between two offsets. */
  range(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
