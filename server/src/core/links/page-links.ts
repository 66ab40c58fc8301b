import { attributeValue, nodeName } from '../page/access.ts';
import { ELEMENT, OPAQUE, type PageTree } from '../page/tree.ts';

/** Hyperlinks of a page inside its site, in document order; of several to one address the first. */
export interface PageLinks {
  /** Paths from the site's root without the slash before them, decoded, with the query, without fragment. */
  readonly targets: readonly string[];
  /** The `a` elements. */
  readonly nodes: Int32Array;
}

/** Stands for the host of the site, which its files do not tell. */
const siteOrigin = 'http://site.invalid';

/**
 * Hyperlinks of the `a` elements, resolved against the page's path and its `base` element. Addresses of other hosts are left out; the
 * host of an absolute `base` counts as the site's own.
 */
export function pageLinks(tree: PageTree, source: string, path: string): PageLinks {
  const page = resolve(path.split('/').map(encodeURIComponent).join('/'), `${siteOrigin}/`)!;
  const base = baseAddress(tree, source, page);
  const nodes = new Map<string, number>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & OPAQUE || nodeName(tree, node) !== 'a') continue;
    const href = attributeValue(tree, source, node, 'href');
    const url = href === undefined ? undefined : resolve(href, base.href);
    if (!url || (url.host !== page.host && url.host !== base.host) || !isWeb(url)) continue;
    const target = decoded(url.pathname.slice(1)) + decoded(url.search);
    if (!nodes.has(target)) nodes.set(target, node);
  }
  return { targets: [...nodes.keys()], nodes: Int32Array.from(nodes.values()) };
}

function baseAddress(tree: PageTree, source: string, page: URL): URL {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || nodeName(tree, node) !== 'base') continue;
    const href = attributeValue(tree, source, node, 'href');
    if (href === undefined) continue;
    const base = resolve(href, page.href);
    return base && isWeb(base) ? base : page;
  }
  return page;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function resolve(href: string, base: string): URL | undefined {
  return URL.canParse(href, base) ? new URL(href, base) : undefined;
}

/** Percent escapes decoded, where they are valid UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
