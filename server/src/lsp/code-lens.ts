import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeEvidence, OutlineNode } from 'templens-shared/stream';
import type { CancellationToken, CodeLens, CodeLensParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { contentModified, requestFailed } from './errors.ts';
import { askAboutText, openPage, type Session } from './session.ts';

/** Fewer lines of template need no lens; more lenses would only be noise. */
const FEWEST_LINES = 3;
const MOST_LENSES = 20;
/** Milliseconds without an edit before lenses change: the text must not jump while the user types. */
const QUIET = 1000;

interface LensData {
  uri: string;
  offset: number;
}

/** A lens above every larger piece of template; what it says is worked out when it is seen. */
export async function codeLens(session: Session, params: CodeLensParams, token: CancellationToken): Promise<CodeLens[] | null> {
  const { uri } = params.textDocument;
  const open = openPage(session, uri);
  if (open === undefined) return null;
  await quiet(session, open.document, token);
  const outline = await askAboutText(session, open, { kind: 'outline', page: open.page }, token);
  if (outline === null || !open.site.aids.codeLens) return null;
  const positions = session.documents.positions(open.document);
  return templatePieces(outline)
    .filter(({ start }) => beginsLine(open.document, start))
    .map(({ start, end }) => ({ offset: start, range: positions.range(start, end) }))
    .filter(({ range }) => range.end.line - range.start.line + 1 >= FEWEST_LINES)
    .slice(0, MOST_LENSES)
    .map(
      ({ offset, range: { start } }): CodeLens => ({ range: { start, end: start }, data: { uri, offset } satisfies LensData }),
    );
}

/** Elements, and neighbours, that are template with all that is in them. */
function templatePieces(nodes: readonly OutlineNode[]): OutlineNode[] {
  return nodes.flatMap(node =>
    node.children.length > 0 ? templatePieces(node.children) : node.label === 'template' ? node : [],
  );
}

/**
 * Resolves when the document has not been edited for a while; rejects when it is edited meanwhile, and the client keeps what it shows, and
 * when the server shuts down.
 */
async function quiet({ documents, workspace }: Session, { uri }: TextDocument, token: CancellationToken): Promise<void> {
  const revision = documents.revision(uri);
  const left = QUIET - documents.editedAgo(uri);
  if (left <= 0) return;
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  try {
    await sleep(left, undefined, { signal: AbortSignal.any([abort.signal, workspace.closing]), ref: false });
  } catch (error) {
    if (workspace.closed) throw requestFailed('The server is shutting down.');
    throw error;
  } finally {
    subscription.dispose();
  }
  if (documents.revision(uri) !== revision) throw contentModified();
}

/** Is there an opening tag, as the first on its line? */
function beginsLine(document: TextDocument, offset: number): boolean {
  const text = document.getText();
  const lineStart = document.offsetAt({ line: document.positionAt(offset).line, character: 0 });
  return /^<[a-z]/i.test(text.slice(offset, offset + 2)) && text.slice(lineStart, offset).trim() === '';
}

/** On how many pages the piece's first element stands, and a way to them. */
export async function resolveCodeLens(session: Session, lens: CodeLens, token: CancellationToken): Promise<CodeLens> {
  const { uri, offset } = lens.data as LensData;
  const open = openPage(session, uri);
  const evidence = open && (await askAboutText(session, open, { kind: 'evidence', page: open.page, offset }, token));
  const title = evidence ? titleOf(evidence) : 'Template';
  const command = session.client.peeksPages ? 'templens.peekPages' : 'templens.showPages';
  return { range: lens.range, command: { title, command, arguments: [uri, lens.range.start] } };
}

function titleOf({ support, site }: NodeEvidence): string {
  return support.of > 1
    ? `Template: shared by ${support.pages} of ${support.of} pages`
    : `Template: on ${site.pages} of ${site.of} pages of the site`;
}
