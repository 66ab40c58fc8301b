import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeEvidence, OutlineNode } from 'templens-shared/answers';
import { type CancellationToken, type CodeLens, type CodeLensParams, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { requestFailed } from './errors.ts';
import type { PositionMapper } from './positions.ts';
import { openPage, queryOpenPage, type Session } from './session.ts';
import { limits, thresholds } from './thresholds.ts';

const { lensDelay } = thresholds;

interface LensData {
  uri: string;
  offset: number;
}

/**
 * A code lens above each piece of template of at least `lensLines` lines, once the document has not been edited for `lensDelay` milliseconds. Its
 * title is missing: the client requests it when the lens becomes visible. Null if the document is not an open page, or code lenses are off.
 */
export async function codeLens(session: Session, params: CodeLensParams, token: CancellationToken): Promise<CodeLens[] | null> {
  const { uri } = params.textDocument;
  for (;;) {
    await untilQuiet(session, uri, token);
    const open = openPage(session, uri);
    if (open === undefined) return null;
    const outline = await queryOpenPage(session, open, { kind: 'outline', page: open.page }, token).catch(editedOrThrow);
    if (outline === 'edited') continue;
    if (outline === null || !open.site.features.codeLens) return null;
    return lensesOf(outline, open.document, session.documents.positions(open.document));
  }
}

/**
 * Returns 'edited' for the error of a document that was edited during the query, and throws other errors. As an answer to the client, the
 * error would remove the lenses in VS Code until its next request, and the text would jump.
 */
function editedOrThrow(error: unknown): 'edited' {
  if (error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified) return 'edited';
  throw error;
}

function lensesOf(outline: readonly OutlineNode[], document: TextDocument, positions: PositionMapper): CodeLens[] {
  return templatePieces(outline)
    .filter(({ start }) => isFirstTagOfLine(document, start))
    .map(({ start, end }) => ({ offset: start, range: positions.range(start, end) }))
    .filter(({ range }) => range.end.line - range.start.line + 1 >= thresholds.lensLines)
    .slice(0, limits.lenses)
    .map(
      ({ offset, range: { start } }): CodeLens => ({
        range: { start, end: start },
        data: { uri: document.uri, offset } satisfies LensData,
      }),
    );
}

/** Leaves of the outline with the label template: elements, or runs of siblings, that are template with all their descendants. */
function templatePieces(nodes: readonly OutlineNode[]): OutlineNode[] {
  return nodes.flatMap(node =>
    node.children.length > 0 ? templatePieces(node.children) : node.label === 'template' ? node : [],
  );
}

/** Resolves when the last edit is `lensDelay` milliseconds old; rejects when the client cancels the request or the server shuts down. */
async function untilQuiet({ documents, workspace }: Session, uri: string, token: CancellationToken): Promise<void> {
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  const signal = AbortSignal.any([abort.signal, workspace.closing]);
  try {
    for (let left: number = lensDelay; left > 0; ) {
      left = lensDelay - documents.editedAgo(uri);
      if (left > 0) await sleep(left, undefined, { signal, ref: false });
    }
  } catch (error) {
    if (workspace.closed) throw requestFailed('The server is shutting down.');
    throw error;
  } finally {
    subscription.dispose();
  }
}

/** True if an opening tag stands at this offset, with only space before it on its line. */
function isFirstTagOfLine(document: TextDocument, offset: number): boolean {
  const text = document.getText();
  const lineStart = document.offsetAt({ line: document.positionAt(offset).line, character: 0 });
  return /^<[a-z]/i.test(text.slice(offset, offset + 2)) && text.slice(lineStart, offset).trim() === '';
}

/** Adds the title, which says how many pages have the first element of the piece, and the command that lists these pages. */
export async function resolveCodeLens(session: Session, lens: CodeLens, token: CancellationToken): Promise<CodeLens> {
  const { uri, offset } = lens.data as LensData;
  const open = openPage(session, uri);
  const evidence = open && (await queryOpenPage(session, open, { kind: 'evidence', page: open.page, offset }, token));
  const title = evidence ? titleOf(evidence) : 'Template';
  const command = session.client.peeksPages ? 'templens.peekPages' : 'templens.showPages';
  return { range: lens.range, command: { title, command, arguments: [uri, lens.range.start] } };
}

function titleOf({ support, site }: NodeEvidence): string {
  return support.of > 1
    ? `Template: shared by ${support.pages} of ${support.of} pages`
    : `Template: on ${site.pages} of ${site.of} pages of the site`;
}
