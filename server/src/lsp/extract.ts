import {
  type ExtractedLinesParams,
  type ExtractParams,
  type ExtractResult,
  extractedLinesMethod,
  extractMethod,
  type TemplateDifference,
  type TemplateDifferencesParams,
  templateDifferencesMethod,
} from 'templens-shared/protocol';
import { type CancellationToken, ParameterStructures, RequestType } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { invalidParams, requestFailed } from './errors.ts';
import { PositionMapper } from './positions.ts';
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
  const { site, page } = found;
  if (what === 'template') return { text: (await site.query({ kind: 'layoutTemplate', page }, token)).text };
  return { text: await site.query({ kind: 'extract', page, what, format }, token) };
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
  const { site, page } = requestedPage(session, params);
  if (params.what === 'content') return site.query({ kind: 'contentLines', page }, token);
  return (await site.query({ kind: 'layoutTemplate', page }, token)).lines;
}

/** The custom request for `templateDifferences`. */
export const templateDifferencesRequest = new RequestType<TemplateDifferencesParams, TemplateDifference[], never>(
  templateDifferencesMethod,
  ParameterStructures.byName,
);

/** Where the extracted template, which is that of the layout, differs from the page. */
export async function templateDifferences(
  session: Session,
  { uri }: TemplateDifferencesParams,
  token: CancellationToken,
): Promise<TemplateDifference[]> {
  const { site, page } = requestedPage(session, { uri, what: 'template' });
  const { text, differences } = await site.query({ kind: 'layoutTemplate', page }, token);
  const positions = new PositionMapper(TextDocument.create(uri, 'html', 0, text), session.client.encoding);
  return differences.map(({ start, end, own }) => ({ range: positions.range(start, end), own }));
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
