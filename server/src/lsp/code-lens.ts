import type { CancellationToken, CodeLens, CodeLensParams } from 'vscode-languageserver';
import { askAboutText, openPage, type Session } from './session.ts';

/** Fewer lines of template need no lens; more lenses would only be noise. */
const FEWEST_LINES = 3;
const MOST_LENSES = 20;

interface LensData {
  uri: string;
  offset: number;
}

/** A lens above every larger part of template; what it says is worked out when it is seen. */
export async function codeLens(session: Session, params: CodeLensParams, token: CancellationToken): Promise<CodeLens[] | null> {
  const { uri } = params.textDocument;
  const open = openPage(session, uri);
  if (open === undefined) return null;
  const answer = await askAboutText(session, open, { kind: 'regions', page: open.page }, token);
  if (answer === null || answer.pages < 2) return null;
  const positions = session.documents.positions(open.document);
  return answer.regions
    .filter(({ kind }) => kind === 'template')
    .map(({ start, end }) => ({ offset: start, range: positions.range(start, end) }))
    .filter(({ range }) => range.end.line - range.start.line + 1 >= FEWEST_LINES)
    .slice(0, MOST_LENSES)
    .map(
      ({ offset, range: { start } }): CodeLens => ({ range: { start, end: start }, data: { uri, offset } satisfies LensData }),
    );
}

/** On how many pages the first node of the part stands. */
export async function resolveCodeLens(session: Session, lens: CodeLens, token: CancellationToken): Promise<CodeLens> {
  const { uri, offset } = lens.data as LensData;
  const open = openPage(session, uri);
  const evidence = open && (await askAboutText(session, open, { kind: 'evidence', page: open.page, offset }, token));
  const support = evidence?.support;
  const title = support ? `Template: shared by ${support.pages} of ${support.of} pages` : 'Template';
  return { range: lens.range, command: { title, command: '' } };
}
