import type { NodeEvidence } from 'templens-shared/answers';
import { type CancellationToken, type Hover, type HoverParams, MarkupKind, type Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { describeEvidence } from './describe-evidence.ts';
import { exampleLink } from './example-link.ts';
import type { PositionMapper } from './positions.ts';
import { openPage, queryOpenPage, type Session } from './session.ts';

/** The verdict on the node under the cursor, without the messages that the editor shows as diagnostics. */
export async function hover(session: Session, params: HoverParams, token: CancellationToken): Promise<Hover | null> {
  const open = openPage(session, params.textDocument.uri);
  if (open === undefined) return null;
  const positions = session.documents.positions(open.document);
  const offset = positions.offsetAt(params.position);
  const { hoverDetails } = open.site.features;
  const evidence = await queryOpenPage(
    session,
    open,
    { kind: 'evidence', page: open.page, offset, details: hoverDetails },
    token,
  );
  if (evidence === null) return null;
  // Before the next await, after which the document may have another text.
  const range = visibleRange(open.document, positions, evidence, params.position.line);
  const kind = session.client.markdownHover ? MarkupKind.Markdown : MarkupKind.PlainText;
  const contents = { kind, value: describeEvidence(evidence, kind, await exampleLink(session, open, evidence), hoverDetails) };
  return range === undefined ? { contents } : { contents, range };
}

/**
 * The range to highlight: the node, or its first line if it has several, since a wrapper would highlight the whole page. Undefined if the cursor
 * is on a later line.
 */
function visibleRange(
  document: TextDocument,
  positions: PositionMapper,
  { start, end }: NodeEvidence,
  line: number,
): Range | undefined {
  const range = positions.range(start, end);
  if (range.start.line === range.end.line) return range;
  if (range.start.line !== line) return undefined;
  return positions.range(start, document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER }));
}
