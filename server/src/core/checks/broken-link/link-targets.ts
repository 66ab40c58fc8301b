import { attributeValue, nodeName } from '../../page/access.ts';
import { detached } from '../../page/strings.ts';
import { ELEMENT, ISLAND } from '../../page/tree.ts';
import type { LinkTargets } from '../agreement/link-table.ts';
import type { ComparedPage } from '../check-digest.ts';
import { FREE, SLOT } from '../normal-form/places.ts';
import { hasScheme, resolveAddress } from '../normal-form/resolve-address.ts';

/** Attribute that leads to a file, by element. */
const addressOf = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['link', 'href'],
  ['img', 'src'],
  ['script', 'src'],
  ['iframe', 'src'],
  ['frame', 'src'],
  ['source', 'src'],
  ['embed', 'src'],
]);

/** Names of files that a server gives out as they are; what ends otherwise may be a route. */
const staticFile =
  /\.(?:x?html?|shtml|css|m?js|json|xml|rss|atom|txt|md|pdf|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|zip|gz|tgz|webmanifest)$/i;

/**
 * The files of the site that a page links to. Left out are addresses of other sites and with schemes, those with a query, folders and all
 * that does not end as a file (a server may answer them), what lies above the site's root, and addresses with template-language code.
 */
export function linkTargets({ tree, source, context, signatures: { places } }: ComparedPage): LinkTargets {
  const nodes = new Map<string, number>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & ISLAND || places[node]! & (SLOT | FREE)) continue;
    const attribute = addressOf.get(nodeName(tree, node));
    const address = attribute && attributeValue(tree, source, node, attribute);
    const path = address ? fileOf(address, context.base) : undefined;
    if (path !== undefined && !nodes.has(path)) nodes.set(detached(path), node);
  }
  return { paths: [...nodes.keys()], nodes: Int32Array.from(nodes.values()) };
}

/** Path from the site's root of the file that an address leads to; undefined where it leads to none, or to none that must be there. */
function fileOf(address: string, base: string): string | undefined {
  const target = address.trim().replace(/#.*$/s, '');
  if (target === '' || hasScheme.test(target) || target.startsWith('//') || base.startsWith('//')) return undefined;
  const [path = '', query] = target.split('?', 2);
  // The version of a file.
  if (query !== undefined && /\.(?:x?html?|shtml)$/i.test(path)) return undefined;
  const resolved = resolveAddress(path, base);
  if (!staticFile.test(resolved) || resolved.startsWith('/../')) return undefined;
  return decodedPath(resolved.slice(1));
}

function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
