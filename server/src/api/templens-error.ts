import type { EngineErrorCode } from 'templens-shared/stream';
import { EngineError } from '../site/engine-error.ts';

/**
 * The kind of an error:
 * - `bad-argument`: an argument or option is invalid;
 * - `bad-configuration`: the configuration file of the site has a mistake;
 * - `unreadable-site`: the folder does not exist, is a file, or cannot be listed;
 * - `not-a-page`: the path names no page of the site, or a page that was skipped;
 * - `not-a-part`: no part, or no version of it, has this id;
 * - `closed`: the site was closed;
 * - `out-of-date`: the file changes faster than it can be read;
 * - `failed`: an error inside Templens.
 */
export type TemplensErrorCode =
  | 'bad-argument'
  | 'bad-configuration'
  | 'unreadable-site'
  | 'not-a-page'
  | 'not-a-part'
  | 'closed'
  | 'out-of-date'
  | 'failed';

/** An error of the API. Its `message` is a sentence for people; `code` is for programs and stays the same in later versions. */
export class TemplensError extends Error {
  /** The same for all errors of the API. */
  override readonly name = 'TemplensError';
  /** Code that programs can test for. */
  readonly code: TemplensErrorCode;

  constructor(code: TemplensErrorCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}

const codes: Partial<Record<EngineErrorCode, TemplensErrorCode>> = { 'not-a-page': 'not-a-page', 'out-of-date': 'out-of-date' };

/** Converts an error of the engine to an error of the API; returns other errors unchanged. */
export function apiError(error: unknown): unknown {
  return error instanceof EngineError ? new TemplensError(codes[error.code] ?? 'failed', error.message, { cause: error }) : error;
}

/** The error of a path that names no page. */
export function noPage(page: string): TemplensError {
  return new TemplensError('not-a-page', `${page} is not a page of this site.`);
}

/** The error of an id that names no part. */
export function noPart(part: string): TemplensError {
  return new TemplensError('not-a-part', `No part of the site has the id "${part}".`);
}

/** The error for a version that a part does not have. */
export function noVersion({ name }: { name: string }, version: string): TemplensError {
  return new TemplensError('not-a-part', `The part "${name}" has no version with the id "${version}".`);
}
