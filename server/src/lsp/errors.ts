import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { EngineError } from '../site/engine-error.ts';

export const invalidParams = (sentence: string) => new ResponseError<never>(ErrorCodes.InvalidParams, sentence);
export const requestFailed = (sentence: string) => new ResponseError<never>(LSPErrorCodes.RequestFailed, sentence);
export const contentModified = () =>
  new ResponseError<never>(LSPErrorCodes.ContentModified, 'The document changed while the answer was being worked out.');

/** Is it an error of the language itself: a mistake of ours, or about parts of a request that have not the types that LSP gives them? */
export function isDefect(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** What a failed request is answered with: an LSP error code and a sentence. */
export function asResponseError(error: unknown, token: CancellationToken): ResponseError<never> {
  if (error instanceof ResponseError) return error as ResponseError<never>;
  if (token.isCancellationRequested)
    return new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
  if (isDefect(error))
    return invalidParams('The request cannot be understood; please report this if its parts have the types that LSP gives them.');
  if (error instanceof EngineError && error.code === 'answer-failed')
    return new ResponseError<never>(ErrorCodes.InternalError, error.message);
  return requestFailed(error instanceof Error ? error.message : String(error));
}
