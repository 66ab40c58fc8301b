import { attributeValue, nodeName } from '../../html/access.ts';
import { ELEMENT, OPAQUE, type PageTree } from '../../html/tree.ts';

/** Hyperlinks of a page inside its site, in document order; of several with the same target only the first. */
export interface PageLinks {
  /** Decoded paths from the site's root without leading slash, with the query, without the fragment. */
  readonly targets: readonly string[];
  /** The `a` element of each target. */
  readonly nodes: Int32Array;
  /**
   * The folder, such as `docs/v2/`, that more than half of the root-relative and absolute addresses lead into, or empty. A site that is served
   * below a folder has it in these addresses but not in the paths of its files.
   */
  readonly servedBelow: string;
}

/** Placeholder for the site's host, which is unknown. */
const siteOrigin = 'http://site.invalid';

/**
 * Collects the links of the `a` elements, resolved against the page's path and its `base` element, without links to other hosts. Hosts of the
 * site are that of an absolute `base`, and the most frequent host of the page's links if it has at least two links and more than the host that
 * relative links lead to.
 * @param path path of the page from the site's root
 */
export function pageLinks(tree: PageTree, source: string, path: string): PageLinks {
  const page = resolve(path.split('/').map(encodeURIComponent).join('/'), `${siteOrigin}/`)!;
  const base = baseAddress(tree, source, page);
  const links: { url: URL; node: number; fromRoot: boolean }[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & OPAQUE || nodeName(tree, node) !== 'a') continue;
    const href = attributeValue(tree, source, node, 'href')?.trim() ?? '#';
    const url = href.startsWith('#') ? undefined : resolve(href, base.href);
    if (url && isWeb(url)) links.push({ url, node, fromRoot: /^(?:[a-z]+:)?\//i.test(href) });
  }
  const own = ownHosts(links, page, base);
  const nodes = new Map<string, number>();
  const fromRoot: string[] = [];
  for (const link of links) {
    if (!own.has(link.url.host)) continue;
    const target = decoded(link.url.pathname.slice(1)) + decoded(link.url.search);
    if (link.fromRoot && !nodes.has(target)) fromRoot.push(target);
    if (!nodes.has(target)) nodes.set(target, link.node);
  }
  return { targets: [...nodes.keys()], nodes: Int32Array.from(nodes.values()), servedBelow: majorityFolder(fromRoot) };
}

/** Hosts that belong to the site, see `pageLinks`. */
function ownHosts(links: readonly { url: URL }[], page: URL, base: URL): Set<string> {
  const counts = new Map<string, number>();
  for (const { url } of links) counts.set(url.host, (counts.get(url.host) ?? 0) + 1);
  const own = new Set([page.host, base.host]);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (most && most[1] > Math.max(1, counts.get(base.host) ?? 0)) own.add(most[0]);
  return own;
}

/** The deepest folder that contains, or is, more than half of the targets. */
function majorityFolder(targets: readonly string[]): string {
  let folder = '';
  for (;;) {
    const counts = new Map<string, number>();
    for (const target of targets) {
      const next = target.startsWith(folder) ? target.slice(folder.length).split(/[/?]/)[0]! : '';
      if (next !== '') counts.set(next, (counts.get(next) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, m], [, n]) => n - m);
    if (!most || most[1] * 2 <= targets.length) return folder;
    folder += `${most[0]}/`;
  }
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

/** The text with percent escapes decoded; unchanged if they are not valid UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
