import type { NodeEvidence } from 'templens-shared/stream';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ExampleLink } from './describe-evidence.ts';
import { uriOf } from './page-uri.ts';
import { type OpenPage, openDocument, type Session } from './session.ts';

/**
 * Where the template's version of a node stands, or the same node on another page: its line, out of the open buffer or the file; the page
 * alone when that cannot be read.
 */
export async function exampleLink(
  session: Session,
  { site }: OpenPage,
  { example: same, differences }: NodeEvidence,
): Promise<ExampleLink | undefined> {
  const example = differences.find(({ example }) => example !== undefined)?.example ?? same;
  if (example === undefined) return undefined;
  const uri = uriOf(site.uri, example.page);
  const open = openDocument(session, site, example.page);
  try {
    const text = open?.getText() ?? (await session.dependencies.readPage(site.root, example.page));
    const { line, character } = TextDocument.create(uri, 'html', 0, text).positionAt(example.start);
    return { uri, page: example.page, line: line + 1, column: character + 1 };
  } catch {
    return { uri, page: example.page };
  }
}
