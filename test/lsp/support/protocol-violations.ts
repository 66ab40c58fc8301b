import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerMessage } from './message-recorder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Names of the requests and notifications of LSP 3.18 in `vscode-languageserver-protocol`, by method. */
const requests: Record<string, string> = {
  initialize: 'InitializeRequest',
  shutdown: 'ShutdownRequest',
  'textDocument/hover': 'HoverRequest',
  'textDocument/documentSymbol': 'DocumentSymbolRequest',
  'textDocument/diagnostic': 'DocumentDiagnosticRequest',
  'textDocument/foldingRange': 'FoldingRangeRequest',
  'textDocument/codeAction': 'CodeActionRequest',
  'codeAction/resolve': 'CodeActionResolveRequest',
  'textDocument/codeLens': 'CodeLensRequest',
  'textDocument/inlayHint': 'InlayHintRequest',
  'textDocument/definition': 'DefinitionRequest',
  'textDocument/references': 'ReferencesRequest',
  'textDocument/documentHighlight': 'DocumentHighlightRequest',
  'workspace/symbol': 'WorkspaceSymbolRequest',
  'workspace/diagnostic': 'WorkspaceDiagnosticRequest',
  'workspace/textDocumentContent': 'TextDocumentContentRequest',
  'workspace/willRenameFiles': 'WillRenameFilesRequest',
  'workspace/executeCommand': 'ExecuteCommandRequest',
  'client/registerCapability': 'RegistrationRequest',
  'client/unregisterCapability': 'UnregistrationRequest',
  'workspace/configuration': 'ConfigurationRequest',
  'workspace/applyEdit': 'ApplyWorkspaceEditRequest',
  'window/workDoneProgress/create': 'WorkDoneProgressCreateRequest',
  'workspace/diagnostic/refresh': 'DiagnosticRefreshRequest',
  'workspace/codeLens/refresh': 'CodeLensRefreshRequest',
  'workspace/inlayHint/refresh': 'InlayHintRefreshRequest',
  'workspace/foldingRange/refresh': 'FoldingRangeRefreshRequest',
  'workspace/textDocumentContent/refresh': 'TextDocumentContentRefreshRequest',
};
const notifications: Record<string, string> = {
  'textDocument/publishDiagnostics': 'PublishDiagnosticsNotification',
  'window/logMessage': 'LogMessageNotification',
  'window/showMessage': 'ShowMessageNotification',
};

/** Requests of the server that have no parameters. */
const isRefresh = /^workspace\/(?!textDocumentContent).*\/refresh$/;

const head = `import type * as lsp from 'vscode-languageserver-protocol';
type Params<T> = T extends lsp.ProtocolRequestType<infer P, any, any, any, any> ? P : T extends lsp.ProtocolNotificationType<infer P, any> ? P : never;
type Result<T> =
  T extends lsp.ProtocolRequestType<any, infer R, any, any, any> ? R : T extends lsp.ProtocolRequestType0<infer R, any, any, any> ? R : never;
type Progress = { token: lsp.ProgressToken; value: lsp.WorkDoneProgressBegin | lsp.WorkDoneProgressReport | lsp.WorkDoneProgressEnd };
`;

/**
 * What is wrong with messages of the server by the types of LSP 3.18, which the compiler compares them with: wrong or missing fields, unknown
 * fields and methods, numbers out of range. Messages of Templens' own (`templens/...`) are only held to the ranges.
 */
export async function protocolViolations(messages: readonly ServerMessage[]): Promise<string[]> {
  const found: string[] = [];
  const typed = new Map<string, ServerMessage>();
  for (const message of messages) {
    found.push(...numbersOutOfRange(message).map(where => `${message.method}: ${where}`));
    if (message.kind === 'refusal') {
      const { code, message: sentence } = message.error;
      if (!Number.isSafeInteger(code) || typeof sentence !== 'string' || sentence === '')
        found.push(`${message.method}: ${JSON.stringify(message.error)}`);
      continue;
    }
    if (message.method.startsWith('templens/')) continue;
    if (message.kind === 'request' && isRefresh.test(message.method)) {
      if (message.params !== undefined && message.params !== null) found.push(`${message.method} has parameters`);
      continue;
    }
    const type = typeOf(message);
    if (type === undefined) {
      found.push(`${message.kind} ${message.method} is not in LSP 3.18`);
      continue;
    }
    const value = message.kind === 'answer' ? message.result : message.params;
    // Answers that are nothing are told apart from those that are null on the wire, but not by the types.
    const text = value === null && type.startsWith('Result') && /Shutdown/.test(type) ? 'undefined' : JSON.stringify(value);
    typed.set(`${type} = ${text};`, message);
  }
  return [...found, ...(await typeErrors([...typed.keys()], [...typed.values()]))];
}

function typeOf({ kind, method }: ServerMessage): string | undefined {
  if (method === '$/progress') return 'Progress';
  if (kind === 'notification') return notifications[method] && `Params<typeof lsp.${notifications[method]}.type>`;
  return requests[method] && `${kind === 'answer' ? 'Result' : 'Params'}<typeof lsp.${requests[method]}.type>`;
}

async function typeErrors(typed: readonly string[], messages: readonly ServerMessage[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'templens-messages-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const first = head.split('\n').length;
    writeFileSync(join(folder, 'messages.ts'), head + typed.map((text, at) => `export const m${at}: ${text}\n`).join(''));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node', '--pretty', 'false'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const output = await new Promise<string>(resolve =>
      execFile(process.execPath, [tsc, ...options, 'messages.ts'], { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout) =>
        resolve(stdout),
      ),
    );
    return output
      .split('\n')
      .filter(line => line !== '')
      .map(line => {
        const [, at, what] = /^messages\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? [undefined, undefined, line];
        return at === undefined ? what! : `${messages[Number(at) - first]?.method}: ${what}`;
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Positions and versions that are no numbers of the protocol, by their paths. */
function numbersOutOfRange(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const where = `${path}/${key}`;
    const isPlace = key === 'line' || key === 'character' || key === 'startLine' || key === 'endLine';
    if (typeof inner !== 'number') return numbersOutOfRange(inner, where);
    const isRight = Number.isSafeInteger(inner) && Math.abs(inner) < 2 ** 31 && (!isPlace || inner >= 0);
    return isRight || !(isPlace || key === 'version') ? [] : [`${where} is ${inner}`];
  });
}
