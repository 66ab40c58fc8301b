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
import { openPage, queryOpenPage, type Session } from './session.ts';
import type { Site } from './site.ts';
import { thresholds } from './thresholds.ts';

/** The diagnostics of a document's current text; a report without items if the client has them already. */
export async function documentDiagnostic(
  session: Session,
  { textDocument: { uri }, previousResultId }: DocumentDiagnosticParams,
  token: CancellationToken,
): Promise<DocumentDiagnosticReport> {
  const open = openPage(session, uri);
  if (open && isDiagnosed(open.site)) {
    const found = await queryOpenPage(session, open, { kind: 'diagnostics', page: open.page }, token).catch(askAgain);
    const shown =
      found === null ? [] : await findingDiagnostics(session, open.site, found, new PagePositions(session, open.site));
    // Settings or workspace folders may have changed meanwhile.
    const isWanted = isDiagnosed(open.site) && openPage(session, uri)?.site === open.site;
    if (isWanted) session.diagnostics.duringAnswer(uri, () => session.diagnostics.set(uri, 'findings', shown));
  }
  const { diagnostics: items, resultId } = session.diagnostics.get(uri);
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

function isDiagnosed({ diagnostics }: Site): boolean {
  return diagnostics !== 'off';
}

/** Converts the error of a document that was edited during the query to one that makes the client send the request again; throws other errors. */
function askAgain(error: unknown): never {
  if (!(error instanceof ResponseError) || error.code !== LSPErrorCodes.ContentModified) throw error;
  throw new ResponseError(LSPErrorCodes.ServerCancelled, error.message, { retriggerRequest: true });
}

/** The diagnostics of all documents for which the client has an older list; waits until there is at least one. */
export async function workspaceDiagnostic(
  session: Session,
  { previousResultIds }: WorkspaceDiagnosticParams,
  token: CancellationToken,
): Promise<WorkspaceDiagnosticReport> {
  const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
  for (;;) {
    const items = changedReports(session, known);
    if (items.length > 0 || token.isCancellationRequested || session.workspace.closed) return { items };
    await untilChange(session, token);
  }
}

/**
 * Reports for the documents whose diagnostics differ from those that the client has.
 * @param known result ids that the client has, by URI.
 */
function changedReports(
  { diagnostics, documents }: Session,
  known: ReadonlyMap<string, string>,
): WorkspaceDocumentDiagnosticReport[] {
  return diagnostics.uris().flatMap((uri): WorkspaceDocumentDiagnosticReport[] => {
    const { diagnostics: items, resultId } = diagnostics.get(uri);
    if (known.get(uri) === resultId || (items.length === 0 && !known.has(uri))) return [];
    const version = documents.get(uri)?.version ?? null;
    return [{ uri, version, kind: DocumentDiagnosticReportKind.Full, resultId, items }];
  });
}

/** Resolves shortly after the next change of diagnostics, or when the request is cancelled or the server shuts down. */
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
      timer ??= setTimeout(end, thresholds.pullDelay);
    });
    const cancellation = token.onCancellationRequested(end);
    workspace.closing.addEventListener('abort', end);
  });
}

/**
 * Asks the client to pull again when the diagnostics of an open document change outside its own requests. Changes of closed documents reach the
 * client by its request for the workspace.
 */
export function refreshDiagnostics({ connection, diagnostics, documents }: Session): void {
  let timer: NodeJS.Timeout | undefined;
  diagnostics.onChange(uri => {
    if (timer !== undefined || diagnostics.isDuringAnswer(uri) || documents.get(uri) === undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      connection.languages.diagnostics.refresh().catch(() => {});
    }, thresholds.pullDelay);
    timer.unref();
  });
}
