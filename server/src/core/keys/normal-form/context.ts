import type { CheckSettings, NormaliserId } from 'templens-shared/findings';
import { attributeValue } from '../../../html/access.ts';
import type { HashKey } from '../../../html/keyed-hash.ts';
import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { limits } from '../thresholds.ts';
import { folderOf, resolveAddress } from './resolve-address.ts';

/** The facts about a page that its normal forms depend on. */
export interface PageContext {
  /** Path of the page from the site's root, with `/`. */
  readonly path: string;
  /** Base of relative addresses: `/folder/`, or `//host/folder/` if `<base>` refers to another host. */
  readonly base: string;
  /** True if the page has a `<base href>` that is not too long: then a fragment or query alone is relative to the base, too. */
  readonly hasBase: boolean;
  /** Normalisers that the settings disable. */
  readonly off: ReadonlySet<NormaliserId>;
  /** Secret key of hashes. Undefined for hashes that are shown, stored or sorted: these are the same in every run, see `hashNormalForm`. */
  readonly key: HashKey | undefined;
}

/**
 * Makes the context of a page. Ignores a `href` that is longer than `limits.baseLength`.
 * @param path path of the page from the site's root, with `/`
 * @param href value of the page's `<base href>`, see `baseHref`
 */
export function pageContext(
  path: string,
  href?: string,
  normalisers: CheckSettings['normalisers'] = {},
  key?: HashKey,
): PageContext {
  const own = folderOf(`/${path}`);
  const given = href !== undefined && href.length <= limits.baseLength ? href.trim() : undefined;
  return {
    path,
    base: given === undefined ? own : folderOf(resolveAddress(given.split(/[?#]/, 1)[0]!, own)),
    hasBase: given !== undefined,
    off: switchedOff(normalisers),
    key,
  };
}

/** Returns the decoded `href` of the first `<base>` that has one; undefined if none exists. */
export function baseHref(tree: PageTree, source: string): string | undefined {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.name[node] !== base) continue;
    const href = attributeValue(tree, source, node, 'href');
    if (href !== undefined) return href;
  }
  return undefined;
}

const base = nameId('base');
const noneOff: ReadonlySet<NormaliserId> = new Set();

function switchedOff(normalisers: CheckSettings['normalisers']): ReadonlySet<NormaliserId> {
  const off = Object.entries(normalisers).filter(([, on]) => on === false);
  return off.length === 0 ? noneOff : new Set(off.map(([id]) => id as NormaliserId));
}
