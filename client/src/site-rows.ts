import { counted } from 'templens-shared/counted';
import type { Severity } from 'templens-shared/findings';
import type { CauseOverview, LayoutOverview, PartOverview, SiteOverview } from 'templens-shared/protocol';

/** A row of the side-bar view. */
export interface Row {
  kind: 'site' | 'layouts' | 'layout' | 'page' | 'parts' | 'part' | 'version' | 'partPage' | 'findings' | 'cause' | 'place';
  /** The same as long as the row is about the same thing. */
  id: string;
  label: string;
  description: string;
  tooltip?: string;
  children: Row[];
  /** URI of the site's folder. */
  site: string;
  /** Path of a page that the row is, or leads to. */
  page?: string;
  /** Place on that page, 1-based. */
  line?: number;
  column?: number;
  /** Ids of what the row is about. */
  layout?: string;
  part?: string;
  version?: string;
  /** Another version of the part: that on most pages of its language. */
  common?: { version: string; page: string };
  severity?: Severity;
  /** Of the finding that the row is. */
  code?: string;
  /** A row for menus: `part` with several versions, a version that is not the most common one, a cause in one place. */
  menu?: string;
}

/** The view of all sites; of a single one its sections alone. */
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

/** Number of findings in all sites. */
export function findingCount(sites: readonly SiteOverview[]): number {
  return sites.flatMap(({ causes }) => causes).reduce((sum, { places }) => sum + places.length, 0);
}

function sectionsOf(site: SiteOverview): Row[] {
  const { uri, layouts, parts, causes } = site;
  const section = (kind: Row['kind'], label: string, children: Row[], description = String(children.length)): Row => ({
    kind,
    id: `${uri} ${kind}`,
    label,
    description,
    children,
    site: uri,
  });
  return [
    section(
      'layouts',
      'Layouts',
      layouts.map(layout => layoutRow(uri, layout)),
    ),
    section(
      'parts',
      'Shared parts',
      parts.map(part => partRow(uri, part)),
    ),
    section(
      'findings',
      'Findings',
      causes.map((cause, at) => causeRow(uri, cause, at)),
      String(findingCount([site])),
    ),
  ];
}

function layoutRow(site: string, { id, name, pages, templateShare }: LayoutOverview): Row {
  const findings = pages.reduce((sum, page) => sum + page.findings, 0);
  const share = `${Math.round(templateShare * 100)}% template`;
  return {
    kind: 'layout',
    id: `${site} ${id}`,
    label: name,
    description: `${counted(pages.length, 'page')}, ${share}${found(findings)}`,
    tooltip: `Layout ${name}: ${counted(pages.length, 'page')}; ${share.replace(' ', ' of their nodes are ')}.`,
    children: pages.map(({ page, findings }) => ({
      kind: 'page',
      id: `${site} ${id} ${page}`,
      label: page,
      description: findings > 0 ? counted(findings, 'finding') : '',
      children: [],
      site,
      page,
    })),
    site,
    layout: id,
    page: pages[0]!.page,
  };
}

function partRow(site: string, { id, name, place, pages, versions }: PartOverview): Row {
  const rows = versions.map((version, at): Row => {
    const common = versions.find(({ language }) => language === version.language)!;
    const isCommon = common === version;
    return {
      kind: 'version',
      id: `${site} ${id} ${version.id}`,
      label: `Version ${at + 1}${version.language === undefined ? '' : ` (${version.language})`}`,
      description: `${counted(version.pages.length, 'page')}${at === 0 ? ', the most common' : ''}`,
      children: version.pages.map(page => ({
        kind: 'partPage',
        id: `${site} ${id} ${version.id} ${page}`,
        label: page,
        description: '',
        children: [],
        site,
        page,
        part: id,
      })),
      site,
      page: version.pages[0]!,
      part: id,
      version: version.id,
      common: { version: common.id, page: common.pages[0]! },
      menu: isCommon ? 'version' : 'version.other',
    };
  });
  return {
    kind: 'part',
    id: `${site} ${id}`,
    label: name,
    description: `${counted(pages, 'page')}${versions.length > 1 ? `, ${counted(versions.length, 'version')}` : ''}`,
    tooltip: `${name}: on ${counted(pages, 'page')}, in ${place}`,
    children: rows.length > 1 ? rows : rows.flatMap(({ children }) => children),
    site,
    page: versions[0]!.pages[0]!,
    part: id,
    menu: versions.length > 1 ? 'part.several' : 'part',
  };
}

function causeRow(site: string, { severity, code, message, places }: CauseOverview, at: number): Row {
  const pages = new Set(places.map(({ page }) => page)).size;
  const id = `${site} cause ${at} ${code} ${message}`;
  return {
    kind: 'cause',
    id,
    label: message,
    description: pages === 1 ? places[0]!.page : counted(pages, 'page'),
    tooltip: `${message}\n\n${code}, ${severity}`,
    children:
      places.length === 1
        ? []
        : places.map(({ page, line, column }, index) => ({
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
    ...places[0]!,
    severity,
    code,
    ...(places.length === 1 && { menu: 'cause.single' }),
  };
}

const found = (findings: number): string => (findings > 0 ? `, ${counted(findings, 'finding')}` : '');
