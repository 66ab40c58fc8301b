import {
  type CancellationToken,
  CancellationTokenSource,
  type Disposable,
  EventEmitter,
  languages,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';

const scheme = 'templens-extract';

/** A document that the server makes up: of a page (its template, its content, the page as its layout has it, a part of it) or of a site. */
export type VirtualDocument =
  | { what: 'template' | 'content' | 'corrected'; page: string }
  | { what: 'part'; page: string; part: string }
  | { what: 'layouts'; site: string };

/** Also what is never shown as a document. */
export type VirtualText = VirtualDocument | { what: 'snippet'; page: string };

const noToken = new CancellationTokenSource().token;

/** Read-only documents with texts that the server makes. */
export class VirtualDocuments implements TextDocumentContentProvider, Disposable {
  readonly #ask: (uri: string, token: CancellationToken) => Promise<string>;
  readonly #changed = new EventEmitter<Uri>();
  readonly #registration: Disposable;
  readonly onDidChange = this.#changed.event;

  /** `ask` gets the text of a document by the URI that the server knows it by. */
  constructor(ask: (uri: string, token: CancellationToken) => Promise<string>) {
    this.#ask = ask;
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    try {
      return await this.text(virtualDocument(uri), token);
    } catch (error) {
      return `<!-- This cannot be shown: ${error instanceof Error ? error.message : String(error)} -->\n`;
    }
  }

  /** What the server says the text is; rejects where it says why there is none. */
  text({ what, ...fields }: VirtualText, token: CancellationToken = noToken): Promise<string> {
    const query = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    return this.#ask(Uri.from({ scheme: 'templens', path: '/', query: [`what=${what}`, ...query].join('&') }).toString(), token);
  }

  /** Opens the document beside the page, or brings it to the front. */
  async openBeside(shown: VirtualDocument): Promise<TextDocument> {
    const document = await this.load(shown);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
    return document;
  }

  async load(shown: VirtualDocument): Promise<TextDocument> {
    const document = await workspace.openTextDocument(virtualUri(shown));
    if (shown.what === 'template') await languages.setTextDocumentLanguage(document, 'templens-template');
    return document;
  }

  /** After the page was labelled anew, or, without a page, anything else changed. */
  refresh(page?: string): void {
    for (const { uri } of workspace.textDocuments) {
      const shown = uri.scheme === scheme ? virtualDocument(uri) : undefined;
      if (!shown) continue;
      const isOfPage = shown.what === 'template' || shown.what === 'content';
      if (page === undefined ? !isOfPage : isOfPage && shown.page === page) this.#changed.fire(uri);
    }
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/** The document that a URI stands for; undefined for a file. */
export function virtualDocumentOf(uri: Uri): VirtualDocument | undefined {
  return uri.scheme === scheme ? virtualDocument(uri) : undefined;
}

/** Named after the page, `index (template).html`; the query says what it is. */
export function virtualUri(shown: VirtualDocument): Uri {
  const query = JSON.stringify(shown);
  if (shown.what === 'layouts') return Uri.from({ scheme, path: '/Layouts.md', query });
  const path = Uri.parse(shown.page).path.replace(/(\.[^./]*)?$/, ending => ` (${shown.what})${ending || '.html'}`);
  return Uri.from({ scheme, path, query });
}

function virtualDocument(uri: Uri): VirtualDocument {
  return JSON.parse(uri.query);
}
