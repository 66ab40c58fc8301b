import type { CancellationToken, TextDocumentContentParams, TextDocumentContentResult } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { invalidParams } from './errors.ts';
import { extract } from './extract.ts';
import type { Session } from './session.ts';

/** `templens:/index.html?what=template&page=URI`: the page's extracted template, or its content; the path is for the editor's tab. */
export const contentScheme = 'templens';

/** The text of a virtual document. */
export async function textDocumentContent(
  session: Session,
  { uri }: TextDocumentContentParams,
  token: CancellationToken,
): Promise<TextDocumentContentResult> {
  const { scheme, query } = URI.parse(uri);
  const [, what, page] = /^what=(template|content)&page=(.+)$/s.exec(query) ?? [];
  if (scheme !== contentScheme || page === undefined)
    throw invalidParams(
      `${uri} is not a document of Templens: write ${contentScheme}:/NAME?what=template&page=URI, or what=content.`,
    );
  return extract(session, { uri: page, what: what === 'content' ? what : 'template', format: 'html' }, token);
}
