import { SnippetString, Uri, window, workspace } from 'vscode';
import type { VirtualDocuments } from './virtual-documents.ts';

/** Creates a page in the folder of an existing one, from the template of its layout, with a tab stop for each hole. Asks for the file name. */
export async function newPage(documents: VirtualDocuments, like: Uri): Promise<void> {
  const folder = Uri.joinPath(like, '..');
  const extension = /\.[^./]+$/.exec(like.path)?.[0] ?? '.html';
  const name = await window.showInputBox({
    title: `New page like ${workspace.asRelativePath(like)}`,
    prompt: `File name in ${workspace.asRelativePath(folder)}`,
    value: `new${extension}`,
    valueSelection: [0, 'new'.length],
    ignoreFocusOut: true,
    validateInput: async value => {
      if (value.trim() === '' || /[/\\]/.test(value))
        return 'Write a file name without folders: the links of the template are relative.';
      return (await exists(Uri.joinPath(folder, value))) ? `${value} exists already.` : undefined;
    },
  });
  if (name === undefined) return;
  const snippet = await documents.text({ what: 'snippet', page: like.toString() });
  const file = Uri.joinPath(folder, name);
  await workspace.fs.writeFile(file, new Uint8Array());
  const editor = await window.showTextDocument(file);
  await editor.insertSnippet(new SnippetString(snippet));
}

async function exists(file: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
