import {
  type Disposable,
  EventEmitter,
  Range,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type Uri,
  window,
} from 'vscode';
import type { DocumentSymbol } from 'vscode-languageclient/node';

/** An entry of the outline, and its page. */
interface Entry {
  page: Uri;
  symbol: DocumentSymbol;
}

/** A view with the outline of the active page by template and content, in addition to the outline of the HTML language. */
export class OutlineView implements TreeDataProvider<Entry>, Disposable {
  readonly #ask: (page: Uri) => Promise<DocumentSymbol[] | null>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #registration: Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  /** @param ask returns the outline of a page. */
  constructor(ask: (page: Uri) => Promise<DocumentSymbol[] | null>) {
    this.#ask = ask;
    this.#registration = window.registerTreeDataProvider('templens.outline', this);
  }

  /** Called when the outline of a page changed, or, without a page, when another page became active. */
  refresh(page?: string): void {
    if (page === undefined || page === window.activeTextEditor?.document.uri.toString()) this.#changed.fire(undefined);
  }

  async getChildren(entry?: Entry): Promise<Entry[]> {
    if (entry) return (entry.symbol.children ?? []).map(symbol => ({ page: entry.page, symbol }));
    const page = window.activeTextEditor?.document.uri;
    // Rejects if the page is edited or the server is not running; a later `refresh` loads the outline.
    const symbols = page?.scheme === 'file' ? await this.#ask(page).catch(() => null) : null;
    return page && symbols ? symbols.map(symbol => ({ page, symbol })) : [];
  }

  getTreeItem({ page, symbol }: Entry): TreeItem {
    const { name, detail = '', selectionRange, children = [] } = symbol;
    const item = new TreeItem(name, children.length > 0 ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None);
    const { start, end } = selectionRange;
    item.description = detail;
    item.iconPath = icon(detail);
    const selection = new Range(start.line, start.character, end.line, end.character);
    item.command = { title: 'Open', command: 'vscode.open', arguments: [page, { selection }] };
    return item;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/** Parameters of the server's command that returns the outline of a page. */
export function outlineRequest(page: Uri): { command: string; arguments: unknown[] } {
  return { command: 'templens.outline', arguments: [page.toString()] };
}

/** The icon for the verdict that the detail of a symbol begins with. */
function icon(detail: string): ThemeIcon {
  if (detail.startsWith('deviating')) return new ThemeIcon('diff-modified', new ThemeColor('templens.deviatingRuler'));
  if (detail.startsWith('content')) return new ThemeIcon('note', new ThemeColor('templens.contentRuler'));
  return new ThemeIcon('layout', new ThemeColor('templens.templateRuler'));
}
