import type { ExtractParams, ExtractResult } from 'templens-shared/protocol';
import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  languages,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';

const scheme = 'templens-extract';

/** Read-only documents with the template, or the content, that the server extracts out of a page. */
export class ExtractedDocuments implements TextDocumentContentProvider, Disposable {
  readonly #extract: (params: ExtractParams, token: CancellationToken) => Promise<ExtractResult>;
  readonly #changed = new EventEmitter<Uri>();
  readonly #registration: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(extract: (params: ExtractParams, token: CancellationToken) => Promise<ExtractResult>) {
    this.#extract = extract;
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const { page, what } = request(uri);
    try {
      return (await this.#extract({ uri: page, what, format: 'html' }, token)).text;
    } catch (error) {
      return `<!-- The ${what} cannot be shown: ${error instanceof Error ? error.message : String(error)} -->\n`;
    }
  }

  /** Opens the document beside the page, or brings it to the front. */
  async open(page: Uri, what: ExtractParams['what']): Promise<void> {
    const document = await workspace.openTextDocument(extractedUri(page, what));
    await languages.setTextDocumentLanguage(document, what === 'template' ? 'templens-template' : 'html');
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
  }

  /** After the page was labelled anew. */
  refresh(page: string): void {
    for (const { uri } of workspace.textDocuments) {
      if (uri.scheme === scheme && request(uri).page === page) this.#changed.fire(uri);
    }
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/** Named after the page, `index (template).html`; the query says which page and what of it. */
function extractedUri(page: Uri, what: ExtractParams['what']): Uri {
  const path = page.path.replace(/(\.[^./]*)?$/, ending => ` (${what})${ending}`);
  return Uri.from({ scheme, path, query: JSON.stringify({ page: page.toString(), what }) });
}

function request(uri: Uri): { page: string; what: ExtractParams['what'] } {
  return JSON.parse(uri.query);
}
