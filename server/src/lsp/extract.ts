import type { ExtractParams, ExtractResult } from 'templens-shared/protocol';
import type { CancellationToken } from 'vscode-languageserver';
import { invalidParams, requestFailed } from './errors.ts';
import type { Session } from './session.ts';

const whats: readonly unknown[] = ['template', 'content'];
const formats: readonly unknown[] = ['html', 'text', 'json'];

/** The template or the content of a page, open or not, as text. */
export async function extract(session: Session, params: ExtractParams, token: CancellationToken): Promise<ExtractResult> {
  const { uri, what, format } = params;
  if (typeof uri !== 'string') throw invalidParams('Name the page by its "uri".');
  if (!whats.includes(what)) throw invalidParams(`"what" is ${JSON.stringify(what)} but must be "template" or "content".`);
  if (!formats.includes(format))
    throw invalidParams(`"format" is ${JSON.stringify(format)} but must be "html", "text" or "json".`);
  const found = session.workspace.pageOf(uri);
  if (found === undefined) throw requestFailed(`${uri} lies in no workspace folder.`);
  return { text: await found.site.query({ kind: 'extract', page: found.page, what, format }, token) };
}
