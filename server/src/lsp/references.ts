import type { Counterparts, LinePlace, PagePlace } from 'templens-shared/stream';
import type { CancellationToken, DefinitionParams, Location, Position, ReferenceParams } from 'vscode-languageserver';
import { uriOf } from './page-uri.ts';
import { askAboutText, type OpenPage, openPage, type Session } from './session.ts';

/** The node under the cursor on every page of the template group that has it. */
export async function references(
  session: Session,
  params: ReferenceParams,
  token: CancellationToken,
): Promise<Location[] | null> {
  const found = await counterpartsAt(session, params.textDocument.uri, params.position, token);
  if (found === null) return null;
  const { open, answer } = found;
  const others = answer.places.map(place => locationOf(session, open, place));
  if (!params.context.includeDeclaration) return others;
  const { start, end } = answer;
  return [{ uri: open.document.uri, range: session.documents.positions(open.document).range(start, end) }, ...others];
}

/** The node under the cursor on the first other page of the template group that has it. */
export async function definition(session: Session, params: DefinitionParams, token: CancellationToken): Promise<Location | null> {
  const found = await counterpartsAt(session, params.textDocument.uri, params.position, token);
  const place = found?.answer.places[0];
  return found && place ? locationOf(session, found.open, place) : null;
}

async function counterpartsAt(
  session: Session,
  uri: string,
  position: Position,
  token: CancellationToken,
): Promise<{ open: OpenPage; answer: Counterparts } | null> {
  const open = openPage(session, uri);
  if (open === undefined) return null;
  const offset = session.documents.positions(open.document).offsetAt(position);
  const answer = await askAboutText(session, open, { kind: 'counterparts', page: open.page, offset }, token);
  return answer && { open, answer };
}

function locationOf(session: Session, { site }: OpenPage, { page, start, end }: PagePlace): Location {
  const at = ({ line, before }: LinePlace): Position => ({
    line,
    character: session.client.encoding === 'utf-8' ? Buffer.byteLength(before, 'utf8') : before.length,
  });
  return { uri: uriOf(site.uri, page), range: { start: at(start), end: at(end) } };
}
