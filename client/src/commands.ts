import { withoutLinks } from 'templens-shared/markdown';
import {
  commands,
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  type QuickPickItem,
  Uri,
  window,
  workspace,
} from 'vscode';
import { type CodeAction, CodeActionResolveRequest, type LanguageClient } from 'vscode-languageclient/node';
import { activePage } from './active-editor.ts';
import { correctLabel, intendedDifference, oneLayout, ownLayout } from './corrections.ts';
import { pickGroup } from './groups.ts';
import { migrateSite } from './migrate.ts';
import { compareVersions, rowCommands } from './row-commands.ts';
import type { Server } from './server.ts';
import { type DecorationMode, decorationMode, decorationModes, setDecorationMode } from './settings.ts';
import type { Row } from './site-rows.ts';
import type { SiteView } from './site-view.ts';
import type { VirtualDocuments } from './virtual-documents.ts';

/**
 * Registers the commands of the extension. If one fails, its error message is shown to the user.
 * @param restart starts the server again.
 */
export function registerCommands(
  context: ExtensionContext,
  server: Server,
  documents: VirtualDocuments,
  site: SiteView,
  output: LogOutputChannel,
  restart: () => Promise<void>,
): Disposable[] {
  const actions: Record<string, (...args: never[]) => unknown> = {
    'templens.toggleDecorations': toggleDecorations,
    'templens.chooseDecorations': chooseDecorations,
    'templens.openTemplate': () => documents.openBeside({ what: 'template', page: activePage().toString() }),
    'templens.openContent': () => documents.openBeside({ what: 'content', page: activePage().toString() }),
    'templens.openGroups': () => pickGroup(server.runningClient()),
    'templens.migrateSite': () => migrateSite(server.runningClient()),
    'templens.openOverview': () => showOverview(documents),
    'templens.thisIsContent': (row?: Row) => correctLabel(server.runningClient(), 'content', row),
    'templens.thisIsTemplate': (row?: Row) => correctLabel(server.runningClient(), 'template', row),
    'templens.thisIsIntended': (row?: Row) => intendedDifference(server.runningClient(), row),
    'templens.thisPageApart': (row?: Row) => ownLayout(server.runningClient(), row),
    'templens.thesePagesTogether': (first?: Uri | Row, selected?: (Uri | Row)[]) =>
      oneLayout(server.runningClient(), first, selected),
    'templens.compareVersions': (page: string, part: string, name: string, common: string) =>
      compareVersions(documents, { part, name, common, page }),
    'templens.moreActions': (actions: CodeAction[]) => moreActions(server.runningClient(), actions),
    'templens.showMore': (row: Row) => site.showMore(row),
    'templens.restartServer': restart,
    'templens.openSample': () => openSample(context),
    'templens.showOutput': () => output.show(),
    ...rowCommands(() => server.runningClient(), documents),
  };
  return Object.entries(actions).map(([id, action]) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        await action(...(args as never[]));
      } catch (error) {
        void window.showErrorMessage(withoutLinks(error instanceof Error ? error.message : String(error)));
      }
    }),
  );
}

/** The mode that toggling restores. */
let lastMode: DecorationMode = 'gutter';

async function toggleDecorations(): Promise<void> {
  const mode = decorationMode();
  if (mode !== 'off') lastMode = mode;
  await setDecorationMode(mode === 'off' ? lastMode : 'off');
}

const descriptions: Record<DecorationMode, string> = {
  off: 'Draw nothing',
  gutter: 'Shapes beside the line numbers',
  tint: 'Shapes, and a tint behind the template',
  dim: 'Shapes, and the template fades behind the content',
};

async function chooseDecorations(): Promise<void> {
  const current = decorationMode();
  const items = decorationModes.map((label): QuickPickItem & { label: DecorationMode } => ({
    label,
    detail: descriptions[label],
    ...(label === current ? { description: 'current' } : {}),
  }));
  const chosen = await window.showQuickPick(items, { title: 'Templens: how to show template and content' });
  if (chosen !== undefined) await setDecorationMode(chosen.label);
}

/** Opens the overview of the layouts of a site, which the user picks if there are several. */
async function showOverview(documents: VirtualDocuments): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (folder) await window.showTextDocument(await documents.load({ what: 'layouts', site: folder.uri.toString() }));
}

/** Lets the user choose one of these code actions, and makes its edit; a preview shows the pages that it changes, where it asks for that. */
async function moreActions(client: LanguageClient, actions: CodeAction[]): Promise<void> {
  const items = actions.map(action => ({ label: action.title, action }));
  const chosen = await window.showQuickPick(items, { title: 'Templens: more for this finding' });
  if (!chosen) return;
  const { edit } = await client.sendRequest(CodeActionResolveRequest.type, chosen.action);
  const changes = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
  if (changes) await workspace.applyEdit(changes, { isRefactoring: true });
}

/** Copies the extension's sample site to its storage, replacing an earlier copy, and opens it in a new window. */
async function openSample({ extensionUri, globalStorageUri }: ExtensionContext): Promise<void> {
  const folder = Uri.joinPath(globalStorageUri, 'sample-site');
  await workspace.fs.copy(Uri.joinPath(extensionUri, 'client/sample'), folder, { overwrite: true });
  await commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}
