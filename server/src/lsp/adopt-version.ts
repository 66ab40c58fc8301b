import { counted } from 'templens-shared/counted';
import type { AdoptionEdits } from 'templens-shared/stream';
import type { CancellationToken, WorkspaceEdit } from 'vscode-languageserver';
import { invalidParams } from './errors.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';
import { workspaceEdit } from './workspace-edit.ts';

/** The edit that brings a version of a part to the pages with another one, after a preview. */
export function adoptionEdit(session: Session, site: Site, adopted: AdoptionEdits): WorkspaceEdit {
  const refused = adopted.refused.length > 0 ? `; ${adopted.refused.length} cannot` : '';
  const description = `${counted(adopted.pages.length, 'page')}${refused}`;
  return workspaceEdit(session, site, adopted.pages, { label: 'Adopt this version on other pages', description });
}

/** The site of a workspace folder. */
export function siteOf(session: Session, uri: unknown): Site {
  const site = session.workspace.sites().find(each => each.uri === uri || (typeof uri === 'string' && each.folders.has(uri)));
  if (!site) throw invalidParams(`${JSON.stringify(uri) ?? 'Nothing'} is not the URI of an open workspace folder.`);
  return site;
}

/** `[site, part, version]`: asks the editor to bring a version of a part to the pages that have another one. */
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
