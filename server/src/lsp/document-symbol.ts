import type { OutlineNode } from 'templens-shared/stream';
import {
  type CancellationToken,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import type { PositionMapper } from './positions.ts';
import { askAboutText, openPage, type Session } from './session.ts';

/** The outline of a page's template, content and what deviates; a list with containers for a client that knows no trees. */
export async function documentSymbol(
  session: Session,
  { textDocument: { uri } }: DocumentSymbolParams,
  token: CancellationToken,
): Promise<DocumentSymbol[] | SymbolInformation[] | null> {
  const symbols = await outlineSymbols(session, uri, token);
  // The settings are in force when there is an answer.
  if (!openPage(session, uri)?.site.aids.outline) return null;
  return session.client.nestedSymbols ? symbols : symbols && flat(symbols, uri);
}

/** The outline as a tree; null where the document is not an open page. */
export async function outlineSymbols(session: Session, uri: string, token: CancellationToken): Promise<DocumentSymbol[] | null> {
  const open = openPage(session, uri);
  const outline = open && (await askAboutText(session, open, { kind: 'outline', page: open.page }, token));
  if (!outline) return null;
  const positions = session.documents.positions(open.document);
  return outline.map(node => nested(node, positions));
}

const partsNamed = 3;

const symbolKinds = { template: SymbolKind.Module, content: SymbolKind.String, deviating: SymbolKind.Event };

function nested(node: OutlineNode, positions: PositionMapper): DocumentSymbol {
  return {
    name: node.name,
    detail: detailOf(node),
    kind: symbolKinds[node.label],
    range: positions.range(node.start, node.end),
    selectionRange: positions.range(node.selectionStart, Math.min(node.selectionEnd, node.end)),
    children: node.children.map(child => nested(child, positions)),
  };
}

/** The label, the parts, and what stands there. */
function detailOf({ label, parts = [], detail }: OutlineNode): string {
  const named = parts.slice(0, partsNamed).join(', ') + (parts.length > partsNamed ? ', …' : '');
  return [label, named, detail].filter(text => text !== '').join(': ');
}

function flat(symbols: readonly DocumentSymbol[], uri: string, container?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(container === undefined ? {} : { containerName: container }) },
    ...flat(children, uri, name),
  ]);
}
