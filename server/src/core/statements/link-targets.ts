import { attributeValue, nodeName } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { detached } from '../../html/strings.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { isOnDisk, kindOfPath, lackedScheme, programOf, routeOf, staticPath } from '../keys/normal-form/file-of.ts';
import { SLOT, UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { elementText } from './element-text.ts';
import { bareTarget, isFile, type LinkTargets, placeTarget } from './link-table.ts';
import { oncePerPage } from './once-per-page.ts';
import { farFragment, mostFragments, pageAnchors } from './page-anchors.ts';
import { rootedAddresses } from './site-root.ts';
import { styleAddresses } from './style-addresses.ts';

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
    video: 'src',
    audio: 'src',
    track: 'src',
    embed: 'src',
  }).map(([name, attribute]) => [nameId(name), attribute]),
);

const loaded = new Set(['img', 'script', 'iframe', 'frame', 'source', 'video', 'audio', 'track', 'embed'].map(nameId));
const [link, form] = [nameId('link'), nameId('form')];
/** Kinds of `<link>` by which a browser loads a file by itself. */
const loadedLink =
  /^(?:(?:alternate )?stylesheet|(?:shortcut )?icon|apple-touch-icon(?:-precomposed)?|mask-icon|manifest|preload|modulepreload)$/i;

/** The path of a picture in a `data-` attribute or a `poster`. It has a folder: a script may put one before a name alone. */
const picturePath = /^[^\s{}<>[\]$,;:()?#]*\/[^\s{}<>[\]$,;:()?#/]+\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** True if a browser loads the target of the element as a resource of the page, or all that is typed into a form is sent there. */
function isLoaded({ tree, source }: ComparedPage, node: number): boolean {
  if (tree.name[node] !== link) return loaded.has(tree.name[node]!) || tree.name[node] === form;
  return loadedLink.test((attributeValue(tree, source, node, 'rel') ?? '').trim().replace(/\s+/g, ' '));
}

/**
 * Returns the targets inside the site that a page loads or links to: files (`staticPath`), routes (`routeOf`) and fragments of the page. Skips addresses with template-language
 * code.
 */
export const linkTargets = oncePerPage((page): LinkTargets => {
  const { tree, source, context, signatures } = page;
  const resources = new Map<string, number>();
  const others = new Map<string, number>();
  const places = new Map<string, number>();
  const pictures: [address: string, node: number][] = [];
  const known = knownTargets(context.base);
  const rooted = rootedAddresses(page);
  const pathOf = (written: string): string => {
    const address = rooted(written);
    let path = known.get(address);
    if (path === undefined) {
      path = staticPath(address, context.base) ?? routeOf(address, context.base) ?? '';
      if (known.size < maxKnown) {
        path = detached(path);
        known.set(detached(address), path);
      }
    }
    return isFile(path) ? path : '';
  };
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = tree.attrNameStart[at];
      if (!source.startsWith('data-', name) && !source.startsWith('poster', name)) continue;
      const value = source.slice(tree.attrValueStart[at], tree.attrValueEnd[at]);
      if (picturePath.test(value)) pictures.push([value, node]);
    }
    const isForm = tree.name[node] === form;
    const attribute = isForm ? 'action' : addressOf.get(tree.name[node]!);
    if (attribute === undefined || tree.flags[node]! & ISLAND || signatures.traits[node]! & (SLOT | UNCOMPARED)) continue;
    const address = attributeValue(tree, source, node, attribute);
    if (address === undefined) continue;
    if (attribute === 'href' && lackedScheme(address) !== undefined) {
      const bare = bareTarget(address.trim());
      if (!resources.has(bare)) resources.set(bare, node);
      continue;
    }
    const path = (isForm && programOf(address, context.base)) || pathOf(address);
    // A program answers at what is no file.
    if (path === '' || (isForm && kindOfPath(path) === 'route')) continue;
    // Instructions name a server that the reader starts: in prose, or by its address.
    if (/^https?:/i.test(path) && /^(?:p|li|dd|td)$/.test(nodeName(tree, tree.parent[node]!)) && standsInText(page, node))
      continue;
    const targets = isLoaded(page, node) || isOnDisk(path) ? resources : others;
    // Links that lead out of the site have their own rule.
    if (targets === others && path.startsWith('../')) continue;
    const fragment = places.size < mostFragments && kindOfPath(path) === 'page' ? farFragment(page, node, address) : undefined;
    const place = fragment === undefined ? undefined : placeTarget(path, fragment);
    if (place !== undefined && !places.has(place)) places.set(place, node);
    if (!targets.has(path)) targets.set(path, node);
  }
  for (const [address, node] of [...styleAddresses(page), ...pictures]) {
    const path = pathOf(address);
    if (path !== '' && !resources.has(path)) resources.set(path, node);
  }
  for (const path of resources.keys()) others.delete(path);
  const { dead, alive } = pageAnchors(page);
  const all = [...resources, ...others, ...places, ...dead, ...alive];
  return {
    paths: all.map(([path]) => path),
    nodes: Int32Array.from(all, ([, node]) => node),
    resources: resources.size,
    alive: alive.length,
  };
});

/** True if the link is part of a longer text, or its own text is an address: then the page speaks about the address. */
function standsInText(page: ComparedPage, node: number): boolean {
  const text = elementText(page, node);
  return text.includes('://') || elementText(page, page.tree.parent[node]!) !== text;
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
