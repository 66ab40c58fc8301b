import { attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { ELEMENT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { decodedPath } from '../keys/normal-form/file-of.ts';

const link = nameId('link');
/** The end of a page's path that its address may lack: the name of an index page, or the extension. */
const optionalEnd = /(?:^|(?<=\/))index\.(?:x?html?|shtml)$|\.(?:x?html?|shtml)$/i;

/**
 * Returns the address of the site's root, such as `example.org/shop`: the address in `<link rel="canonical">` without scheme and without the path of
 * the page. Returns undefined if the page has no such link, or if the link does not end with the page's path.
 */
function siteRoot({ tree, source, context }: ComparedPage): string | undefined {
  for (let node = 0; node < tree.size; node++) {
    if (tree.name[node] !== link || tree.kind[node] !== ELEMENT) continue;
    if (attributeValue(tree, source, node, 'rel')?.trim().toLowerCase() !== 'canonical') continue;
    const address = withoutScheme(attributeValue(tree, source, node, 'href') ?? '');
    if (address === undefined || /[?#]/.test(address)) return undefined;
    const own = decodedPath(address);
    const short = context.path.replace(optionalEnd, '');
    const path = [context.path, short, short.replace(/\/$/, '')].find(tail => own.endsWith(`/${tail}`));
    return path === undefined ? undefined : own.slice(0, own.length - path.length - 1);
  }
  return undefined;
}

/** An absolute address from its host on, with `//` before it; undefined for other addresses. */
function withoutScheme(address: string): string | undefined {
  const trimmed = address.trim();
  return /^https?:\/\/[^/]/i.test(trimmed) ? trimmed.slice(trimmed.indexOf('/')) : undefined;
}

/**
 * Returns a function that turns the absolute address of a file of the site into one from its root (`/a.html`), and returns other addresses as they
 * are.
 */
export function rootedAddresses(page: ComparedPage): (address: string) => string {
  const root = siteRoot(page);
  if (root === undefined) return address => address;
  return address => {
    const rest = withoutScheme(address);
    return rest?.startsWith(`${root}/`) ? rest.slice(root.length) : address;
  };
}
