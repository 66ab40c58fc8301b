import type { Label } from 'templens-shared/labels';
import type { CorrectionScope } from 'templens-shared/stream';
import { type QuickPickItem, type Uri, window, workspace } from 'vscode';
import { ExecuteCommandRequest, type LanguageClient } from 'vscode-languageclient/node';
import { activeEditor, activePage } from './active-editor.ts';

const scopes: (QuickPickItem & { scope: CorrectionScope })[] = [
  { label: 'On all pages of this layout', scope: 'layout' },
  { label: 'On all pages of the site', scope: 'site' },
  { label: 'On this page only', scope: 'page' },
];

/** Corrects the label of the selected node, where the user says. */
export async function correctLabel(client: LanguageClient, label: Label): Promise<void> {
  const { document, selection } = activeEditor();
  const chosen = await window.showQuickPick(scopes, { title: `This is ${label}`, placeHolder: 'Where does it hold?' });
  if (!chosen) return;
  const { code2ProtocolConverter: to } = client;
  await run(client, 'templens.correctLabel', to.asUri(document.uri), to.asRange(selection), label, chosen.scope);
}

/** Says that the open page has a layout of its own. */
export async function ownLayout(client: LanguageClient): Promise<void> {
  await run(client, 'templens.ownLayout', client.code2ProtocolConverter.asUri(activePage()));
}

/** Says that pages share one layout: those selected in the explorer, else those that stand beside each other in editors. */
export async function oneLayout(client: LanguageClient, page: Uri | undefined, pages: Uri[] | undefined): Promise<void> {
  const visible = window.visibleTextEditors.map(({ document }) => document.uri).filter(({ scheme }) => scheme === 'file');
  const uris = pages ?? (page ? [page] : visible);
  if (uris.length < 2) throw new Error('Select two or more pages in the explorer, or open them beside each other.');
  await run(client, 'templens.oneLayout', ...uris.map(uri => client.code2ProtocolConverter.asUri(uri)));
}

/** What is written to a configuration file holds when the file is saved. */
async function run(client: LanguageClient, command: string, ...given: unknown[]): Promise<void> {
  const applied = await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
  if (applied !== true) return;
  for (const document of workspace.textDocuments)
    if (document.isDirty && /\/templens\.config\.jsonc?$/.test(document.uri.path)) await document.save();
}
