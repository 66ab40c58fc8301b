import { attributeIndex } from '../../html/access.ts';
import { hi, lo, number53 } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { decodeAttribute } from '../../html/normalise.ts';
import { ELEMENT, ISLAND, type PageTree, VERBATIM } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { normalAddress } from '../keys/normal-form/address.ts';
import { SLOT } from '../keys/normal-form/node-traits.ts';
import { schemePattern } from '../keys/normal-form/resolve-address.ts';
import { addressOf } from './link-targets.ts';
import type { Statements } from './statements.ts';

const WRITTEN_SALT = 45;
const LEADS_SALT = 46;
/** Most addresses that a page says something about: template stands first on most pages. */
const MOST = 12;

/** An address that leads to another place from another folder. */
export interface RelativeAddress {
  readonly node: number;
  /** Index among the tree's attributes. */
  readonly attribute: number;
  /** As written, without query and fragment. */
  readonly path: string;
}

const files = new Set(['link', 'script'].map(nameId));

/**
 * The relative addresses of a page, in document order, without those in `pre`; none where a `<base>` decides where they lead.
 * @param elements ids of the names of the elements whose addresses are asked for
 */
export function* relativeAddresses(
  { tree, source, context, signatures: { traits } }: ComparedPage,
  elements: { has(name: number): boolean } = addressOf,
): Generator<RelativeAddress> {
  if (context.hasBase || context.off.has('N5')) return;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || !elements.has(tree.name[node]!)) continue;
    if (tree.flags[node]! & ISLAND || traits[node]! & SLOT || isVerbatim(tree, tree.parent[node]!)) continue;
    const name = addressOf.get(tree.name[node]!);
    const attribute = name === undefined ? -1 : attributeIndex(tree, source, node, name);
    if (attribute < 0) continue;
    const value = decodeAttribute(source.slice(tree.attrValueStart[attribute]!, tree.attrValueEnd[attribute]!)).trim();
    const path = value.replace(/[?#].*/s, '');
    if (path !== '' && !/^[/\\]/.test(path) && !schemePattern.test(path)) yield { node, attribute, path };
  }
}

/** True if a parent is `pre` or another element that keeps white space. Elements inside are code samples whose `<` was not escaped. */
function isVerbatim(tree: PageTree, parent: number): boolean {
  return parent >= 0 && (tree.flags[parent]! & VERBATIM) !== 0;
}

/** What an address is known by on pages of every folder: how it is written. */
export function writtenKey({ path }: RelativeAddress, { context }: ComparedPage): number {
  hashNormalForm(path, WRITTEN_SALT, context.key);
  return number53(lo, hi);
}

/** Where an address leads from a folder, as a number. @param base with slashes around it, `/` for the site's root. */
export function leadsKey({ path }: RelativeAddress, { context }: ComparedPage, base: string): number {
  hashNormalForm(normalAddress(path, { ...context, base }), LEADS_SALT, context.key);
  return number53(lo, hi);
}

/** Where the first relative addresses of a page lead, those of style sheets and scripts before others. */
export function addressStatements(page: ComparedPage): Statements {
  const byPath = new Map<string, RelativeAddress>();
  for (const elements of [files, addressOf])
    for (const address of relativeAddresses(page, elements)) {
      if (byPath.size === MOST) break;
      if (!byPath.has(address.path)) byPath.set(address.path, address);
    }
  return Float64Array.from(
    [...byPath.values()].flatMap(address => [
      writtenKey(address, page),
      leadsKey(address, page, page.context.base),
      address.node,
    ]),
  );
}
