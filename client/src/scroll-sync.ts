import { type ExtractedLinesParams, extractedLinesMethod } from 'templens-shared/protocol';
import { Disposable, Range, type TextEditor, TextEditorRevealType, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { lastIndexAtMost } from './line-plan.ts';
import { thresholds } from './thresholds.ts';
import { type VirtualDocument, virtualDocumentOf } from './virtual-documents.ts';

/** An editor with an extracted template or content. */
interface Extracted {
  editor: TextEditor;
  shown: VirtualDocument & { what: 'template' | 'content' };
}

/** The first visible line of an editor, and the version of its document at that time. */
interface Place {
  line: number;
  version: number;
}

/** Scrolls a page together with its extracted template or content. The editor that the user scrolls is the leader; the others follow. */
export class ScrollSync implements Disposable {
  readonly #running: () => LanguageClient;
  readonly #subscription: Disposable;
  readonly #places = new WeakMap<TextEditor, Place>();
  /** Lines to which this class scrolled editors, oldest first, until they arrive: on the way there, an editor does not become the leader. */
  readonly #sent = new WeakMap<TextEditor, readonly number[]>();
  /** By the URI of an extracted document, the line on the page for each of its lines. Cleared when a page is labelled again. */
  readonly #lines = new Map<string, Promise<readonly number[]>>();
  #leader: TextEditor | undefined = window.activeTextEditor;
  /** Number of calls of `#follow`, by which an earlier call notices that it is outdated. */
  #turn = 0;

  constructor(running: () => LanguageClient) {
    this.#running = running;
    this.#subscription = Disposable.from(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scrolled(textEditor)),
      window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // Without a kind, an edit moved the selection, and not the user.
        if (kind !== undefined) this.#leader = textEditor;
      }),
      window.onDidChangeVisibleTextEditors(editors => {
        for (const editor of editors) if (!this.#places.has(editor)) this.#places.set(editor, placeOf(editor));
        void this.#follow(window.activeTextEditor);
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        const shown = virtualDocumentOf(document.uri);
        if (shown && 'page' in shown) this.#align(shown.page);
      }),
    );
  }

  /** Called after a page was labelled again: aligns its extracted documents with the page. */
  changed(page: string): void {
    this.#lines.clear();
    this.#align(page);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Aligns the editors after the text of a page, or of a document extracted from it, changed. */
  #align(page: string): void {
    const leads = this.#leader && window.visibleTextEditors.includes(this.#leader) && pageOf(this.#leader) === page;
    void this.#follow(leads ? this.#leader : editorOf(page));
  }

  /** Called when the visible lines of an editor changed: makes it the leader if the user scrolled it. */
  #scrolled(editor: TextEditor): void {
    const place = placeOf(editor);
    const before = this.#places.get(editor);
    this.#places.set(editor, place);
    // Only the last visible line changed.
    if (before?.line === place.line) return;
    if (before && isCutOff(editor, before)) {
      // The user did not scroll: the page is still at the common place, so it leads.
      const page = pageOf(editor);
      if (page !== undefined) this.#leader = editorOf(page);
      return;
    }
    if (this.#wasScrolledHere(editor, before?.line, place.line)) return;
    this.#leader = editor;
    void this.#follow(editor);
  }

  /** True if an editor is at a line because this class scrolled it. */
  #wasScrolledHere(editor: TextEditor, before: number | undefined, line: number): boolean {
    const sent = this.#sent.get(editor) ?? [];
    if (sent.length === 0) return false;
    const misses = sent.map(to => Math.abs(line - to));
    const miss = Math.min(...misses);
    const isOnItsWay = before !== undefined && (line - before) * (sent.at(-1)! - line) > 0;
    if (miss > 0 && isOnItsWay && isSmooth(editor)) return true;
    const arrived = miss <= thresholds.scrollTolerance;
    this.#sent.set(editor, arrived ? sent.slice(misses.indexOf(miss) + 1) : []);
    return arrived;
  }

  /** Scrolls the other editors of the same page to the place of this one. */
  async #follow(leader: TextEditor | undefined): Promise<void> {
    if (!leader) return;
    const turn = ++this.#turn;
    const all = extractedEditors();
    const own = all.find(({ editor }) => editor === leader);
    const page = own ? own.shown.page : leader.document.uri.toString();
    let { line } = placeOf(leader);
    if (own) {
      const lines = await this.#linesOf(own);
      // The first extracted line corresponds to all that precedes it on the page.
      const to = line === 0 ? 0 : lines[line];
      if (to === undefined || turn !== this.#turn) return;
      line = to;
      const editor = editorOf(page);
      if (editor) this.#reveal(editor, line);
    }
    for (const other of all) {
      if (other.shown.page !== page || other === own) continue;
      const lines = await this.#linesOf(other);
      if (turn !== this.#turn) return;
      if (lines.length > 0) this.#reveal(other.editor, lastIndexAtMost(lines, line));
    }
  }

  /** The lines of the page for the lines of an extracted document; empty if the server cannot answer. */
  #linesOf({ editor, shown: { page, what } }: Extracted): Promise<readonly number[]> {
    const uri = editor.document.uri.toString();
    const known = this.#lines.get(uri);
    if (known) return known;
    const params: ExtractedLinesParams = { uri: page, what };
    const asked = Promise.resolve()
      .then(() => this.#running().sendRequest<number[]>(extractedLinesMethod, params))
      .catch((): number[] => {
        // The server is not running, or the document was edited or is no longer a page: nothing scrolls.
        if (this.#lines.get(uri) === asked) this.#lines.delete(uri);
        return [];
      });
    this.#lines.set(uri, asked);
    return asked;
  }

  /** Scrolls an editor so that a line is its first visible one. */
  #reveal(editor: TextEditor, line: number): void {
    const last = editor.document.lineCount - 1;
    const above = linesAbove(editor);
    const to = Math.max(0, Math.min(line, last - above));
    // The editor may not have reached the line that it was last scrolled to.
    const sent = this.#sent.get(editor) ?? [];
    if ((sent.at(-1) ?? placeOf(editor).line) === to) return;
    this.#sent.set(editor, [...sent, to]);
    editor.revealRange(new Range(to + above, 0, to + above, 0), TextEditorRevealType.AtTop);
  }
}

