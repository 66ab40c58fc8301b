import { withoutLinks } from 'templens-shared/markdown';
import { type OverviewList, overviewListMethod, type PartPlace, partPlaceMethod } from 'templens-shared/protocol';
import { commands, Position, Range, Uri, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';
import { activePage } from './active-editor.ts';
import { newPage } from './new-page.ts';
import type { Row } from './site-rows.ts';
import { pageUri } from './site-view.ts';
import { type VirtualDocument, type VirtualDocuments, virtualUri } from './virtual-documents.ts';

/**
 * The commands for rows of the side-bar view, by id. Without a row, a command for a page uses the active page; others throw an error with
 * a message for the user.
 */
export function rowCommands(
  running: () => LanguageClient,
  documents: VirtualDocuments,
): Record<string, (row?: Row) => Promise<unknown>> {
  const requireRow = (row: Row | undefined): Row => {
    if (!row) throw new Error('Choose this in the menu of a row in the view Templens.');
    return row;
  };
  return {
    'templens.openRow': row => openRow(running(), requireRow(row)),
    'templens.compareWithLayout': row => compareWithLayout(documents, row ? pageUri(row) : activePage()),
    'templens.newPage': row => newPage(documents, row ? pageUri(row) : activePage()),
    'templens.showVersions': row => showVersions(running(), documents, requireRow(row)),
    'templens.adoptEverywhere': row => adoptEverywhere(running(), requireRow(row)),
    'templens.renameRow': row => renameRow(running(), requireRow(row)),
  };
}

/** Opens the row's page at the place that the row is about. */
async function openRow(client: LanguageClient, row: Row): Promise<void> {
  const page = pageUri(row);
  await commands.executeCommand('vscode.open', page, { selection: await selectionOf(client, row, page) });
}

/** The range to select on a row's page: the start of its finding, or its part; undefined if it has neither or the page lacks the part. */
export async function selectionOf(client: LanguageClient, { part, line, column }: Row, page: Uri): Promise<Range | undefined> {
  if (line !== undefined && column !== undefined) {
    const place = new Position(line - 1, column - 1);
    return new Range(place, place);
  }
  if (part === undefined) return undefined;
  const place = await client.sendRequest<PartPlace | null>(partPlaceMethod, { uri: page.toString(), part });
  return place ? new Range(place.start.line, place.start.character, place.end.line, place.end.character) : undefined;
}

/** Shows a diff between the page with the template's version wherever it deviates, and the page itself. */
async function compareWithLayout(documents: VirtualDocuments, page: Uri): Promise<void> {
  const shown = { what: 'corrected', page: page.toString() } as const;
  const corrected = await documents.load(shown);
  const text = (await workspace.openTextDocument(page)).getText();
  if (corrected.getText() === text) {
    void window.showInformationMessage(withoutLinks(`${workspace.asRelativePath(page)} has the template's version everywhere.`));
    return;
  }
  const name = page.path.slice(page.path.lastIndexOf('/') + 1);
  await commands.executeCommand('vscode.diff', virtualUri(shown), page, `${name}: as its layout has it ↔ this page`);
}

/** Shows a diff between the most common version of a part and another one, which the user picks if the row is a part with several others. */
async function showVersions(client: LanguageClient, documents: VirtualDocuments, row: Row): Promise<void> {
  const other = row.kind === 'version' ? row : await pickVersion(client, row);
  if (other?.part === undefined || other.common === undefined) return;
  await compareVersions(documents, {
    part: other.part,
    name: row.kind === 'part' ? row.label : 'Part',
    common: pageUri({ ...other, page: other.common.page }).toString(),
    page: pageUri(other).toString(),
  });
}

/** Shows a diff of a part between a page with its most common version and another page; `common` and `page` are URIs. */
export async function compareVersions(
  documents: VirtualDocuments,
  { part, name, common, page }: { part: string; name: string; common: string; page: string },
): Promise<void> {
  const left: VirtualDocument = { what: 'part', part, page: common };
  const right: VirtualDocument = { what: 'part', part, page };
  await Promise.all([documents.load(left), documents.load(right)]);
  const [from, to] = [common, page].map(uri => workspace.asRelativePath(Uri.parse(uri)));
  await commands.executeCommand('vscode.diff', virtualUri(left), virtualUri(right), `${name}: ${from} ↔ ${to}`);
}

/** Loads all versions of a part, and lets the user pick one that is not the most common of its language. */
async function pickVersion(client: LanguageClient, part: Row): Promise<Row | undefined> {
  for (let more = part.children.at(-1)?.more; more; more = part.children.at(-1)?.more)
    more.show(await client.sendRequest<OverviewList<unknown>>(overviewListMethod, more.params));
  const others = part.children.filter(({ kind, version, common }) => kind === 'version' && version !== common?.version);
  if (others.length <= 1) return others[0];
  const items = others.map(row => ({ label: row.label, description: row.description, detail: row.page ?? '', row }));
  const picked = await window.showQuickPick(items, {
    title: `Versions of the ${part.label}`,
    placeHolder: 'Compare with the most common one',
  });
  return picked?.row;
}

/** Asks the server to adopt a version on all other pages; the server sends the edits, and the editor previews them. */
async function adoptEverywhere(client: LanguageClient, { site, part, version }: Row): Promise<void> {
  const params = { command: 'templens.adoptVersion', arguments: [site, part, version] };
  const { pages, refused }: { pages: number; refused: { page: string; reason: string }[] } = await client.sendRequest(
    ExecuteCommandRequest.type,
    params,
  );
  if (pages > 0) return;
  const why = refused[0] ? `${refused[0].page}: ${refused[0].reason}` : 'All pages have this version.';
  void window.showInformationMessage(withoutLinks(why));
}

/** Asks the user for a name, which the server writes to the site's configuration file, and saves that file. */
async function renameRow(client: LanguageClient, { kind, site, label, layout, part }: Row): Promise<void> {
  const name = await window.showInputBox({
    title: `Rename the ${kind} ${label}`,
    prompt: 'The name is written to templens.config.json.',
    ignoreFocusOut: true,
    value: label,
    validateInput: value => (value.trim() === '' ? 'A name has at least one letter.' : undefined),
  });
  if (name === undefined || name.trim() === label) return;
  const params = { command: 'templens.rename', arguments: [site, kind, kind === 'part' ? part : layout, name] };
  const { applied, uri }: { applied: boolean; uri: string } = await client.sendRequest(ExecuteCommandRequest.type, params);
  if (applied) await (await workspace.openTextDocument(Uri.parse(uri))).save();
}
