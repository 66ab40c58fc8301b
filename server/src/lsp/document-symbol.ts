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
  params: DocumentSymbolParams,
  token: CancellationToken,
): Promise<DocumentSymbol[] | SymbolInformation[] | null> {
  const { uri } = params.textDocument;
  const open = openPage(session, uri);
  if (open === undefined) return null;
  const outline = await askAboutText(session, open, { kind: 'outline', page: open.page }, token);
  if (outline === null) return null;
  const positions = session.documents.positions(open.document);
  return session.client.nestedSymbols ? outline.map(node => nested(node, positions)) : flat(outline, positions, uri);
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

function flat(nodes: readonly OutlineNode[], positions: PositionMapper, uri: string, container?: string): SymbolInformation[] {
  return nodes.flatMap(node => [
    {
      name: node.name,
      kind: symbolKinds[node.label],
      location: { uri, range: positions.range(node.start, node.end) },
      ...(container === undefined ? {} : { containerName: container }),
    },
    ...flat(node.children, positions, uri, node.name),
  ]);
}
