import type { AdoptionEdits } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import type { CancellationToken, WorkspaceEdit } from 'vscode-languageserver';
import { invalidParams } from './errors.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';
import { workspaceEdit } from './workspace-edit.ts';

/** The workspace edit that adopts a version of a part on the pages with other versions; the client shows a preview where it can. */
export function adoptionEdit(session: Session, site: Site, adopted: AdoptionEdits): WorkspaceEdit {
  const refused = adopted.refused.length > 0 ? `; ${adopted.refused.length} cannot` : '';
  const description = `${counted(adopted.pages.length, 'page')}${refused}`;
  return workspaceEdit(session, site, adopted.pages, { label: 'Adopt this version on other pages', description });
}

/** The site of the workspace folder with this URI; throws `InvalidParams` if no such folder is open. */
export function siteOf(session: Pick<Session, 'workspace'>, uri: unknown): Site {
  const site = session.workspace.sites().find(each => each.uri === uri || (typeof uri === 'string' && each.folderUris.has(uri)));
  if (!site) throw invalidParams(`${JSON.stringify(uri) ?? 'Nothing'} is not the URI of an open workspace folder.`);
  return site;
}

/**
 * The command `templens.adoptVersion` with the arguments `[site, part, version]`: the folder's URI and two ids. Asks the editor to adopt the
 * version on the pages with other versions.
 * @returns whether the editor applied the edit, the number of edited pages, and the pages that cannot take the version.
 */
export async function adoptVersion(
  session: Session,
  [uri, part, version]: readonly unknown[],
  token: CancellationToken,
): Promise<{ applied: boolean; pages: number; refused: AdoptionEdits['refused'] }> {
  const site = siteOf(session, uri);
  if (typeof part !== 'string' || typeof version !== 'string')
    throw invalidParams('templens.adoptVersion takes the URI of a site, the id of a part and the id of a version.');
  const adopted = await site.query({ kind: 'adoption', part, version }, token);
  const { pages, refused } = adopted;
  if (pages.length === 0) return { applied: false, pages: 0, refused };
  const edit = adoptionEdit(session, site, adopted);
  const { applied } = await session.connection.workspace.applyEdit({ label: 'Adopt a version', edit });
  return { applied, pages: pages.length, refused };
}
