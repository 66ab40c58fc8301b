import { workspace } from 'vscode';

/** Why the server may not or cannot run in this window, as a sentence for the user; undefined when it can. */
export function limitation(): string | undefined {
  if (!workspace.isTrusted)
    return 'This folder is not trusted: its pages are coloured, but not indexed. Trust the folder to see template and content.';
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0)
    return 'No folder is open. Template and content are told apart by comparing the pages of a folder: open the folder of the site.';
  if (!folders.some(({ uri }) => uri.scheme === 'file')) {
    return 'This folder is not on a disk that the language server can read: its pages are coloured, but not indexed.';
  }
  return undefined;
}
