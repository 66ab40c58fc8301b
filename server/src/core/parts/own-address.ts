import { number53 } from '../../html/hash.ts';
import { targetHash } from '../../html/hash-page.ts';

const extension = /\.(?:x?html?|shtml)$/i;
const indexFile = /(?:^|\/)index(?:\.(?:x?html?|shtml))?$/i;

/**
 * Returns 53-bit hashes of the addresses that lead to a page or to a section that it lies in: the page's file, with and without extension, and
 * the index pages of its folder and of the folders above. The site's root counts only for the page that is its index.
 * @param page path from the site's root, with `/`
 */
export function ownAddresses(page: string): Set<number> {
  const paths = [page, page.replace(extension, '')];
  const folders = page.split('/').slice(0, -1);
  for (let depth = folders.length; depth > 0; depth--) {
    const folder = folders.slice(0, depth).join('/');
    paths.push(folder, `${folder}/`, ...['html', 'htm', 'xhtml', 'shtml'].map(end => `${folder}/index.${end}`));
  }
  if (folders.length === 0 && indexFile.test(page)) paths.push('', './');
  return new Set(
    paths.map(path => {
      const { lo, hi } = targetHash(`/${path}`);
      return number53(lo, hi);
    }),
  );
}
