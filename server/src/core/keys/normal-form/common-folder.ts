/** The deepest folder that contains all paths, with a slash at its end; empty for the root. */
export function commonFolder([first = '', ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  for (const path of others)
    while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}
