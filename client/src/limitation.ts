/** The properties of a window that decide whether the server can run in it. */
export interface Window {
  isTrusted: boolean;
  /** Schemes of the URIs of the open folders. */
  folderSchemes: readonly string[];
}

/** The reason why the server cannot run in a window. */
export interface Limitation {
  /** A sentence for the user. */
  reason: string;
  /** Id of the command that helps, if one does. */
  command?: string;
}

/** The reason why the server cannot run in a window; undefined if it can. */
export function limitation({ isTrusted, folderSchemes }: Window): Limitation | undefined {
  if (!isTrusted)
    return {
      reason:
        'This folder is not trusted: its pages are coloured, but not indexed. Trust the folder to see template and content.',
      command: 'workbench.trust.manage',
    };
  if (folderSchemes.length === 0)
    return {
      reason: 'No folder is open. Templens compares the pages of a folder: open the folder of the site.',
      command: 'vscode.openFolder',
    };
  if (!folderSchemes.includes('file'))
    return { reason: 'This folder is not on a disk that the language server can read: its pages are coloured, but not indexed.' };
  return undefined;
}
