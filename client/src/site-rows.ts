import { severityNoun } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import type { Severity } from 'templens-shared/findings';
import {
  type CauseOverview,
  type LayoutOverview,
  type OverviewList,
  type OverviewListParams,
  overviewListLimit,
  type PartOverview,
  type SiteOverview,
  type VersionOverview,
} from 'templens-shared/protocol';

/** A row of the side-bar view. */
export interface Row {
  kind:
    | 'site'
    | 'layouts'
    | 'layout'
    | 'page'
    | 'parts'
    | 'part'
    | 'version'
    | 'partPage'
    | 'findings'
    | 'cause'
    | 'place'
    | 'more';
  /** Stays the same when the view is loaded again, as long as the row is about the same thing. */
  id: string;
  label: string;
  description: string;
  tooltip?: string;
  children: Row[];
  /** URI of the site's folder. */
  site: string;
  /** Path of the page that the row stands for or opens. */
  page?: string;
  /** Line and column of the finding on that page, 1-based. */
  line?: number;
  column?: number;
  /** Ids of the layout, part and version that the row is about. */
  layout?: string;
  part?: string;
  version?: string;
  /** Of a version: the most common version of the same part in the same language, which may be this version, and the first page that has it. */
  common?: { version: string; page: string };
  severity?: Severity;
  /** Code of the finding. */
  code?: string;
  /** The `contextValue` for menus, if not `kind`: for a part with several versions, a version that is not the most common, a cause in one place. */
  menu?: string;
  /** For the row *Show 200 more*: the parameters for further items, and a function that replaces the row by them. */
  more?: { params: OverviewListParams; show(answer: OverviewList<unknown>): void };
}

/** The rows of the view: one for each site, or the sections of the site if there is only one. */
export function siteRows(sites: readonly SiteOverview[]): Row[] {
  if (sites.length === 1) return sectionsOf(sites[0]!);
  return sites.map(site => ({
    kind: 'site',
    id: site.uri,
    label: site.name,
    description: counted(site.pages, 'page'),
    children: sectionsOf(site),
    site: site.uri,
  }));
}

/** Number of causes of findings in all sites. */
export function findingCount(sites: readonly SiteOverview[]): number {
  return sites.reduce((sum, { causes }) => sum + causes.total, 0);
}

function sectionsOf({ uri, layouts, parts, causes }: SiteOverview): Row[] {
  const section = <Item>(
    kind: Row['kind'],
    label: string,
    list: OverviewList<Item>,
    row: (item: Item, at: number) => Row,
  ): Row => {
    const id = `${uri} ${kind}`;
    return { kind, id, label, description: String(list.total), children: listRows(uri, id, list, row), site: uri };
  };
  return [
    section('findings', 'Findings', causes, cause => causeRow(uri, cause)),
    section('layouts', 'Layouts', layouts, layout => layoutRow(uri, layout)),
    section('parts', 'Shared parts', parts, part => partRow(uri, part)),
  ];
}

/**
 * A row for each item of a list, and a last row that shows more items if there are any.
 * @param parent id of the row above the list.
 * @param row makes the row of an item; `at` is the item's index in the whole list.
 */
function listRows<Item>(
  site: string,
  parent: string,
  { list, total, items }: OverviewList<Item>,
  row: (item: Item, at: number) => Row,
): Row[] {
  const rows = items.map(row);
  const offer = (shown: number, total: number): void => {
    if (shown >= total) return;
    const left = total - shown;
    const last: Row = {
      kind: 'more',
      id: `${parent} more`,
      label: `Show ${Math.min(overviewListLimit, left)} more (of ${left.toLocaleString('en')})`,
      description: '',
      children: [],
      site,
      more: {
        params: { site, list, offset: shown },
        show: answer => {
          if (rows.at(-1) !== last) return;
          rows.pop();
          // An item that is shown already may have moved down the list since.
          const known = new Set(rows.map(({ id }) => id));
          const more = (answer.items as Item[]).map((item, at) => row(item, shown + at));
          rows.push(...more.filter(({ id }) => !known.has(id)));
          if (more.length > 0) offer(shown + more.length, answer.total);
        },
      },
    };
    rows.push(last);
  };
  offer(items.length, total);
  return rows;
}

function layoutRow(site: string, { id, name, pages, findings, templateShare }: LayoutOverview): Row {
  const share = `${Math.round(templateShare * 100)}% template`;
  const row = `${site} ${id}`;
  return {
    kind: 'layout',
    id: row,
    label: name,
    description: `${counted(pages.total, 'page')}, ${share}${found(findings)}`,
    tooltip: `Layout ${name}: ${counted(pages.total, 'page')}; ${share.replace(' ', ' of their nodes are ')}.`,
    children: listRows(site, row, pages, ({ page, findings }) => ({
      kind: 'page',
      id: `${row} ${page}`,
      label: page,
      description: findings > 0 ? counted(findings, 'finding') : '',
      children: [],
      site,
      page,
    })),
    site,
    layout: id,
    page: pages.items[0]!.page,
  };
}

function partRow(site: string, { id, name, place, pages, versions }: PartOverview): Row {
  const row = `${site} ${id}`;
  const rows = listRows(site, row, versions, (version, at) => versionRow(site, id, version, at));
  return {
    kind: 'part',
    id: row,
    label: name,
    description: `${counted(pages, 'page')}${versions.total > 1 ? `, ${counted(versions.total, 'version')}` : ''}`,
    tooltip: `${name}: on ${counted(pages, 'page')}, in ${place}`,
    children: versions.total > 1 ? rows : rows[0]!.children,
    site,
    page: versions.items[0]!.pages.items[0]!,
    part: id,
    menu: versions.total > 1 ? 'part.several' : 'part',
  };
}

function versionRow(site: string, part: string, { id, language, pages, common }: VersionOverview, at: number): Row {
  const row = `${site} ${part} ${id}`;
  return {
    kind: 'version',
    id: row,
    label: `Version ${at + 1}${language === undefined ? '' : ` (${language})`}`,
    description: `${counted(pages.total, 'page')}${at === 0 ? ', the most common' : ''}`,
    children: listRows(site, row, pages, page => ({
      kind: 'partPage',
      id: `${row} ${page}`,
      label: page,
      description: '',
      children: [],
      site,
      page,
      part,
    })),
    site,
    page: pages.items[0]!,
    part,
    version: id,
    common,
    menu: common.version === id ? 'version' : 'version.other',
  };
}

function causeRow(site: string, { id: cause, severity, confidence, code, message, pages, places }: CauseOverview): Row {
  const id = `${site} cause ${cause}`;
  const isSingle = places.total === 1;
  return {
    kind: 'cause',
    id,
    label: message,
    description: pages === 1 ? places.items[0]!.page : counted(pages, 'page'),
    tooltip: `${message}\n\n${code}, ${severityNoun(severity)}, ${Math.round(confidence * 100)} % sure`,
    children: isSingle
      ? []
      : listRows(site, id, places, ({ page, line, column }, index) => ({
          kind: 'place',
          id: `${id} ${index}`,
          label: page,
          description: `line ${line}`,
          children: [],
          site,
          page,
          line,
          column,
          code,
        })),
    site,
    ...places.items[0]!,
    severity,
    code,
    ...(isSingle && { menu: 'cause.single' }),
  };
}

/** The number of findings, as the end of a description. */
const found = (findings: number): string => (findings > 0 ? `, ${counted(findings, 'finding')}` : '');
