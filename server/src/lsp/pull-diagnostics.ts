import {
  type CancellationToken,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { findingDiagnostics, PagePositions } from './finding-diagnostics.ts';
import { askAboutText, openPage, type Session } from './session.ts';

/** Milliseconds in which changes are gathered into one answer, and into one request to ask again. */
const GATHER = 100;

/** The diagnostics of a document, for the text that it has now. */
export async function documentDiagnostic(
  session: Session,
  { textDocument: { uri }, previousResultId }: DocumentDiagnosticParams,
  token: CancellationToken,
): Promise<DocumentDiagnosticReport> {
  const open = openPage(session, uri);
  if (open && open.site.diagnostics !== 'off') {
    const found = await askAboutText(session, open, { kind: 'diagnostics', page: open.page }, token).catch(askAgain);
    const shown =
      found === null ? [] : await findingDiagnostics(session, open.site, found, new PagePositions(session, open.site));
    session.diagnostics.answered(uri, () => session.diagnostics.set(uri, 'findings', shown));
  }
  const { diagnostics: items, resultId } = session.diagnostics.get(uri);
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

/** For a document that was edited meanwhile: the request is to be sent once more. */
function askAgain(error: unknown): never {
  if (!(error instanceof ResponseError) || error.code !== LSPErrorCodes.ContentModified) throw error;
  throw new ResponseError(LSPErrorCodes.ServerCancelled, error.message, { retriggerRequest: true });
}

/** The diagnostics of all documents that have others than the client knows of; waits until there are some. */
export async function workspaceDiagnostic(
  session: Session,
  { previousResultIds }: WorkspaceDiagnosticParams,
  token: CancellationToken,
): Promise<WorkspaceDiagnosticReport> {
  const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
  for (;;) {
    const items = news(session, known);
    if (items.length > 0 || token.isCancellationRequested || session.workspace.closed) return { items };
    await untilChange(session, token);
  }
}

function news({ diagnostics, documents }: Session, known: ReadonlyMap<string, string>): WorkspaceDocumentDiagnosticReport[] {
  return diagnostics.uris().flatMap((uri): WorkspaceDocumentDiagnosticReport[] => {
    const { diagnostics: items, resultId } = diagnostics.get(uri);
    if (known.get(uri) === resultId || (items.length === 0 && !known.has(uri))) return [];
    const version = documents.get(uri)?.version ?? null;
    return [{ uri, version, kind: DocumentDiagnosticReportKind.Full, resultId, items }];
  });
}

/** Resolves some time after something changed, or when the request is cancelled or the server shuts down. */
function untilChange({ diagnostics, workspace }: Session, token: CancellationToken): Promise<void> {
  return new Promise(resolve => {
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      stop();
      cancellation.dispose();
      workspace.closing.removeEventListener('abort', end);
      resolve();
    };
    const stop = diagnostics.onChange(() => {
      timer ??= setTimeout(end, GATHER);
    });
    const cancellation = token.onCancellationRequested(end);
    workspace.closing.addEventListener('abort', end);
  });
}

/** Asks the client to pull anew where an open document has other diagnostics than it pulled: those of others come with the workspace's. */
export function refreshDiagnostics({ connection, diagnostics, documents }: Session): void {
  let timer: NodeJS.Timeout | undefined;
  diagnostics.onChange(uri => {
    if (timer !== undefined || diagnostics.isAnswered(uri) || documents.get(uri) === undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      connection.languages.diagnostics.refresh().catch(() => {});
    }, GATHER);
    timer.unref();
  });
}
