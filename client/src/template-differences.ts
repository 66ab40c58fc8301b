import { type TemplateDifference, templateDifferencesMethod } from 'templens-shared/protocol';
import {
  type DecorationOptions,
  Disposable,
  type ExtensionContext,
  MarkdownString,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { deviatingType } from './decorations.ts';
import { virtualDocumentOf } from './virtual-documents.ts';

/** Marks in an extracted template, which is that of the layout, what differs from the page. */
export class TemplateDifferences implements Disposable {
  readonly #running: () => LanguageClient;
  readonly #type: TextEditorDecorationType;
  readonly #subscription: Disposable;

  constructor(running: () => LanguageClient, context: ExtensionContext) {
    this.#running = running;
    this.#type = deviatingType(context);
    this.#subscription = Disposable.from(
      window.onDidChangeVisibleTextEditors(editors => editors.forEach(editor => void this.#draw(editor))),
      // The text of an extracted template changes after its page, or what the layout has, changed.
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors) if (editor.document === document) void this.#draw(editor);
      }),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#type.dispose();
  }

  async #draw(editor: TextEditor): Promise<void> {
    const shown = virtualDocumentOf(editor.document.uri);
    if (shown?.what !== 'template') return;
    const { version } = editor.document;
    // If the server is not running or returns an error, the marks stay until the next change.
    const differences = await Promise.resolve()
      .then(() => this.#running().sendRequest<TemplateDifference[]>(templateDifferencesMethod, { uri: shown.page }))
      .catch(() => undefined);
    if (differences && editor.document.version === version) editor.setDecorations(this.#type, differences.map(decorationOf));
  }
}

function decorationOf({ range: { start, end }, own }: TemplateDifference): DecorationOptions {
  const hoverMessage = new MarkdownString(own.trim() === '' ? 'Missing on the page.' : 'The page has here:');
  if (own.trim() !== '') hoverMessage.appendCodeblock(own.trim(), 'html');
  return { range: new Range(start.line, start.character, end.line, end.character), hoverMessage };
}
