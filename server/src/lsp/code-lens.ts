import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeEvidence, OutlineNode } from 'templens-shared/stream';
import { type CancellationToken, type CodeLens, type CodeLensParams, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { requestFailed } from './errors.ts';
import type { PositionMapper } from './positions.ts';
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
  for (;;) {
    await quiet(session, uri, token);
    const open = openPage(session, uri);
    if (open === undefined) return null;
    const outline = await askAboutText(session, open, { kind: 'outline', page: open.page }, token).catch(edited);
    if (outline === 'edited') continue;
    if (outline === null || !open.site.aids.codeLens) return null;
    return lensesOf(outline, open.document, session.documents.positions(open.document));
  }
}

/** For a text that was edited meanwhile: an error would take the lenses away in VS Code until it asks again, and the text would jump. */
function edited(error: unknown): 'edited' {
  if (error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified) return 'edited';
  throw error;
}

function lensesOf(outline: readonly OutlineNode[], document: TextDocument, positions: PositionMapper): CodeLens[] {
  return templatePieces(outline)
    .filter(({ start }) => beginsLine(document, start))
    .map(({ start, end }) => ({ offset: start, range: positions.range(start, end) }))
    .filter(({ range }) => range.end.line - range.start.line + 1 >= FEWEST_LINES)
    .slice(0, MOST_LENSES)
    .map(
      ({ offset, range: { start } }): CodeLens => ({
        range: { start, end: start },
        data: { uri: document.uri, offset } satisfies LensData,
      }),
    );
}

/** Elements, and neighbours, that are template with all that is in them. */
function templatePieces(nodes: readonly OutlineNode[]): OutlineNode[] {
  return nodes.flatMap(node =>
    node.children.length > 0 ? templatePieces(node.children) : node.label === 'template' ? node : [],
  );
}

/** Resolves when the document has not been edited for a while; rejects when the client no longer asks, and when the server shuts down. */
async function quiet({ documents, workspace }: Session, uri: string, token: CancellationToken): Promise<void> {
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  const signal = AbortSignal.any([abort.signal, workspace.closing]);
  try {
    for (let left = QUIET; left > 0; ) {
      left = QUIET - documents.editedAgo(uri);
      if (left > 0) await sleep(left, undefined, { signal, ref: false });
    }
  } catch (error) {
    if (workspace.closed) throw requestFailed('The server is shutting down.');
    throw error;
  } finally {
    subscription.dispose();
  }
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
