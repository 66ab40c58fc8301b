import { type ExtractedLinesParams, extractedLinesMethod } from 'templens-shared/protocol';
import { Disposable, Range, type TextEditor, TextEditorRevealType, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { nearestLine } from './nearest-line.ts';
import { type VirtualDocument, virtualDocumentOf } from './virtual-documents.ts';

/** Lines that an editor may stop before the line that it was scrolled to, because lines stick to its top. */
const STICKY = 6;

/** An editor with an extracted template or content. */
interface Extracted {
  editor: TextEditor;
  shown: VirtualDocument & { what: 'template' | 'content' };
}

/** Scrolls a page and the template or content extracted out of it together. */
export class SideBySide implements Disposable {
  readonly #running: () => LanguageClient;
  readonly #subscription: Disposable;
  /** The first line that an editor shows because it was scrolled by us; before it has come there, where it was sent. */
  readonly #sent = new WeakMap<TextEditor, { line: number; isThere: boolean }>();
  /** Lines of the page by the URI of the extracted document, until either changes. */
  readonly #lines = new Map<string, Promise<readonly number[]>>();

  constructor(running: () => LanguageClient) {
    this.#running = running;
    this.#subscription = Disposable.from(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scrolled(textEditor)),
      window.onDidChangeVisibleTextEditors(() => this.#follow(window.activeTextEditor)),
    );
  }

  /** After the page was labelled anew: what is beside it keeps to its place. */
  changed(page: string): void {
    this.#lines.clear();
    this.#follow(window.visibleTextEditors.find(({ document }) => document.uri.toString() === page));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #scrolled(editor: TextEditor): void {
    const [first, last] = [editor.visibleRanges[0]?.start.line ?? 0, editor.visibleRanges.at(-1)?.end.line ?? 0];
    const sent = this.#sent.get(editor);
    if (sent?.isThere && sent.line === first) return;
    // At the end of a text there may be no line left to scroll to.
    const isEnd = last >= editor.document.lineCount - 1 && first < (sent?.line ?? 0);
    if (sent && !sent.isThere && (Math.abs(first - sent.line) <= STICKY || isEnd)) {
      this.#sent.set(editor, { line: first, isThere: true });
      return;
    }
    this.#sent.delete(editor);
    this.#follow(editor);
  }

  /** Brings the other editors to the place of this one. */
  #follow(leader: TextEditor | undefined): void {
    const line = leader?.visibleRanges[0]?.start.line;
    if (leader === undefined || line === undefined) return;
    const uri = leader.document.uri.toString();
    const all = extractedEditors();
    const own = all.find(({ editor }) => editor === leader);
    if (own) {
      void this.#linesOf(own).then(lines => {
        const page = window.visibleTextEditors.find(({ document }) => document.uri.toString() === own.shown.page);
        // What stands before the first extracted line is shown with it.
        const to = line === 0 ? 0 : lines[line];
        if (page && to !== undefined) this.#reveal(page, to);
      });
    }
    for (const other of all) {
      if (other.shown.page === uri) void this.#linesOf(other).then(lines => this.#reveal(other.editor, nearestLine(lines, line)));
    }
  }

  #linesOf({ editor, shown: { page, what } }: Extracted): Promise<readonly number[]> {
    const uri = editor.document.uri.toString();
    const params: ExtractedLinesParams = { uri: page, what };
    const lines =
      this.#lines.get(uri) ??
      // The server is not running, or the page is no longer one: nothing scrolls.
      Promise.resolve()
        .then(() => this.#running().sendRequest<number[]>(extractedLinesMethod, params))
        .catch((): number[] => []);
    this.#lines.set(uri, lines);
    return lines;
  }

  #reveal(editor: TextEditor, line: number): void {
    if (editor.visibleRanges[0]?.start.line === line) return;
    this.#sent.set(editor, { line, isThere: false });
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
  }
}

function extractedEditors(): Extracted[] {
  return window.visibleTextEditors.flatMap(editor => {
    const shown = virtualDocumentOf(editor.document.uri);
    return shown?.what === 'template' || shown?.what === 'content' ? [{ editor, shown: { ...shown, what: shown.what } }] : [];
  });
}
