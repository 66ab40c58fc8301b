import type { ComparedPage } from '../keys/compared-page.ts';
import { FREE, SLOT } from '../normal-form/places.ts';
import { hasScheme, resolveAddress } from '../normal-form/resolve-address.ts';
import { attributeValue } from '../page/access.ts';
import { nameId } from '../page/names.ts';
import { detached } from '../page/strings.ts';
import { ELEMENT, ISLAND } from '../page/tree.ts';
import type { LinkTargets } from './link-table.ts';

/** Attribute that leads to a file, by the id of the element's name. */
export const addressOf: ReadonlyMap<number, string> = new Map(
  Object.entries({
    a: 'href',
    area: 'href',
    link: 'href',
    img: 'src',
    script: 'src',
    iframe: 'src',
    frame: 'src',
    source: 'src',
    embed: 'src',
  }).map(([name, attribute]) => [nameId(name), attribute]),
);

/** Names of files that a server gives out as they are; what ends otherwise may be a route. */
const staticFile =
  /\.(?:x?html?|shtml|css|m?js|json|xml|rss|atom|txt|md|pdf|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|zip|gz|tgz|webmanifest)$/i;

/**
 * The files of the site that a page links to. Left out are addresses of other sites and with schemes, those with a query, folders and all
 * that does not end as a file (a server may answer them), what lies above the site's root, and addresses with template-language code.
 */
export function linkTargets({ tree, source, context, signatures: { places } }: ComparedPage): LinkTargets {
  const nodes = new Map<string, number>();
  const known = knownTargets(context.base);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    const attribute = addressOf.get(tree.name[node]!);
    if (attribute === undefined || tree.flags[node]! & ISLAND || places[node]! & (SLOT | FREE)) continue;
    const address = attributeValue(tree, source, node, attribute);
    if (address === undefined) continue;
    let path = known.get(address);
    if (path === undefined) {
      path = fileOf(address, context.base) ?? '';
      if (known.size < maxKnown) {
        path = detached(path);
        known.set(detached(address), path);
      }
    }
    if (path !== '' && !nodes.has(path)) nodes.set(path, node);
  }
  return { paths: [...nodes.keys()], nodes: Int32Array.from(nodes.values()) };
}

/** Where addresses lead, the empty text for nowhere, by what they are resolved against: pages of one site link to the same files. */
const byBase = new Map<string, Map<string, string>>();
const maxBases = 32;
const maxKnown = 4096;

function knownTargets(base: string): Map<string, string> {
  let known = byBase.get(base);
  if (!known) {
    if (byBase.size >= maxBases) byBase.clear();
    known = new Map();
    byBase.set(base, known);
  }
  return known;
}

/** Path from the site's root of the file that an address leads to; undefined where it leads to none, or to none that must be there. */
export function fileOf(address: string, base: string): string | undefined {
  const target = address.trim().replace(/#.*/s, '');
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
