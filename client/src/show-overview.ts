import { window, workspace } from 'vscode';
import type { VirtualDocuments } from './virtual-documents.ts';

/** Opens the overview of the layouts of a site; the user picks one of several. */
export async function showOverview(documents: VirtualDocuments): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (folder) await window.showTextDocument(await documents.load({ what: 'layouts', site: folder.uri.toString() }));
}
