import { type TextEditor, window } from 'vscode';

/** The active text editor; throws a sentence for the user if none exists, or if it does not show a file. */
export function activeEditor(): TextEditor {
  const editor = window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') throw new Error('Open a page of the site first.');
  return editor;
}

/** The URI of the file in the active editor; throws like `activeEditor`. */
export const activePage = () => activeEditor().document.uri;