/** Number of lines that the editor shows above a line that is revealed at its top. */
function linesAbove({ document }: TextEditor): number {
  const settings = workspace.getConfiguration('editor', document);
  const sticky = settings.get('stickyScroll.enabled', true) ? settings.get('stickyScroll.maxLineCount', 5) : 0;
  return Math.max(sticky, settings.get('cursorSurroundingLines', 0));
}

/** True if the editor scrolls smoothly, through the lines on the way. */
function isSmooth({ document }: TextEditor): boolean {
  return workspace.getConfiguration('editor', document).get('smoothScrolling', false);
}

function placeOf({ visibleRanges, document }: TextEditor): Place {
  return { line: visibleRanges[0]?.start.line ?? 0, version: document.version };
}

/** True if the editor moved because its text became shorter. */
function isCutOff({ visibleRanges, document }: TextEditor, before: Place): boolean {
  const [first, last] = [visibleRanges[0]?.start.line ?? 0, visibleRanges.at(-1)?.end.line ?? 0];
  return before.version !== document.version && first < before.line && last >= document.lineCount - 1;
}

/** URI of the page that an editor shows, itself or as extracted template or content; undefined for other virtual documents. */
function pageOf({ document: { uri } }: TextEditor): string | undefined {
  const shown = virtualDocumentOf(uri);
  if (!shown) return uri.toString();
  return shown.what === 'template' || shown.what === 'content' ? shown.page : undefined;
}

/** The visible editor with a page. */
function editorOf(page: string): TextEditor | undefined {
  return window.visibleTextEditors.find(({ document }) => document.uri.toString() === page);
}

function extractedEditors(): Extracted[] {
  return window.visibleTextEditors.flatMap(editor => {
    const shown = virtualDocumentOf(editor.document.uri);
    return shown?.what === 'template' || shown?.what === 'content' ? [{ editor, shown: { ...shown, what: shown.what } }] : [];
  });
}
