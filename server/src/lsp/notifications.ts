import type { Connection } from 'vscode-languageserver';
import type { DocumentConnection } from './documents.ts';
import { isDefect } from './errors.ts';
import { complaint, type Shape, shapes } from './params.ts';

/** A handler of a notification that ignores, with a warning, what has not the types that LSP gives it: there is nobody to answer. */
export function understood<Params>(
  connection: Connection,
  method: string,
  shape: Shape,
  handler: (params: Params) => void,
): (params: Params) => void {
  const ignore = (why: string): void => connection.console.warn(`${method} is ignored: ${why}`);
  return params => {
    const wrong = complaint(params, shape);
    if (wrong !== undefined) return ignore(wrong);
    try {
      handler(params);
    } catch (error) {
      if (!isDefect(error)) throw error;
      ignore('it cannot be understood; please report this if its parts have the types that LSP gives them.');
    }
  };
}

/** What is said of open documents, as far as it can be understood. */
export function documentNotifications(connection: Connection): DocumentConnection {
  return {
    onDidOpenTextDocument: handler =>
      connection.onDidOpenTextDocument(understood(connection, 'textDocument/didOpen', shapes.opened, handler)),
    onDidChangeTextDocument: handler =>
      connection.onDidChangeTextDocument(understood(connection, 'textDocument/didChange', shapes.changed, handler)),
    onDidCloseTextDocument: handler =>
      connection.onDidCloseTextDocument(understood(connection, 'textDocument/didClose', shapes.document, handler)),
    onWillSaveTextDocument: handler => connection.onWillSaveTextDocument(handler),
    onWillSaveTextDocumentWaitUntil: handler => connection.onWillSaveTextDocumentWaitUntil(handler),
    onDidSaveTextDocument: handler => connection.onDidSaveTextDocument(handler),
  };
}
