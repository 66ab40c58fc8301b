import type { Connection } from 'vscode-languageserver';
import type { DocumentConnection } from './documents.ts';
import { isDefect } from './errors.ts';
import { complaint, type Shape, shapes } from './params.ts';

/** Wraps a handler of a notification: parameters of a wrong type are ignored with a warning, because nobody waits for an answer. */
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

/** The notifications about open documents; those of a wrong type are ignored. */
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
