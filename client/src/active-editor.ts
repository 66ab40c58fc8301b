import { type TextEditor, window } from 'vscode';

/** The active text editor. Throws an error with a message for the user if no editor is active or its document is not a file on disk. */
export function activeEditor(): TextEditor {
  const editor = window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') throw new Error('Open a page of the site first.');
  return editor;
}

/** The URI of the file in the active editor; throws like `activeEditor`. */
export const activePage = () => activeEditor().document.uri;
