import { setTimeout as sleep } from 'node:timers/promises';
import type { PagePart, PartSummary } from 'templens-shared/parts';
import { isListed } from 'templens-shared/parts';
import {
  type CancellationToken,
  type CodeLens,
  type CodeLensParams,
  type Command,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import { requestFailed } from './errors.ts';
import { uriOf } from './page-uri.ts';
import { type OpenPage, openPage, queryOpenPage, type Session } from './session.ts';
import { limits, thresholds } from './thresholds.ts';

const { lensDelay } = thresholds;

/**
 * Returns a code lens above each part whose version on the page is rare, once the document has not been edited for `lensDelay` milliseconds. Lenses
 * have their titles: an editor keeps an empty row for a lens whose title it has to request. Null if the document is not an open page, or
 * code lenses are off.
 */
export async function codeLens(session: Session, params: CodeLensParams, token: CancellationToken): Promise<CodeLens[] | null> {
  const { uri } = params.textDocument;
  for (;;) {
    await untilQuiet(session, uri, token);
    const open = openPage(session, uri);
    if (open === undefined) return null;
    const lenses = await lensesOf(session, open, token).catch(editedOrThrow);
    if (lenses !== 'edited') return open.site.features.codeLens ? lenses : null;
  }
}

/**
 * Returns 'edited' for the error of a document that was edited during the query, and throws other errors. As an answer to the client, the
 * error would remove the lenses in VS Code until its next request, and the text would jump.
 */
function editedOrThrow(error: unknown): 'edited' {
  if (error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified) return 'edited';
  throw error;
}

async function lensesOf(session: Session, open: OpenPage, token: CancellationToken): Promise<CodeLens[] | null> {
  const answer = await queryOpenPage(session, open, { kind: 'regions', page: open.page }, token);
  if (answer === null) return null;
  if (!answer.parts.some(({ otherPages }) => otherPages > 0)) return [];
  const summaries = await queryOpenPage(session, open, { kind: 'parts' }, token);
  const byId = new Map(summaries?.filter(isListed).map(summary => [summary.id, summary]));
  const positions = session.documents.positions(open.document);
  const seen = new Set<string>();
  return answer.parts
    .flatMap((part): CodeLens[] => {
      const rare = rareVersion(part, byId.get(part.id));
      if (!rare || seen.has(part.id)) return [];
      seen.add(part.id);
      const start = positions.positionAt(part.start);
      return [{ range: { start, end: start }, command: lensCommand(session, open, part, rare, start) }];
    })
    .slice(0, limits.lenses);
}

/** The numbers of a version that few pages have, and the first page with the most common version of the same language. */
interface Rare {
  pages: number;
  of: number;
  common: string;
}

/** Returns the numbers of the page's version of a part if it is rare among the pages with the part in the same language. */
function rareVersion({ version, versionPages, otherPages }: PagePart, part: PartSummary | undefined): Rare | undefined {
  const own = part?.versions.find(({ id }) => id === version);
  const common = part?.versions.find(({ language }) => language === own?.language);
  const of = versionPages + otherPages;
  if (!own || !common || own === common || versionPages > thresholds.rareVersionShare * of) return undefined;
  return { pages: versionPages, of, common: common.pages[0]! };
}

/** The title, with the command that compares the versions or, for a client without it, answers with the other pages. */
function lensCommand(
  { client }: Session,
  { document, site }: OpenPage,
  { id, name }: PagePart,
  { pages, of, common }: Rare,
  start: CodeLens['range']['start'],
): Command {
  const title = `${name}: rare version, ${pages} of ${of} pages`;
  return client.comparesVersions
    ? {
        title: `${title}: compare`,
        command: 'templens.compareVersions',
        arguments: [document.uri, id, name, uriOf(site.uri, common)],
      }
    : { title: `${title}: show the others`, command: 'templens.showPages', arguments: [document.uri, start] };
}

/** Resolves when the last edit is `lensDelay` milliseconds old; rejects when the client cancels the request or the server shuts down. */
async function untilQuiet({ documents, workspace }: Session, uri: string, token: CancellationToken): Promise<void> {
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  const signal = AbortSignal.any([abort.signal, workspace.closing]);
  try {
    for (let left: number = lensDelay; left > 0; ) {
      left = lensDelay - documents.editedAgo(uri);
      if (left > 0) await sleep(left, undefined, { signal, ref: false });
    }
  } catch (error) {
    if (workspace.closed) throw requestFailed('The server is shutting down.');
    throw error;
  } finally {
    subscription.dispose();
  }
}
