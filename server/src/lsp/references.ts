import type { Counterparts, LinePlace, PagePlace } from 'templens-shared/answers';
import {
  type CancellationToken,
  type DefinitionParams,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentHighlightParams,
  type Location,
  type Position,
  type ReferenceParams,
} from 'vscode-languageserver';
import { uriOf } from './page-uri.ts';
import { type OpenPage, openPage, queryOpenPage, type Session } from './session.ts';

/** Locations of the node under the cursor on the pages of the layout that have it. */
export async function references(
  session: Session,
  params: ReferenceParams,
  token: CancellationToken,
): Promise<Location[] | null> {
  const found = await counterpartsAt(session, params, false, token);
  if (found === null) return null;
  const { open, answer } = found;
  const others = answer.places.map(place => locationOf(session, open, place));
  if (!params.context.includeDeclaration) return others;
  const { start, end } = answer;
  return [{ uri: open.document.uri, range: session.documents.positions(open.document).range(start, end) }, ...others];
}

/** The node under the cursor on the first other page of the layout that has it; for a text that no other page has, the element around it. */
export async function definition(session: Session, params: DefinitionParams, token: CancellationToken): Promise<Location | null> {
  const found = await counterpartsAt(session, params, true, token);
  const place = found?.answer.places[0];
  return found && place ? locationOf(session, found.open, place) : null;
}

/** All occurrences of the node under the cursor on its page. */
export async function documentHighlight(
  session: Session,
  { textDocument: { uri }, position }: DocumentHighlightParams,
  token: CancellationToken,
): Promise<DocumentHighlight[] | null> {
  const open = openPage(session, uri);
  if (open === undefined) return null;
  const positions = session.documents.positions(open.document);
  const found = await queryOpenPage(
    session,
    open,
    { kind: 'repetitions', page: open.page, offset: positions.offsetAt(position) },
    token,
  );
  return found?.map(({ start, end }) => ({ range: positions.range(start, end), kind: DocumentHighlightKind.Text })) ?? null;
}

/**
 * The node under the cursor and the same node on other pages.
 * @param like uses the element around a text that no other page has.
 */
async function counterpartsAt(
  session: Session,
  { textDocument: { uri }, position }: DefinitionParams,
  like: boolean,
  token: CancellationToken,
): Promise<{ open: OpenPage; answer: Counterparts } | null> {
  const open = openPage(session, uri);
  if (open === undefined) return null;
  const offset = session.documents.positions(open.document).offsetAt(position);
  const answer = await queryOpenPage(session, open, { kind: 'counterparts', page: open.page, offset, like }, token);
  return answer && { open, answer };
}

function locationOf(session: Session, { site }: OpenPage, { page, start, end }: PagePlace): Location {
  const at = ({ line, before }: LinePlace): Position => ({
    line,
    character: session.client.encoding === 'utf-8' ? Buffer.byteLength(before, 'utf8') : before.length,
  });
  return { uri: uriOf(site.uri, page), range: { start: at(start), end: at(end) } };
}
