import { basename } from 'node:path';
import type { Finding } from 'templens-shared/findings';
import {
  type OverviewList,
  type OverviewListParams,
  overviewListMethod,
  type PartPlace,
  type PartPlaceParams,
  partPlaceMethod,
  type SiteOverview,
} from 'templens-shared/protocol';
import { type CancellationToken, ParameterStructures, RequestType } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { siteOf } from './adopt-version.ts';
import { requestFailed } from './errors.ts';
import { OverviewLists } from './overview-lists.ts';
import { uriOf } from './page-uri.ts';
import { PositionMapper } from './positions.ts';
import { openDocument, type Session } from './session.ts';
import type { Site } from './site.ts';

/** Layouts, parts and findings of every site: the first items of each list. */
export async function overview(session: Session, _: unknown, token: CancellationToken): Promise<SiteOverview[]> {
  return session.workspace.mapSites(site => siteOverview(site, token));
}

/**
 * Layouts, parts and findings of one site: the first items of each list.
 * @param nestedItems largest number of items in all lists that are nested in the rows of one list.
 */
export async function siteOverview(site: Site, token: CancellationToken, nestedItems?: number): Promise<SiteOverview> {
  return { uri: site.uri, name: basename(site.root), ...(await listsOf(site, token, nestedItems)).first() };
}

/** The custom request for `overviewList`. */
export const overviewListRequest = new RequestType<OverviewListParams, OverviewList<unknown>, never>(
  overviewListMethod,
  ParameterStructures.byName,
);

/** The items of one list of a site's overview after the first `offset`. */
export async function overviewList(
  session: Session,
  { site, list, offset }: OverviewListParams,
  token: CancellationToken,
): Promise<OverviewList<unknown>> {
  return (await listsOf(siteOf(session, site), token)).slice(list, offset);
}

async function listsOf(site: Site, token: CancellationToken, nestedItems?: number): Promise<OverviewLists> {
  const [groups, parts, findings] = await Promise.all([
    site.query({ kind: 'groups' }, token),
    site.query({ kind: 'parts' }, token),
    findingsOf(site, token),
  ]);
  return new OverviewLists(groups, parts, findings, nestedItems);
}

/** All findings of a site; empty if the editor switches diagnostics off. */
async function findingsOf(site: Site, token: CancellationToken): Promise<Finding[]> {
  if (site.diagnostics === 'off') return [];
  const pages = await site.query({ kind: 'check' }, token);
  return pages.flatMap(({ diagnostics }) => diagnostics);
}

/** The custom request for `partPlace`. */
export const partPlaceRequest = new RequestType<PartPlaceParams, PartPlace | null, never>(
  partPlaceMethod,
  ParameterStructures.byName,
);

/** The range of the first instance of a part on a page; null if the page does not have it. The page need not be open. */
export async function partPlace(
  session: Session,
  { uri, part }: PartPlaceParams,
  token: CancellationToken,
): Promise<PartPlace | null> {
  const found = await placeOfPart(session, uri, part, token);
  return found ? found.positions.range(found.start, found.end) : null;
}

/**
 * The first instance of a part on a page, with the page's text; offsets are UTF-16 code units into it. Null if the page does not have the part;
 * throws `RequestFailed` if the URI lies in no workspace folder.
 */
export async function placeOfPart(
  session: Session,
  uri: string,
  part: string,
  token: CancellationToken,
): Promise<{ text: string; start: number; end: number; positions: PositionMapper } | null> {
  const found = session.workspace.pageOf(uri);
  if (found === undefined) throw requestFailed(`${uri} lies in no workspace folder.`);
  const { site, page } = found;
  const { parts } = await site.query({ kind: 'regions', page }, token);
  const place = parts.find(({ id }) => id === part);
  if (!place) return null;
  const document = openDocument(session, site, page);
  const text = document?.getText() ?? (await session.dependencies.readPage(site.root, page));
  const positions = new PositionMapper(
    document ?? TextDocument.create(uriOf(site.uri, page), 'html', 0, text),
    session.client.encoding,
  );
  return { text, start: place.start, end: place.end, positions };
}
