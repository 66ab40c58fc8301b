import { type ExtractedLinesParams, extractedLinesMethod } from 'templens-shared/protocol';
import { Disposable, Range, type TextEditor, TextEditorRevealType, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { nearestLine } from './nearest-line.ts';
import { type VirtualDocument, virtualDocumentOf } from './virtual-documents.ts';

/** Lines by which an editor may miss the line that it was scrolled to. */
const TOLERANCE = 6;

/** An editor with an extracted template or content. */
interface Extracted {
  editor: TextEditor;
  shown: VirtualDocument & { what: 'template' | 'content' };
}

/** The first visible line of an editor, and the version of the text that it belongs to. */
interface Place {
  line: number;
  version: number;
}

/** Scrolls a page and the template or content extracted out of it together. The editor that the user is in leads. */
export class SideBySide implements Disposable {
  readonly #running: () => LanguageClient;
  readonly #subscription: Disposable;
  readonly #places = new WeakMap<TextEditor, Place>();
  /** Lines that editors were scrolled to by us, oldest first, until they are there: they do not lead on their way. */
  readonly #sent = new WeakMap<TextEditor, readonly number[]>();
  /** Lines of the page by the URI of the extracted document, until either changes. */
  readonly #lines = new Map<string, Promise<readonly number[]>>();
  #leader: TextEditor | undefined = window.activeTextEditor;
  /** Number of times that editors were to follow: what was asked of the server for an earlier time comes too late. */
  #turn = 0;

  constructor(running: () => LanguageClient) {
    this.#running = running;
    this.#subscription = Disposable.from(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scrolled(textEditor)),
      window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // Without a kind the text changed around the selection.
        if (kind !== undefined) this.#leader = textEditor;
      }),
      window.onDidChangeVisibleTextEditors(editors => {
        for (const editor of editors) if (!this.#places.has(editor)) this.#places.set(editor, placeOf(editor));
        void this.#follow(window.activeTextEditor);
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        const shown = virtualDocumentOf(document.uri);
        if (shown && 'page' in shown) this.#keepPlace(shown.page);
      }),
    );
  }

  /** After the page was labelled anew: what is beside it keeps to its place. */
  changed(page: string): void {
    this.#lines.clear();
    this.#keepPlace(page);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** After the text of a page changed, or one extracted out of it. */
  #keepPlace(page: string): void {
    const leads = this.#leader && window.visibleTextEditors.includes(this.#leader) && pageOf(this.#leader) === page;
    void this.#follow(leads ? this.#leader : editorOf(page));
  }

  #scrolled(editor: TextEditor): void {
    const place = placeOf(editor);
    const before = this.#places.get(editor);
    this.#places.set(editor, place);
    // Only the last visible line changed.
    if (before?.line === place.line) return;
    if (before && isCutOff(editor, before)) {
      // The page still stands where both stood.
      const page = pageOf(editor);
      if (page !== undefined) this.#leader = editorOf(page);
      return;
    }
    if (this.#isSent(editor, before?.line, place.line)) return;
    this.#leader = editor;
    void this.#follow(editor);
  }

  /** Whether an editor comes to a line because it was scrolled by us. */
  #isSent(editor: TextEditor, before: number | undefined, line: number): boolean {
    const sent = this.#sent.get(editor) ?? [];
    if (sent.length === 0) return false;
    const misses = sent.map(to => Math.abs(line - to));
    const miss = Math.min(...misses);
    const isOnItsWay = before !== undefined && (line - before) * (sent.at(-1)! - line) > 0;
    if (miss > 0 && isOnItsWay && isSmooth(editor)) return true;
    const arrived = miss <= TOLERANCE;
    this.#sent.set(editor, arrived ? sent.slice(misses.indexOf(miss) + 1) : []);
    return arrived;
  }

  /** Brings the other editors to the place of this one. */
  async #follow(leader: TextEditor | undefined): Promise<void> {
    if (!leader) return;
    const turn = ++this.#turn;
    const all = extractedEditors();
    const own = all.find(({ editor }) => editor === leader);
    const page = own ? own.shown.page : leader.document.uri.toString();
    let { line } = placeOf(leader);
    if (own) {
      const lines = await this.#linesOf(own);
      // What stands before the first extracted line is shown with it.
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
      if (lines.length > 0) this.#reveal(other.editor, nearestLine(lines, line));
    }
  }

  #linesOf({ editor, shown: { page, what } }: Extracted): Promise<readonly number[]> {
    const uri = editor.document.uri.toString();
    const known = this.#lines.get(uri);
    if (known) return known;
    const params: ExtractedLinesParams = { uri: page, what };
    const asked = Promise.resolve()
      .then(() => this.#running().sendRequest<number[]>(extractedLinesMethod, params))
      .catch((): number[] => {
        // The server is not running, the page is no longer one, or it was edited meanwhile: nothing scrolls.
        if (this.#lines.get(uri) === asked) this.#lines.delete(uri);
        return [];
      });
    this.#lines.set(uri, asked);
    return asked;
  }

  #reveal(editor: TextEditor, line: number): void {
    const last = editor.document.lineCount - 1;
    const above = linesAbove(editor);
    const to = Math.max(0, Math.min(line, last - above));
    // What the editor says may be older than where it was sent.
    const sent = this.#sent.get(editor) ?? [];
    if ((sent.at(-1) ?? placeOf(editor).line) === to) return;
    this.#sent.set(editor, [...sent, to]);
    editor.revealRange(new Range(to + above, 0, to + above, 0), TextEditorRevealType.AtTop);
  }
}

/** Lines that the editor keeps above a line that is revealed at its top. */
function linesAbove({ document }: TextEditor): number {
  const settings = workspace.getConfiguration('editor', document);
  const sticky = settings.get('stickyScroll.enabled', true) ? settings.get('stickyScroll.maxLineCount', 5) : 0;
  return Math.max(sticky, settings.get('cursorSurroundingLines', 0));
}

/** Whether an editor shows the lines on the way when it is scrolled. */
function isSmooth({ document }: TextEditor): boolean {
  return workspace.getConfiguration('editor', document).get('smoothScrolling', false);
}

function placeOf({ visibleRanges, document }: TextEditor): Place {
  return { line: visibleRanges[0]?.start.line ?? 0, version: document.version };
}

/** Whether the editor stands elsewhere because its text became shorter. */
function isCutOff({ visibleRanges, document }: TextEditor, before: Place): boolean {
  const [first, last] = [visibleRanges[0]?.start.line ?? 0, visibleRanges.at(-1)?.end.line ?? 0];
  return before.version !== document.version && first < before.line && last >= document.lineCount - 1;
}

/** URI of the page that an editor shows, or shows something out of. */
function pageOf({ document: { uri } }: TextEditor): string | undefined {
  const shown = virtualDocumentOf(uri);
  if (!shown) return uri.toString();
  return shown.what === 'template' || shown.what === 'content' ? shown.page : undefined;
}

function editorOf(page: string): TextEditor | undefined {
  return window.visibleTextEditors.find(({ document }) => document.uri.toString() === page);
}

function extractedEditors(): Extracted[] {
  return window.visibleTextEditors.flatMap(editor => {
    const shown = virtualDocumentOf(editor.document.uri);
    return shown?.what === 'template' || shown?.what === 'content' ? [{ editor, shown: { ...shown, what: shown.what } }] : [];
  });
}
