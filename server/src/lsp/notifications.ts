import type { Connection } from 'vscode-languageserver';
import type { DocumentConnection } from './documents.ts';
import { isDefect } from './errors.ts';
import { type Shape, shapeError, shapes } from './params.ts';

/**
 * Wraps a handler of a notification so that parameters of a wrong type are ignored with a warning: a notification has no answer that could
 * report the error.
 */
export function withValidParams<Params>(
  connection: Connection,
  method: string,
  shape: Shape,
  handler: (params: Params) => void,
): (params: Params) => void {
  const warnIgnored = (why: string): void => connection.console.warn(`${method} is ignored: ${why}`);
  return params => {
    const mistake = shapeError(params, shape);
    if (mistake !== undefined) return warnIgnored(mistake);
    try {
      handler(params);
    } catch (error) {
      if (!isDefect(error)) throw error;
      warnIgnored('it cannot be understood; please report this if its parts have the types that LSP gives them.');
    }
  };
}

/** The notifications about open documents, without those with invalid parameters. */
export function documentNotifications(connection: Connection): DocumentConnection {
  return {
    onDidOpenTextDocument: handler =>
      connection.onDidOpenTextDocument(withValidParams(connection, 'textDocument/didOpen', shapes.opened, handler)),
    onDidChangeTextDocument: handler =>
      connection.onDidChangeTextDocument(withValidParams(connection, 'textDocument/didChange', shapes.changed, handler)),
    onDidCloseTextDocument: handler =>
      connection.onDidCloseTextDocument(withValidParams(connection, 'textDocument/didClose', shapes.document, handler)),
    onWillSaveTextDocument: handler => connection.onWillSaveTextDocument(handler),
    onWillSaveTextDocumentWaitUntil: handler => connection.onWillSaveTextDocumentWaitUntil(handler),
    onDidSaveTextDocument: handler => connection.onDidSaveTextDocument(handler),
  };
}
