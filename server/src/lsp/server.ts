import { extractMethod } from 'templens-shared/protocol';
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  ResponseError,
} from 'vscode-languageserver';
import { clientFeatures } from './client-features.ts';
import { codeAction, resolveCodeAction } from './code-action.ts';
import { codeLens, resolveCodeLens } from './code-lens.ts';
import { EditorConfiguration } from './configuration.ts';
import type { Dependencies } from './dependencies.ts';
import { DiagnosticStore } from './diagnostic-store.ts';
import { documentSymbol } from './document-symbol.ts';
import { Documents } from './documents.ts';
import { asResponseError } from './errors.ts';
import { executeCommand } from './execute-command.ts';
import { extract } from './extract.ts';
import { foldingRange } from './folding-range.ts';
import { hover } from './hover.ts';
import { inlayHint } from './inlay-hint.ts';
import { documentDiagnostic, refreshDiagnostics, workspaceDiagnostic } from './pull-diagnostics.ts';
import { pushDiagnostics } from './push-diagnostics.ts';
import { definition, references } from './references.ts';
import { serverCapabilities } from './server-capabilities.ts';
import type { Session } from './session.ts';
import { SiteEvents } from './site-events.ts';
import { filesChanged, WatchedFiles } from './watched-files.ts';
import { Workspace } from './workspace.ts';
import { workspaceSymbol } from './workspace-symbol.ts';

/** Serves one client on a connection that is not listening yet. The process ends with `exit`, or with the client. */
export function serve(connection: Connection, dependencies: Dependencies, version: string): void {
  let session: Session | undefined;
  connection.onInitialize(params => {
    if (session !== undefined) return new ResponseError(ErrorCodes.InvalidRequest, 'The server was initialized before.');
    session = startSession(connection, dependencies, params);
    const result: InitializeResult = {
      capabilities: serverCapabilities(session.client),
      serverInfo: { name: 'templens', version },
    };
    return result;
  });
  connection.onRequest((method: string) =>
    session === undefined
      ? new ResponseError(ErrorCodes.ServerNotInitialized, `Send initialize before ${method}.`)
      : new ResponseError(ErrorCodes.MethodNotFound, `Templens does not offer ${method}.`),
  );
  connection.onShutdown(() => session?.workspace.closeAll());
  connection.listen();
}

function startSession(connection: Connection, dependencies: Dependencies, params: InitializeParams): Session {
  const client = clientFeatures(params);
  const documents = new Documents(connection, client.encoding);
  const configuration = new EditorConfiguration(connection, client, params.initializationOptions);
  const watchedFiles = new WatchedFiles(connection, client, dependencies);
  const workspace = new Workspace(connection, dependencies, documents);
  const session: Session = { connection, client, documents, workspace, dependencies, diagnostics: new DiagnosticStore() };
  if (client.pullsDiagnostics) refreshDiagnostics(session);
  else pushDiagnostics(session);
  const events = new SiteEvents(session, configuration, watchedFiles);
  answerRequests(session);
  followDocuments(session);
  connection.onDidChangeWatchedFiles(changes => filesChanged(workspace, changes));
  connection.onDidChangeConfiguration(({ settings }) => {
    configuration.changed(settings);
    for (const site of workspace.sites()) void site.reconfigure();
  });
  connection.onInitialized(() => {
    configuration.register().catch((error: Error) => connection.console.warn(`No news of settings: ${error.message}`));
    for (const folder of foldersOf(params)) workspace.add(folder, events);
    if (!client.workspaceFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of removed) workspace.remove(uri).catch((error: Error) => connection.console.error(error.message));
      for (const { uri } of added) workspace.add(uri, events);
    });
  });
  return session;
}

/** One site a folder; a client that knows no folders names a root. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  return rootUri ? [rootUri] : [];
}

function answerRequests(session: Session): void {
  const { connection } = session;
  /** Every request may be cancelled, and one that cannot be served ends with an error code and a sentence. */
  const answer =
    <Params, Result>(handler: (session: Session, params: Params, token: CancellationToken) => Promise<Result>) =>
    async (params: Params, token: CancellationToken): Promise<Result | ResponseError<never>> => {
      if (session.workspace.closed) return new ResponseError(ErrorCodes.InvalidRequest, 'The server is shutting down.');
      try {
        return await handler(session, params, token);
      } catch (error) {
        return asResponseError(error, token);
      }
    };
  connection.onHover(answer(hover));
  connection.onDocumentSymbol(answer(documentSymbol));
  connection.languages.diagnostics.on(answer(documentDiagnostic));
  connection.languages.diagnostics.onWorkspace(answer(workspaceDiagnostic));
  connection.onFoldingRanges(answer(foldingRange));
  connection.onCodeAction(answer(codeAction));
  connection.onCodeActionResolve(answer(resolveCodeAction));
  connection.onCodeLens(answer(codeLens));
  connection.onCodeLensResolve(answer(resolveCodeLens));
  connection.languages.inlayHint.on(answer(inlayHint));
  connection.onWorkspaceSymbol(answer(workspaceSymbol));
  connection.onDefinition(answer(definition));
  connection.onReferences(answer(references));
  connection.onExecuteCommand(answer(executeCommand));
  connection.onRequest(extractMethod, answer(extract));
}

function followDocuments({ documents, workspace }: Session): void {
  documents.onChange(({ uri }) => {
    for (const { site, page } of workspace.pagesOf(uri)) site.text(page, uri);
  });
  documents.onClose(({ uri }) => {
    for (const { site, page } of workspace.pagesOf(uri)) site.closeText(page);
  });
}
