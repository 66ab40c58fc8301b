import type { NodeEvidence } from 'templens-shared/answers';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ExampleLink } from './describe-evidence.ts';
import { uriOf } from './page-uri.ts';
import { type OpenPage, openDocument, type Session } from './session.ts';

/**
 * A link to an example page: to its version of the node if the page differs, else to the same node. The line comes from the open document or
 * the file; if the file cannot be read, the link has no line. Undefined if the evidence names no example.
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
