import type { CorrectionScope } from 'templens-shared/answers';
import type { Label } from 'templens-shared/labels';
import { type QuickPickItem, type TextEditor, type Uri, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';
import { activeEditor } from './active-editor.ts';
import { selectionOf } from './row-commands.ts';
import type { Row } from './site-rows.ts';
import { pageUri } from './site-view.ts';

const scopes: (QuickPickItem & { scope: CorrectionScope })[] = [
  { label: 'On all pages of this layout', scope: 'layout' },
  { label: 'On all pages of the site', scope: 'site' },
  { label: 'On this page only', scope: 'page' },
];

/** Writes to the configuration that the selected node, or the part of a row, has a label. The user picks the pages to which this applies. */
export async function correctLabel(client: LanguageClient, label: Label, row?: Row): Promise<void> {
  const { document, selection } = await editorOf(client, row);
  const chosen = await window.showQuickPick(scopes, { title: `This is ${label}`, placeHolder: 'Where does it hold?' });
  if (!chosen) return;
  const { code2ProtocolConverter: to } = client;
  await run(client, 'templens.correctLabel', to.asUri(document.uri), to.asRange(selection), label, chosen.scope);
}

/** Writes to the configuration that the active page, or that of a row, has a layout of its own. */
export async function ownLayout(client: LanguageClient, row?: Row): Promise<void> {
  const { document } = await editorOf(client, row);
  await run(client, 'templens.ownLayout', client.code2ProtocolConverter.asUri(document.uri));
}

/** Writes to the configuration that the difference at the cursor, or that of a row, is intended. */
export async function intendedDifference(client: LanguageClient, row?: Row): Promise<void> {
  const { document, selection } = await editorOf(client, row);
  const { code2ProtocolConverter: to } = client;
  const code = row?.code === undefined ? [] : [row.code];
  await run(client, 'templens.intended', to.asUri(document.uri), to.asPosition(selection.active), ...code);
}

/**
 * Writes to the configuration that pages share one layout: the selected entries, else the entry that the command was chosen on, else the pages
 * in visible editors.
 */
export async function oneLayout(client: LanguageClient, first?: Uri | Row, selected?: (Uri | Row)[]): Promise<void> {
  const visible = window.visibleTextEditors.map(({ document }) => document.uri).filter(({ scheme }) => scheme === 'file');
  const uris = (selected ?? (first ? [first] : visible)).map(entry => ('kind' in entry ? pageUri(entry) : entry));
  if (uris.length < 2) throw new Error('Select two or more pages in the explorer, or open them beside each other.');
  await run(client, 'templens.oneLayout', ...uris.map(uri => client.code2ProtocolConverter.asUri(uri)));
}

/** The active editor; for a row, opens its page and selects the place that the row is about. */
async function editorOf(client: LanguageClient, row: Row | undefined): Promise<TextEditor> {
  if (!row) return activeEditor();
  const selection = await selectionOf(client, row, pageUri(row));
  return window.showTextDocument(pageUri(row), selection && { selection });
}

/** Runs a command of the server, and saves the configuration file if it was edited: its settings take effect when it is saved. */
async function run(client: LanguageClient, command: string, ...given: unknown[]): Promise<void> {
  const applied = await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
  if (applied !== true) return;
  for (const document of workspace.textDocuments)
    if (document.isDirty && /\/templens\.config\.jsonc?$/.test(document.uri.path)) await document.save();
}
