import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver';
import type { ClientFeatures } from './client-features.ts';
import { fixAllKind } from './code-action.ts';
import { commandNames } from './execute-command.ts';
import { renameRegistration } from './rename-files.ts';
import { contentScheme } from './text-document-content.ts';

/** The server's capabilities for a client with these features. */
export function serverCapabilities(client: ClientFeatures): ServerCapabilities {
  return {
    positionEncoding: client.encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    hoverProvider: true,
    documentSymbolProvider: { label: 'Templens' },
    foldingRangeProvider: true,
    ...(client.pullsDiagnostics && {
      diagnosticProvider: { identifier: 'templens', interFileDependencies: true, workspaceDiagnostics: true },
    }),
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, fixAllKind],
      resolveProvider: true,
    },
    codeLensProvider: {},
    inlayHintProvider: true,
    workspaceSymbolProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    executeCommandProvider: { commands: [...commandNames] },
    workspace: {
      fileOperations: { willRename: renameRegistration },
      ...(client.workspaceFolders && { workspaceFolders: { supported: true, changeNotifications: true } }),
      ...(client.readsContent && { textDocumentContent: { schemes: [contentScheme] } }),
    },
    ...(client.regions ? { experimental: { templensRegions: true } } : {}),
  };
}
