import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { EngineError } from '../site/engine-error.ts';

/** The error for a request with wrong parameters; clients may show the sentence to the user. */
export const invalidParams = (sentence: string) => new ResponseError<never>(ErrorCodes.InvalidParams, sentence);
/** The error for a valid request that cannot be served. */
export const requestFailed = (sentence: string) => new ResponseError<never>(LSPErrorCodes.RequestFailed, sentence);
/** The error for a document that was edited during the request. */
export const contentModified = () =>
  new ResponseError<never>(LSPErrorCodes.ContentModified, 'The document changed while the answer was being worked out.');

export const requestCancelled = () => new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');

/** True for errors that JavaScript itself throws: a bug in the server, or a request whose members have other types than LSP requires. */
export function isDefect(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** Converts an error to the answer of a failed request: an LSP error code and a sentence. */
export function asResponseError(error: unknown, token: CancellationToken): ResponseError<never> {
  if (error instanceof ResponseError) return error as ResponseError<never>;
  if (token.isCancellationRequested) return requestCancelled();
  if (isDefect(error))
    return invalidParams('The request cannot be understood; please report this if its parts have the types that LSP gives them.');
  if (error instanceof EngineError && error.code === 'answer-failed')
    return new ResponseError<never>(ErrorCodes.InternalError, error.message);
  return requestFailed(error instanceof Error ? error.message : String(error));
}
