import { posix } from 'node:path';
import { URI, Utils } from 'vscode-uri';

/**
 * The path of a page from the folder with the URI `root`, with `/` and without percent-encoding. Undefined if the URI lies outside the folder,
 * is the folder itself, or does not have the scheme `file`. The case of a Windows drive letter does not matter.
 */
export function pageOf(root: string, uri: string): string | undefined {
  const [base, target] = [filePath(root), filePath(uri)];
  if (base === undefined || target === undefined) return undefined;
  const prefix = base.endsWith('/') ? base : `${base}/`;
  return target.startsWith(prefix) && target.length > prefix.length ? target.slice(prefix.length) : undefined;
}

/** The URI of a page of the site whose folder has the URI `root`. */
export function uriOf(root: string, page: string): string {
  return Utils.joinPath(URI.parse(root), ...page.split('/')).toString();
}

/** The path of a URI in the file system; undefined if it has none, as in a virtual workspace. */
export function fileSystemPath(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : undefined;
}

/** Host and path of a file URI for comparison: decoded, without `.` and `..`, the drive letter in lower case. */
function filePath(uri: string): string | undefined {
  const { scheme, authority, path } = URI.parse(uri);
  if (scheme !== 'file') return undefined;
  return `//${authority.toLowerCase()}${posix.normalize(path).replace(/^\/([A-Z]):/, (_, drive: string) => `/${drive.toLowerCase()}:`)}`;
}

/** The URI of a folder by its path in the file system. */
export function folderUri(path: string): string {
  return URI.file(path).toString();
}
