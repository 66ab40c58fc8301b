import type { ClientCapabilities, DiagnosticsCapabilities, InitializeParams } from 'vscode-languageserver';
import { negotiateEncoding, type PositionEncoding } from './positions.ts';

/** What the connected client can do, as far as an answer depends on it. */
export interface ClientFeatures {
  encoding: PositionEncoding;
  /** Understands `templens/regions`. */
  regions: boolean;
  /** Has the command `templens.peekPages`, which shows the pages with a node. */
  peeksPages: boolean;
  refreshesLenses: boolean;
  refreshesInlayHints: boolean;
  refreshesFolds: boolean;
  markdownHover: boolean;
  nestedSymbols: boolean;
  collapsedText: boolean;
  /** Most folding ranges the client wants of a document. */
  foldingLimit: number;
  /** Shows layouts, parts and findings in a view, and asks for them again. */
  showsOverview: boolean;
  /** Answers `workspace/configuration`. */
  pullsConfiguration: boolean;
  registersConfiguration: boolean;
  workspaceFolders: boolean;
  /** Watches files for us. */
  watchesFiles: boolean;
  relativePatterns: boolean;
  /** Asks for diagnostics, and again when the server requests it. Else they are published. */
  pullsDiagnostics: boolean;
  /** Shows what is published, whatever it asks for. */
  acceptsDiagnostics: boolean;
  /** Opens documents that the server makes up. */
  readsContent: boolean;
  codeDescription: boolean;
  relatedInformation: boolean;
  /** Diagnostics may carry the version of their document. */
  diagnosticVersions: boolean;
  /** Asks for the edit of a code action when it is to be made. */
  resolvesEdits: boolean;
  /** Edits may name the versions of their documents. */
  documentChanges: boolean;
  /** Edits may create files. */
  createsFiles: boolean;
  /** Edits may ask for confirmation. */
  changeAnnotations: boolean;
}

export function clientFeatures({ capabilities }: Pick<InitializeParams, 'capabilities'>): ClientFeatures {
  const { workspace, textDocument, general } = capabilities;
  return {
    encoding: negotiateEncoding(general?.positionEncodings),
    regions: experimental(capabilities, 'templensRegions'),
    peeksPages: experimental(capabilities, 'templensPeek'),
    showsOverview: experimental(capabilities, 'templensOverview'),
    refreshesLenses: workspace?.codeLens?.refreshSupport ?? false,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport ?? false,
    refreshesFolds: workspace?.foldingRange?.refreshSupport ?? false,
    markdownHover: textDocument?.hover?.contentFormat?.includes('markdown') ?? false,
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
    collapsedText: textDocument?.foldingRange?.foldingRange?.collapsedText ?? false,
    foldingLimit: textDocument?.foldingRange?.rangeLimit ?? Number.POSITIVE_INFINITY,
    pullsConfiguration: workspace?.configuration ?? false,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    workspaceFolders: workspace?.workspaceFolders ?? false,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    relativePatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport ?? false,
    pullsDiagnostics: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    acceptsDiagnostics: textDocument?.publishDiagnostics !== undefined,
    readsContent: workspace?.textDocumentContent !== undefined,
    codeDescription: pushOrPull(textDocument)?.codeDescriptionSupport ?? false,
    relatedInformation: pushOrPull(textDocument)?.relatedInformation ?? false,
    diagnosticVersions: textDocument?.publishDiagnostics?.versionSupport ?? false,
    resolvesEdits: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') ?? false,
    documentChanges: workspace?.workspaceEdit?.documentChanges ?? false,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') ?? false,
    changeAnnotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
  };
}

/** What diagnostics may hold is said with the way that they are asked for. */
function pushOrPull(client: ClientCapabilities['textDocument']): DiagnosticsCapabilities | undefined {
  return { ...client?.publishDiagnostics, ...client?.diagnostic };
}

function experimental(capabilities: ClientCapabilities, name: string): boolean {
  const offered: unknown = capabilities.experimental;
  return typeof offered === 'object' && offered !== null && (offered as Record<string, unknown>)[name] === true;
}
