import { counted } from 'templens-shared/counted';
import {
  type CancellationToken,
  type Location,
  type SymbolInformation,
  SymbolKind,
  type WorkspaceSymbolParams,
} from 'vscode-languageserver';
import { uriOf } from './page-uri.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';
import { limits } from './thresholds.ts';

/** Pages and layouts whose names contain the letters of the query in their order, not necessarily adjacent, as editors match them. */
export async function workspaceSymbol(
  session: Session,
  { query }: WorkspaceSymbolParams,
  token: CancellationToken,
): Promise<SymbolInformation[]> {
  const found = await session.workspace.mapSites(site => symbolsOf(site, token));
  return found
    .flat()
    .filter(({ name }) => containsInOrder(name.toLowerCase(), query.toLowerCase()))
    .slice(0, limits.workspaceSymbols);
}

async function symbolsOf(site: Site, token: CancellationToken): Promise<SymbolInformation[]> {
  const groups = await site.query({ kind: 'groups' }, token);
  return groups.flatMap(({ layout, pages }): SymbolInformation[] => [
    {
      name: layout,
      kind: SymbolKind.Module,
      location: startOf(site, pages[0]!),
      containerName: counted(pages.length, 'page'),
    },
    ...pages.map(page => ({
      name: page,
      kind: SymbolKind.File,
      location: startOf(site, page),
      containerName: layout,
    })),
  ]);
}

/** The start of a page. */
function startOf(site: Site, page: string): Location {
  const start = { line: 0, character: 0 };
  return { uri: uriOf(site.uri, page), range: { start, end: start } };
}

/** True if a name contains these letters in their order. */
function containsInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
