import type { CheckSettings, NormaliserId } from 'templens-shared/findings';
import { attributeValue } from '../../../html/access.ts';
import type { HashKey } from '../../../html/keyed-hash.ts';
import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { folderOf, resolveAddress } from './resolve-address.ts';

/** What the normal forms of a page's values depend on beside the values; made once a page. */
export interface PageContext {
  /** Path of the page from the site's root, with `/`. */
  readonly path: string;
  /** What relative addresses are resolved against: `/folder/`, or `//host/folder/` where `<base>` leads out of the site. */
  readonly base: string;
  /** Does the page have a `<base href>`? Then a fragment or query alone leads to the base, too. */
  readonly hasBase: boolean;
  /** Normalisers that are switched off. */
  readonly off: ReadonlySet<NormaliserId>;
  /** With which forms are hashed; without it for what is shown or sorted, see `formHash`. */
  readonly key: HashKey | undefined;
}

/**
 * @param path path of the page from the site's root, with `/`.
 * @param href of the page's `<base>`, see `baseHref`.
 */
export function pageContext(
  path: string,
  href?: string,
  normalisers: CheckSettings['normalisers'] = {},
  key?: HashKey,
): PageContext {
  const own = folderOf(`/${path}`);
  const given = href !== undefined && href.length <= longestBase ? href.trim() : undefined;
  return {
    path,
    base: given === undefined ? own : folderOf(resolveAddress(given, own)),
    hasBase: given !== undefined,
    off: switchedOff(normalisers),
    key,
  };
}

/** Decoded value of the first `<base href>` of a page. */
export function baseHref(tree: PageTree, source: string): string | undefined {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.name[node] !== base) continue;
    const href = attributeValue(tree, source, node, 'href');
    if (href !== undefined) return href;
  }
  return undefined;
}

/** In UTF-16 code units; every address of the page is as long as what it is resolved against. A longer base counts as none. */
const longestBase = 2048;

const base = nameId('base');
const allOn: ReadonlySet<NormaliserId> = new Set();

function switchedOff(normalisers: CheckSettings['normalisers']): ReadonlySet<NormaliserId> {
  const off = Object.entries(normalisers).filter(([, on]) => on === false);
  return off.length === 0 ? allOn : new Set(off.map(([id]) => id as NormaliserId));
}
