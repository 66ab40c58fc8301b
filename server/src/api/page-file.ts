import { inspectHint } from '../site/discover.ts';

export { decodePage } from '../site/decode.ts';
export { encodeLike } from '../site/encode.ts';

/**
 * Is the file of a page still a regular file of the site, not a link that leads elsewhere?
 * @param realRoot the site's root without links.
 */
export function isPageFile(root: string, page: string, realRoot: string): boolean {
  return inspectHint(root, page, realRoot).kind === 'file';
}
