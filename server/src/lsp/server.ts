import { overviewMethod } from 'templens-shared/protocol';
import {
  type CancellationToken,
  type Connection,
  type DidChangeWatchedFilesParams,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  type InlayHint,
  InlayHintKind,
  type InlayHintParams,
  MessageType,
  ResponseError,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { clientFeatures } from './client-features.ts';
import { ClosedPageDiagnostics } from './closed-page-diagnostics.ts';
import { codeAction, resolveCodeAction } from './code-action.ts';
import { codeLens } from './code-lens.ts';
import { EditorConfiguration } from './configuration.ts';
import type { Dependencies } from './dependencies.ts';
import { DiagnosticStore } from './diagnostic-store.ts';
import { documentSymbol } from './document-symbol.ts';
import { Documents } from './documents.ts';
import { asResponseError, invalidParams, isDefect } from './errors.ts';
import { executeCommand } from './execute-command.ts';
import {
  extract,
  extractedLines,
  extractedLinesRequest,
  extractRequest,
  templateDifferences,
  templateDifferencesRequest,
} from './extract.ts';
import { foldingRange } from './folding-range.ts';
import { hover } from './hover.ts';
import { showMessage } from './messages.ts';
import { documentNotifications, withValidParams } from './notifications.ts';
import { overview, overviewList, overviewListRequest, partPlace, partPlaceRequest } from './overview.ts';
import { folderUri } from './page-uri.ts';
import { type Shape, shapeError, shapes } from './params.ts';
import { documentDiagnostic, refreshDiagnostics, workspaceDiagnostic } from './pull-diagnostics.ts';
import { definition, documentHighlight, references } from './references.ts';
import { willRenameFiles } from './rename-files.ts';
import { serverCapabilities } from './server-capabilities.ts';
import { openPage, queryOpenPage, type Session } from './session.ts';
import { SiteEvents } from './site-events.ts';
import { textDocumentContent } from './text-document-content.ts';
import { filesChanged, WatchedFiles } from './watched-files.ts';
import { Workspace } from './workspace.ts';
import { workspaceSymbol } from './workspace-symbol.ts';

/** Publishes the diagnostics of a document whenever they change. */
function pushDiagnostics({ connection, client, diagnostics }: Session): void {
  diagnostics.onChange(uri => {
    const { diagnostics: shown, version } = diagnostics.get(uri);
    const versioned = client.diagnosticVersions && version !== undefined ? { version } : {};
    void connection.sendDiagnostics({ uri, diagnostics: shown, ...versioned });
  });
}

/** Inlay hints with the names of the template's holes, each before the content that fills the hole. */
async function inlayHint(session: Session, params: InlayHintParams, token: CancellationToken): Promise<InlayHint[] | null> {
  const open = openPage(session, params.textDocument.uri);
  if (open === undefined) return null;
  await open.site.configured;
  // Asked after every edit: without hints, nothing is extracted.
  if (!open.site.features.inlayHints) return null;
  const query = { kind: 'extract', page: open.page, what: 'content', format: 'json' } as const;
  const json = await queryOpenPage(session, open, query, token);
  if (json === null) return null;
  const positions = session.documents.positions(open.document);
  const [from, to] = [positions.offsetAt(params.range.start), positions.offsetAt(params.range.end)];
  return (JSON.parse(json) as { name: string; start: number }[])
    .filter(({ start }) => from <= start && start <= to)
    .map(({ name, start }) => ({
      position: positions.positionAt(start),
      label: `${name}:`,
      kind: InlayHintKind.Parameter,
      tooltip: `Fills the hole ${name} of the template.`,
      paddingRight: true,
    }));
}

/** Serves one client on a connection that is not listening yet. The connection ends the process on `exit`, or when the client is gone. */
export function serve(connection: Connection, dependencies: Dependencies, version: string): void {
  let session: Session | undefined;
  connection.onInitialize(params => {
    if (session !== undefined) return new ResponseError(ErrorCodes.InvalidRequest, 'The server was initialized before.');
    try {
      session = startSession(connection, dependencies, params);
    } catch (error) {
      return invalidParams(`The parameters of initialize cannot be understood (${(error as Error).message}).`);
    }
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
  const documents = new Documents(documentNotifications(connection), client.encoding);
  const configuration = new EditorConfiguration(connection, client, params.initializationOptions);
  const watchedFiles = new WatchedFiles(connection, client, dependencies);
  const workspace = new Workspace(connection, dependencies, documents);
  const session: Session = { connection, client, documents, workspace, dependencies, diagnostics: new DiagnosticStore() };
  const closedPages = client.pullsDiagnostics && client.acceptsDiagnostics ? new ClosedPageDiagnostics(session) : undefined;
  if (client.pullsDiagnostics) refreshDiagnostics(session);
  else pushDiagnostics(session);
  const events = new SiteEvents(session, configuration, watchedFiles);
  answerRequests(session, closedPages);
  followDocuments(session);
  const watched = (changes: DidChangeWatchedFilesParams): void => filesChanged(workspace, changes);
  connection.onDidChangeWatchedFiles(withValidParams(connection, 'workspace/didChangeWatchedFiles', shapes.files, watched));
  connection.onDidChangeConfiguration(params => {
    configuration.changed(params?.settings);
    for (const site of workspace.sites()) void site.reconfigure();
  });
  connection.onInitialized(() => {
    configuration.register().catch((error: Error) => connection.console.warn(`No news of settings: ${error.message}`));
    for (const folder of foldersOf(params)) workspace.add(folder, events);
    if (!client.workspaceFolders) return;
    const moved = ({ added, removed }: WorkspaceFoldersChangeEvent): void => {
      for (const { uri } of removed) workspace.remove(uri).catch((error: Error) => connection.console.error(error.message));
      for (const { uri } of added) workspace.add(uri, events);
    };
    const method = 'workspace/didChangeWorkspaceFolders';
    connection.workspace.onDidChangeWorkspaceFolders(withValidParams(connection, method, shapes.folders, moved));
  });
  return session;
}

/** URIs of the workspace folders; clients without workspace folders send one root, as a URI or, in older versions, as a path. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  if (rootUri) return [rootUri];
  return rootPath ? [folderUri(rootPath)] : [];
}

/** Warning for an HTML document that is opened without a workspace folder. */
const noSite =
  'Templens compares the pages of a folder, and the editor named none: open the folder of the site, or put templens.config.json with {} into it and open the page again.';

function answerRequests(session: Session, closedPages: ClosedPageDiagnostics | undefined): void {
  const { connection } = session;
  /** Wraps a handler so that its parameters are validated and its errors become an error code and a sentence. */
  const answer =
    <Params, Result, More extends unknown[]>(
      shape: Shape,
      handler: (session: Session, params: Params, token: CancellationToken, ...more: More) => Promise<Result>,
    ) =>
    async (params: Params, token: CancellationToken, ...more: More): Promise<Result | ResponseError<never>> => {
      if (session.workspace.closed) return new ResponseError(ErrorCodes.InvalidRequest, 'The server is shutting down.');
      const wrong = shapeError(params, shape);
      if (wrong !== undefined) return invalidParams(wrong);
      try {
        return await handler(session, params, token, ...more);
      } catch (error) {
        if (isDefect(error)) connection.console.error(`A request failed: ${error.stack}`);
        return asResponseError(error, token);
      }
    };
  const answerOverview = answer(shapes.object, overview);
  connection.onHover(answer(shapes.place, hover));
  connection.onDocumentSymbol(answer(shapes.document, documentSymbol));
  connection.languages.diagnostics.on(answer(shapes.document, documentDiagnostic));
  const workspaceDiagnostics = answer(shapes.results, workspaceDiagnostic);
  connection.languages.diagnostics.onWorkspace((params, token) => {
    closedPages?.pulled();
    return workspaceDiagnostics(params, token);
  });
  connection.onFoldingRanges(answer(shapes.document, foldingRange));
  connection.onCodeAction(answer(shapes.actions, codeAction));
  connection.onCodeActionResolve(answer(shapes.object, resolveCodeAction));
  connection.onCodeLens(answer(shapes.document, codeLens));
  connection.languages.inlayHint.on(answer(shapes.range, inlayHint));
  connection.onWorkspaceSymbol(answer(shapes.symbols, workspaceSymbol));
  connection.onDefinition(answer(shapes.place, definition));
  connection.onReferences(answer(shapes.references, references));
  connection.onDocumentHighlight(answer(shapes.place, documentHighlight));
  connection.workspace.textDocumentContent.on(answer(shapes.content, textDocumentContent));
  connection.workspace.onWillRenameFiles(answer(shapes.renames, willRenameFiles));
  connection.onExecuteCommand(answer(shapes.command, executeCommand));
  // Clients may send this request with or without parameters.
  connection.onRequest(overviewMethod, (...args: unknown[]) => answerOverview({}, args.at(-1) as CancellationToken));
  connection.onRequest(overviewListRequest, answer(shapes.overviewList, overviewList));
  connection.onRequest(partPlaceRequest, answer(shapes.partPlace, partPlace));
  connection.onRequest(extractedLinesRequest, answer(shapes.content, extractedLines));
  connection.onRequest(templateDifferencesRequest, answer(shapes.object, templateDifferences));
  connection.onRequest(extractRequest, answer(shapes.object, extract));
}

/** Sends the texts of open documents to the sites that hold them. */
function followDocuments({ connection, documents, workspace }: Session): void {
  let isAdvised = false;
  documents.onChange(({ uri, languageId }) => {
    if (!isAdvised && languageId === 'html' && workspace.sites().length === 0) {
      isAdvised = true;
      showMessage(connection, MessageType.Warning, noSite);
    }
    for (const { site, page } of workspace.pagesOf(uri)) site.sendText(page, uri);
  });
  documents.onClose(({ uri }) => {
    for (const { site, page } of workspace.pagesOf(uri)) site.closeText(page);
  });
}
