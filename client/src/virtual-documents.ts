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

/**
 * A document that the server generates: for a page its template, its content, or the page with the template's version wherever it deviates
 * (`corrected`); a part of a page; or the overview of a site's layouts. `page` and `site` are URIs.
 */
export type VirtualDocument =
  | { what: 'template' | 'content' | 'corrected'; page: string }
  | { what: 'part'; page: string; part: string }
  | { what: 'layouts'; site: string };

/** A text that the server generates: a virtual document, or a snippet, which is not shown as a document. */
export type VirtualText = VirtualDocument | { what: 'snippet'; page: string };

const noToken = new CancellationTokenSource().token;

/** Provides read-only documents with texts that the server generates. */
export class VirtualDocuments implements TextDocumentContentProvider, Disposable {
  readonly #ask: (uri: string, token: CancellationToken) => Promise<string>;
  readonly #changed = new EventEmitter<Uri>();
  readonly #registration: Disposable;
  readonly onDidChange = this.#changed.event;

  /** @param ask returns the text for a URI of the server's scheme, `templens:/?what=...`. */
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

  /** The text from the server; rejects with the server's error. */
  text({ what, ...fields }: VirtualText, token: CancellationToken = noToken): Promise<string> {
    const query = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    return this.#ask(Uri.from({ scheme: 'templens', path: '/', query: [`what=${what}`, ...query].join('&') }).toString(), token);
  }

  /** Shows a document in the column beside the active editor. */
  async openBeside(shown: VirtualDocument): Promise<TextDocument> {
    const document = await this.load(shown);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
    return document;
  }

  /** Opens a document without showing it. */
  async load(shown: VirtualDocument): Promise<TextDocument> {
    const document = await workspace.openTextDocument(virtualUri(shown));
    if (shown.what === 'template') await languages.setTextDocumentLanguage(document, 'templens-template');
    return document;
  }

  /** Called after a page was labelled again or, without a page, after layouts, parts or findings changed: reloads the affected documents. */
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

/** The document that a URI names; undefined for a URI of another scheme. */
export function virtualDocumentOf(uri: Uri): VirtualDocument | undefined {
  return uri.scheme === scheme ? virtualDocument(uri) : undefined;
}

/** The URI of a document: its path, such as `index (template).html`, is for the editor's tab; its query describes the document. */
export function virtualUri(shown: VirtualDocument): Uri {
  const query = JSON.stringify(shown);
  if (shown.what === 'layouts') return Uri.from({ scheme, path: '/Layouts.md', query });
  const path = Uri.parse(shown.page).path.replace(/(\.[^./]*)?$/, ending => ` (${shown.what})${ending || '.html'}`);
  return Uri.from({ scheme, path, query });
}

function virtualDocument(uri: Uri): VirtualDocument {
  return JSON.parse(uri.query);
}
