import type { ClientCapabilities, DiagnosticsCapabilities, InitializeParams } from 'vscode-languageserver';
import { negotiateEncoding, type PositionEncoding } from './positions.ts';

/** Capabilities of the connected client that the server's answers depend on. */
export interface ClientFeatures {
  encoding: PositionEncoding;
  /** True if the client handles the notification `templens/regions`. */
  regions: boolean;
  /** Has the command `templens.compareVersions`, which shows two versions of a part side by side. */
  comparesVersions: boolean;
  /** Has the command `templens.moreActions`, which lists the code actions that it is given. */
  listsMore: boolean;
  refreshesLenses: boolean;
  refreshesInlayHints: boolean;
  refreshesFolds: boolean;
  markdownHover: boolean;
  nestedSymbols: boolean;
  collapsedText: boolean;
  /** Largest number of folding ranges that the client accepts for a document; infinite by default. */
  foldingLimit: number;
  /** Has a view of layouts, parts and findings, which it reloads when the server reports a change. */
  showsOverview: boolean;
  /** Answers `workspace/configuration`. */
  pullsConfiguration: boolean;
  /** Supports dynamic registration for `workspace/didChangeConfiguration`. */
  registersConfiguration: boolean;
  workspaceFolders: boolean;
  /** Watches files for the server, by dynamic registration for `workspace/didChangeWatchedFiles`. */
  watchesFiles: boolean;
  relativePatterns: boolean;
  /** True if the client pulls diagnostics and supports refresh requests. To other clients the server publishes diagnostics. */
  pullsDiagnostics: boolean;
  /** True if the client shows published diagnostics, even if it also pulls diagnostics. */
  acceptsDiagnostics: boolean;
  /** Supports `workspace/textDocumentContent`: it opens virtual documents with text that the server generates. */
  readsContent: boolean;
  codeDescription: boolean;
  relatedInformation: boolean;
  /** Diagnostics may carry the version of their document. */
  diagnosticVersions: boolean;
  /** Requests the edit of a code action only when the user chooses the action. */
  resolvesEdits: boolean;
  /** Edits may name the versions of their documents. */
  documentChanges: boolean;
  /** Edits may create files. */
  createsFiles: boolean;
  /** Edits may ask for confirmation. */
  changeAnnotations: boolean;
}

/** Reads the features from the parameters of `initialize`; a missing capability counts as not supported. */
export function clientFeatures({ capabilities }: Pick<InitializeParams, 'capabilities'>): ClientFeatures {
  const { workspace, textDocument, general } = capabilities;
  return {
    encoding: negotiateEncoding(general?.positionEncodings),
    regions: experimental(capabilities, 'templensRegions'),
    comparesVersions: experimental(capabilities, 'templensCompare'),
    showsOverview: experimental(capabilities, 'templensOverview'),
    listsMore: experimental(capabilities, 'templensMore'),
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
    codeDescription: diagnosticsCapabilities(textDocument)?.codeDescriptionSupport ?? false,
    relatedInformation: diagnosticsCapabilities(textDocument)?.relatedInformation ?? false,
    diagnosticVersions: textDocument?.publishDiagnostics?.versionSupport ?? false,
    resolvesEdits: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') ?? false,
    documentChanges: workspace?.workspaceEdit?.documentChanges ?? false,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') ?? false,
    changeAnnotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
  };
}

/** The client's capabilities for diagnostics; those for pulled ones override those for published ones. */
function diagnosticsCapabilities(client: ClientCapabilities['textDocument']): DiagnosticsCapabilities | undefined {
  return { ...client?.publishDiagnostics, ...client?.diagnostic };
}

/** True if the client's experimental capabilities set this name to `true`. */
function experimental(capabilities: ClientCapabilities, name: string): boolean {
  const declared: unknown = capabilities.experimental;
  return typeof declared === 'object' && declared !== null && (declared as Record<string, unknown>)[name] === true;
}
