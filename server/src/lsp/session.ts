import type { EngineAnswers, EngineQuery } from 'templens-shared/stream';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { EngineError } from '../site/engine-error.ts';
import type { ClientFeatures } from './client-features.ts';
import type { Dependencies } from './dependencies.ts';
import type { DiagnosticStore } from './diagnostic-store.ts';
import type { Documents } from './documents.ts';
import { contentModified } from './errors.ts';
import type { Site } from './site.ts';
import type { Workspace } from './workspace.ts';

/** The state and services that all handlers of one client share, from `initialize` to `exit`. */
export interface Session {
  readonly connection: Connection;
  readonly client: ClientFeatures;
  readonly documents: Documents;
  readonly workspace: Workspace;
  readonly dependencies: Dependencies;
  readonly diagnostics: DiagnosticStore;
}

/** An open document that is a page of a site. */
export interface OpenPage {
  document: TextDocument;
  site: Site;
  page: string;
}

/** The open page with this URI; undefined if the document is not open or lies in no workspace folder. */
export function openPage(session: Session, uri: string): OpenPage | undefined {
  const document = session.documents.get(uri);
  const found = session.workspace.pageOf(uri);
  return document === undefined || found === undefined ? undefined : { document, ...found };
}

/** The open documents of a site, or of one of its pages, without those of nested sites. */
export function documentsOf({ documents, workspace }: Session, site: Site, page?: string): TextDocument[] {
  return documents.all().filter(({ uri }) => {
    const found = workspace.pageOf(uri);
    return found?.site === site && (page === undefined || found.page === page);
  });
}

/** The open document of a page; undefined if it is not open. */
export function openDocument(session: Session, site: Site, page: string): TextDocument | undefined {
  return documentsOf(session, site, page)[0];
}

/**
 * Queries the engine about an open page; null if the document is not a page of its site, because its name, its size or the settings exclude it.
 * Rejects with `ContentModified` if the document was edited during the query, since the answer's offsets refer to the older text.
 */
export async function queryOpenPage<K extends EngineQuery['kind']>(
  session: Session,
  { document, site }: OpenPage,
  query: Extract<EngineQuery, { kind: K }>,
  token: CancellationToken,
): Promise<EngineAnswers[K] | null> {
  const revision = session.documents.revision(document.uri);
  try {
    const answer = await site.query<K>(query, token);
    if (session.documents.revision(document.uri) === revision) return answer;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'not-a-page') return null;
    throw error;
  }
  throw contentModified();
}
