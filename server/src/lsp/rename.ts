import type { CancellationToken } from 'vscode-languageserver';
import { layoutGlobs } from '../site/layout-globs.ts';
import { type Naming, renamedIn } from '../site/named-entry.ts';
import { siteOf } from './adopt-version.ts';
import { configurationFileEdit } from './configuration-edit.ts';
import { invalidParams, requestFailed } from './errors.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';

/**
 * The command `templens.rename` with the arguments `[site, 'part' | 'layout', id, name]`: asks the editor to write the name of a part or a layout
 * to the site's configuration file. Returns whether the editor applied the edit, and the file's URI, because the client has to save the file.
 */
export async function rename(
  session: Session,
  [uri, kind, id, name]: readonly unknown[],
  token: CancellationToken,
): Promise<{ applied: boolean; uri: string }> {
  const site = siteOf(session, uri);
  if ((kind !== 'part' && kind !== 'layout') || typeof id !== 'string' || typeof name !== 'string' || name.trim() === '')
    throw invalidParams('templens.rename takes the URI of a site, "part" or "layout", its id and its new name.');
  if (!session.client.documentChanges || !session.client.createsFiles)
    throw requestFailed(`The editor cannot create files for a server: write the name to the configuration file.`);
  const naming =
    kind === 'part' ? await partNaming(site, id, name.trim(), token) : await layoutNaming(site, id, name.trim(), token);
  const { uri: file, edit } = await configurationFileEdit(session, site, (text, fileName) => {
    const renamed = renamedIn(text, naming);
    if (renamed === undefined) throw requestFailed(`${fileName} cannot be read: correct it first.`);
    return { start: 0, end: text.length, text: renamed };
  });
  const { applied } = await session.connection.workspace.applyEdit({ label: `Rename to ${naming.name}`, edit });
  return { applied, uri: file };
}

async function partNaming(site: Site, id: string, name: string, token: CancellationToken): Promise<Naming> {
  const parts = await site.query({ kind: 'parts' }, token);
  const part = parts.find(each => each.id === id);
  if (!part) throw requestFailed(`There is no part ${id}.`);
  // An entry that names the part is changed in place, so no selector is needed.
  const isNamed = site.settings.parts.some(entry => entry.name === part.name);
  const select = isNamed ? '' : await site.query({ kind: 'partSelector', part: id }, token);
  if (select === null) throw requestFailed(`No CSS selector names the part ${part.name} and no other.`);
  return { list: 'parts', currentName: part.name, name, entry: () => ({ select }) };
}

async function layoutNaming(site: Site, id: string, name: string, token: CancellationToken): Promise<Naming> {
  const groups = await site.query({ kind: 'groups' }, token);
  const layout = groups.find(({ template }) => template === id);
  if (!layout) throw requestFailed(`There is no layout ${id}.`);
  const others = groups.flatMap(({ template, pages }) => (template === id ? [] : pages));
  return { list: 'layouts', currentName: layout.layout, name, entry: () => ({ pages: layoutGlobs(layout.pages, others) }) };
}
