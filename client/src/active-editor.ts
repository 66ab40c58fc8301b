import { type TextEditor, window } from 'vscode';

/** The editor in front, with a file; throws a sentence for the user if there is no such editor. */
export function activeEditor(): TextEditor {
  const editor = window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') throw new Error('Open a page of the site first.');
  return editor;
}

/** The page in it. */
export const activePage = () => activeEditor().document.uri;
