import type { OutlineNode } from 'templens-shared/answers';
import {
  type CancellationToken,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import type { PositionMapper } from './positions.ts';
import { openPage, queryOpenPage, type Session } from './session.ts';
import { limits } from './thresholds.ts';

const { symbolParts } = limits;

/** The outline of a page's template, content and deviating nodes: a tree, or a flat list for a client that does not support trees. */
export async function documentSymbol(
  session: Session,
  { textDocument: { uri } }: DocumentSymbolParams,
  token: CancellationToken,
): Promise<DocumentSymbol[] | SymbolInformation[] | null> {
  const symbols = await outlineSymbols(session, uri, token);
  // The answer comes after the settings are in force, so this reads the current ones.
  if (!openPage(session, uri)?.site.features.outline) return null;
  return session.client.nestedSymbols ? symbols : symbols && flattened(symbols, uri);
}

/** The outline as a tree; null if the document is not an open page. */
export async function outlineSymbols(session: Session, uri: string, token: CancellationToken): Promise<DocumentSymbol[] | null> {
  const open = openPage(session, uri);
  const outline = open && (await queryOpenPage(session, open, { kind: 'outline', page: open.page }, token));
  if (!outline) return null;
  const positions = session.documents.positions(open.document);
  return outline.map(node => symbolOf(node, positions));
}

const symbolKinds = { template: SymbolKind.Module, content: SymbolKind.String, deviating: SymbolKind.Event };

function symbolOf(node: OutlineNode, positions: PositionMapper): DocumentSymbol {
  return {
    name: node.name,
    detail: detailOf(node),
    kind: symbolKinds[node.label],
    range: positions.range(node.start, node.end),
    selectionRange: positions.range(node.selectionStart, Math.min(node.selectionEnd, node.end)),
    children: node.children.map(child => symbolOf(child, positions)),
  };
}

/** The label, the names of the first parts, and the node's own detail. */
function detailOf({ label, parts = [], detail }: OutlineNode): string {
  const named = parts.slice(0, symbolParts).join(', ') + (parts.length > symbolParts ? ', …' : '');
  return [label, named, detail].filter(text => text !== '').join(': ');
}

function flattened(symbols: readonly DocumentSymbol[], uri: string, container?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(container === undefined ? {} : { containerName: container }) },
    ...flattened(children, uri, name),
  ]);
}
