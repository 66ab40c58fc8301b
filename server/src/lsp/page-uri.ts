import { posix } from 'node:path';
import { URI, Utils } from 'vscode-uri';

/**
 * The page a URI names in the site whose folder has the URI `root`: a path relative to it with `/`, percent-encoding undone.
 * Undefined when it lies outside, is the folder itself or is no file. A Windows drive letter counts the same in both cases.
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

/** The folder's path in the file system, or undefined when it has none (a virtual workspace). */
export function fileSystemPath(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : undefined;
}

/** Host and path, both decoded, without `.` and `..`, with the drive letter in lower case. */
function filePath(uri: string): string | undefined {
  const { scheme, authority, path } = URI.parse(uri);
  if (scheme !== 'file') return undefined;
  return `//${authority.toLowerCase()}${posix.normalize(path).replace(/^\/([A-Z]):/, (_, drive: string) => `/${drive.toLowerCase()}:`)}`;
}

/** The URI of a folder by its path in the file system. */
export function folderUri(path: string): string {
  return URI.file(path).toString();
}
