import { counted } from 'templens-shared/counted';
import { type OverviewList, type OverviewListParams, overviewListLimit, type SiteOverview } from 'templens-shared/protocol';
import {
  type Disposable,
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  Uri,
  window,
} from 'vscode';
import { findingCount, type Row, siteRows } from './site-rows.ts';
import { thresholds } from './thresholds.ts';

/** The side-bar view: layouts with their pages, shared parts with their versions, findings by cause; its badge counts findings. */
export class SiteView implements TreeDataProvider<Row>, Disposable {
  readonly #ask: () => Promise<SiteOverview[]>;
  readonly #askMore: (params: OverviewListParams) => Promise<OverviewList<unknown>>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #view: TreeView<Row>;
  #rows: Row[] = [];
  /** The largest offset from which the user requested more items, by the id of the row *Show more*. */
  readonly #wanted = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  /**
   * @param ask returns the overview of all sites.
   * @param askMore returns further items of a list.
   */
  constructor(ask: () => Promise<SiteOverview[]>, askMore: (params: OverviewListParams) => Promise<OverviewList<unknown>>) {
    this.#ask = ask;
    this.#askMore = askMore;
    this.#view = window.createTreeView('templens.site', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
  }

  /** Called when something changed in a site, or the server started or stopped: loads the view again after a short delay. */
  refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#load();
    }, thresholds.viewDelay);
  }

  /** Replaces the row *Show more* of a list by the next items. */
  async showMore(row: Row): Promise<void> {
    if (row.more === undefined) return;
    const { params, show } = row.more;
    this.#wanted.set(row.id, params.offset);
    show(await this.#askMore(params));
    this.#changed.fire(undefined);
  }

  /** The rows below a row. If the server sent fewer items than the view shows at first, requests the others. */
  async getChildren(row?: Row): Promise<Row[]> {
    if (!row) return this.#rows;
    const more = row.children.at(-1)?.more;
    // If the server returns an error, the row *Show more* stays.
    if (more && more.params.offset < overviewListLimit) await this.#askMore(more.params).then(more.show, () => {});
    return row.children;
  }

  getTreeItem(row: Row): TreeItem {
    const isOpen = ['site', 'layouts', 'parts', 'findings'].includes(row.kind);
    const state = isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(row.label, row.children.length > 0 ? state : TreeItemCollapsibleState.None);
    item.id = row.id;
    item.description = row.description;
    item.contextValue = row.menu ?? row.kind;
    const icon = iconOf(row);
    if (icon !== undefined) item.iconPath = icon;
    if (row.tooltip !== undefined) item.tooltip = row.tooltip;
    // With a resource, the editor adds the number of the file's problems.
    if (row.kind === 'page') item.resourceUri = pageUri(row);
    if (row.children.length === 0 && row.page !== undefined)
      item.command = { title: 'Open', command: 'templens.openRow', arguments: [row] };
    if (row.more) item.command = { title: row.label, command: 'templens.showMore', arguments: [row] };
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#view.dispose();
    this.#changed.dispose();
  }

  async #load(): Promise<void> {
    // If the server is not running or returns an error, the view is empty until the next refresh.
    const sites = await this.#ask().catch((): SiteOverview[] => []);
    const rows = siteRows(sites);
    await this.#lengthen(rows).catch(() => {});
    this.#rows = rows;
    const findings = findingCount(sites);
    this.#view.badge = findings > 0 ? { value: findings, tooltip: counted(findings, 'finding') } : undefined;
    this.#changed.fire(undefined);
  }

  /** Requests again the further items that the user requested of each list. */
  async #lengthen(rows: readonly Row[]): Promise<void> {
    for (let last = rows.at(-1); last?.more && last.more.params.offset <= (this.#wanted.get(last.id) ?? 0); last = rows.at(-1))
      last.more.show(await this.#askMore(last.more.params));
    for (const { children } of rows) await this.#lengthen(children);
  }
}

/** The URI of a row's page. Throws an error with a message for the user if the row has no page. */
export function pageUri({ site, page }: Row): Uri {
  if (page === undefined) throw new Error('This row leads to no page.');
  return Uri.joinPath(Uri.parse(site), page);
}

function iconOf({ kind, severity }: Row): ThemeIcon | undefined {
  switch (kind) {
    case 'site':
      return new ThemeIcon('folder');
    case 'layout':
      return new ThemeIcon('layout');
    case 'page':
    case 'partPage':
    case 'place':
      return new ThemeIcon('file');
    case 'part':
      return new ThemeIcon('symbol-structure');
    case 'version':
      return new ThemeIcon('versions');
    case 'more':
      return new ThemeIcon('ellipsis');
    case 'cause':
      return severityIcons[severity ?? 'hint'];
    default:
      return undefined;
  }
}

const severityIcons = {
  error: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
  warning: new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground')),
  information: new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground')),
  hint: new ThemeIcon('lightbulb'),
};
