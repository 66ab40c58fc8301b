import { attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { detached } from '../../html/strings.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { SLOT, UNCOMPARED } from '../keys/normal-form/node-traits.ts';
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

/**
 * The files of the site that a page links to. Left out are addresses of other sites and with schemes, those with a query, folders and all
 * that does not end as a file (a server may answer them), what lies above the site's root, and addresses with template-language code.
 */
export function linkTargets({ tree, source, context, signatures: { traits } }: ComparedPage): LinkTargets {
  const nodes = new Map<string, number>();
  const known = knownTargets(context.base);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    const attribute = addressOf.get(tree.name[node]!);
    if (attribute === undefined || tree.flags[node]! & ISLAND || traits[node]! & (SLOT | UNCOMPARED)) continue;
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
