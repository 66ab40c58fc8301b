import {
  type ExtractedLinesParams,
  type ExtractParams,
  type ExtractResult,
  extractedLinesMethod,
  extractMethod,
} from 'templens-shared/protocol';
import { type CancellationToken, ParameterStructures, RequestType } from 'vscode-languageserver';
import { invalidParams, requestFailed } from './errors.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';

/** The custom request for `extract`; parameters are passed by name, as in all requests of LSP. */
export const extractRequest = new RequestType<ExtractParams, ExtractResult, never>(extractMethod, ParameterStructures.byName);

const kinds: readonly unknown[] = ['template', 'content'];
const formats: readonly unknown[] = ['html', 'text', 'json'];

/** The template or the content of a page of a workspace folder as text; the page need not be open. */
export async function extract(session: Session, params: ExtractParams, token: CancellationToken): Promise<ExtractResult> {
  const { what, format } = params;
  const found = requestedPage(session, params);
  if (!formats.includes(format)) throw invalidParams(`"format" ${given(format)}; it must be "html", "text" or "json".`);
  return { text: await found.site.query({ kind: 'extract', page: found.page, what, format }, token) };
}

/** The custom request for `extractedLines`. */
export const extractedLinesRequest = new RequestType<ExtractedLinesParams, number[], never>(
  extractedLinesMethod,
  ParameterStructures.byName,
);

/** For each line of the HTML that `extract` returns, the line of the page, from 0, where it begins. */
export async function extractedLines(
  session: Session,
  params: ExtractedLinesParams,
  token: CancellationToken,
): Promise<number[]> {
  const found = requestedPage(session, params);
  return found.site.query({ kind: 'extractedLines', page: found.page, what: params.what }, token);
}

/** Returns the page of a request. Throws a `ResponseError` if `uri` or `what` is invalid, or the page is in no workspace folder. */
function requestedPage(session: Session, { uri, what }: ExtractedLinesParams): { site: Site; page: string } {
  if (typeof uri !== 'string') throw invalidParams('Name the page by its "uri".');
  if (!kinds.includes(what)) throw invalidParams(`"what" ${given(what)}; it must be "template" or "content".`);
  const found = session.workspace.pageOf(uri);
  if (found === undefined) throw requestFailed(`${uri} lies in no workspace folder.`);
  return found;
}

const given = (value: unknown): string => (value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`);
