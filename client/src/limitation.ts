/** What of a window decides whether the server may and can run in it. */
export interface Window {
  isTrusted: boolean;
  /** Schemes of the URIs of the open folders. */
  folders: readonly string[];
}

/** Why the server may not or cannot run in the window, as a sentence for the user; undefined when it can. */
export function limitation({ isTrusted, folders }: Window): string | undefined {
  if (!isTrusted)
    return 'This folder is not trusted: its pages are coloured, but not indexed. Trust the folder to see template and content.';
  if (folders.length === 0)
    return 'No folder is open. Template and content are told apart by comparing the pages of a folder: open the folder of the site.';
  if (!folders.includes('file'))
    return 'This folder is not on a disk that the language server can read: its pages are coloured, but not indexed.';
  return undefined;
}
