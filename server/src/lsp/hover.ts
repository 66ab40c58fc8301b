import type { NodeEvidence } from 'templens-shared/stream';
import { type CancellationToken, type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describeEvidence, type ExampleLink } from './describe-evidence.ts';
import { uriOf } from './page-uri.ts';
import { askAboutText, type OpenPage, openPage, type Session } from './session.ts';

/** The evidence for the node under the cursor. */
export async function hover(session: Session, params: HoverParams, token: CancellationToken): Promise<Hover | null> {
  const open = openPage(session, params.textDocument.uri);
  if (open === undefined) return null;
  const positions = session.documents.positions(open.document);
  const offset = positions.offsetAt(params.position);
  const evidence = await askAboutText(session, open, { kind: 'evidence', page: open.page, offset }, token);
  if (evidence === null) return null;
  const kind = session.client.markdownHover ? MarkupKind.Markdown : MarkupKind.PlainText;
  const contents = { kind, value: describeEvidence(evidence, kind, await exampleLink(session, open, evidence)) };
  // A wrapper's range would light up the whole page: its first line shows where it begins.
  const { line } = params.position;
  const range = positions.range(evidence.start, evidence.end);
  if (range.start.line === range.end.line) return { contents, range };
  if (range.start.line !== line) return { contents };
  const lineEnd = open.document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  return { contents, range: positions.range(evidence.start, lineEnd) };
}

/** Where the same node stands on another page: its line, out of the open buffer or the file; the page alone when that cannot be read. */
async function exampleLink(session: Session, { site }: OpenPage, { example }: NodeEvidence): Promise<ExampleLink | undefined> {
  if (example === undefined) return undefined;
  const uri = uriOf(site.uri, example.page);
  const open = session.documents.all().find(document => session.workspace.pageOf(document.uri)?.page === example.page);
  try {
    const text = open?.getText() ?? (await session.dependencies.readPage(site.root, example.page));
    const { line, character } = TextDocument.create(uri, 'html', 0, text).positionAt(example.start);
    return { uri, page: example.page, line: line + 1, column: character + 1 };
  } catch {
    return { uri, page: example.page };
  }
}
