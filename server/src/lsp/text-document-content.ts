import { lineStart } from 'templens-shared/line-start';
import type { CancellationToken, TextDocumentContentParams, TextDocumentContentResult } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { applyEdits } from '../core/edits/text-edit.ts';
import { siteOf } from './adopt-version.ts';
import { invalidParams, requestFailed } from './errors.ts';
import { extract } from './extract.ts';
import { layoutsText } from './layouts-text.ts';
import { placeOfPart, siteOverview } from './overview.ts';
import type { Session } from './session.ts';

/** Scheme of virtual documents: `templens:/index.html?what=template&page=URI`. The query names the content; the path names the editor's tab. */
export const contentScheme = 'templens';

/** Values from the query of a virtual document's URI; only the `needs` of its content are set. */
type Fields = Record<'page' | 'site' | 'part', string>;
type Content = (session: Session, fields: Fields, token: CancellationToken) => Promise<string>;

const contents: Record<string, { needs: (keyof Fields)[]; text: Content }> = {
  template: { needs: ['page'], text: extracted('template') },
  content: { needs: ['page'], text: extracted('content') },
  corrected: { needs: ['page'], text: corrected },
  snippet: { needs: ['page'], text: snippet },
  part: { needs: ['page', 'part'], text: partText },
  layouts: {
    needs: ['site'],
    text: async (session, { site }, token) =>
      layoutsText(await siteOverview(siteOf(session, site), token, Number.POSITIVE_INFINITY)),
  },
};

/** The text of a virtual document; throws `InvalidParams` if its URI is invalid. */
export async function textDocumentContent(
  session: Session,
  { uri }: TextDocumentContentParams,
  token: CancellationToken,
): Promise<TextDocumentContentResult> {
  const { scheme, query } = URI.parse(uri);
  const fields = new Map(query.split('&').map(field => [field.replace(/=.*/s, ''), field.replace(/^[^=]*=?/, '')]));
  const what = fields.get('what') ?? '';
  const content = Object.hasOwn(contents, what) ? contents[what] : undefined;
  const given = Object.fromEntries(content?.needs.map(name => [name, fields.get(name) || undefined]) ?? []);
  if (scheme !== contentScheme || !content || Object.values(given).includes(undefined))
    throw invalidParams(
      `${uri} is not a document of Templens: write ${contentScheme}:/NAME?what=WHAT&page=URI, where WHAT is template, content, corrected or snippet, what=part&part=ID&page=URI, or what=layouts&site=URI.`,
    );
  return { text: await content.text(session, given as Fields, token) };
}

function extracted(what: 'template' | 'content'): Content {
  return async (session, { page }, token) => (await extract(session, { uri: page, what, format: 'html' }, token)).text;
}

/** The text of the page with the template's version at every place where it deviates. */
async function corrected(session: Session, { page: uri }: Fields, token: CancellationToken): Promise<string> {
  const found = session.workspace.pageOf(uri);
  if (found === undefined) throw requestFailed(`${uri} lies in no workspace folder.`);
  const { text, edits } = await found.site.query({ kind: 'fixes', page: found.page, unsafe: true }, token);
  return applyEdits(text, edits);
}

/** The template of the page's layout as an LSP snippet, with a tab stop for each hole. */
async function snippet(session: Session, { page: uri }: Fields, token: CancellationToken): Promise<string> {
  const found = session.workspace.pageOf(uri);
  if (found === undefined) throw requestFailed(`${uri} lies in no workspace folder.`);
  return (await found.site.query({ kind: 'layoutTemplate', page: found.page }, token)).snippet;
}

/** The source of a part on a page, without the indentation that all its lines have in common. */
async function partText(session: Session, { page, part }: Fields, token: CancellationToken): Promise<string> {
  const found = await placeOfPart(session, page, part, token);
  if (!found) throw requestFailed(`${page} does not have this part.`);
  const { text, start, end } = found;
  const before = text.slice(lineStart(text, start), start);
  const source = (before.trim() === '' ? before : '') + text.slice(start, end);
  const indents = source.split('\n').flatMap(line => (line.trim() === '' ? [] : (/^[ \t]*/.exec(line)?.[0].length ?? 0)));
  const indent = Math.min(...indents);
  return `${source.replace(/^[ \t]+/gm, space => space.slice(indent)).trimEnd()}\n`;
}
