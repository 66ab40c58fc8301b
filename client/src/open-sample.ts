import { commands, type ExtensionContext, Uri, workspace } from 'vscode';

/** Copies the sample site to the extension's storage, as it was delivered, and opens it in a new window. */
export async function openSample({ extensionUri, globalStorageUri }: ExtensionContext): Promise<void> {
  const folder = Uri.joinPath(globalStorageUri, 'sample-site');
  await workspace.fs.copy(Uri.joinPath(extensionUri, 'client/sample'), folder, { overwrite: true });
  await commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}
