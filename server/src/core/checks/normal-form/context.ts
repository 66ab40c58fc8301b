import type { CheckSettings, NormaliserId } from 'templens-shared/diagnostics';
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
}

/**
 * @param path path of the page from the site's root, with `/`.
 * @param baseHref decoded value of the first `<base href>`, if there is one.
 */
export function pageContext(path: string, baseHref?: string, normalisers: CheckSettings['normalisers'] = {}): PageContext {
  const own = folderOf(`/${path}`);
  return {
    path,
    base: baseHref === undefined ? own : folderOf(resolveAddress(baseHref.trim(), own)),
    hasBase: baseHref !== undefined,
    off: switchedOff(normalisers),
  };
}

const allOn: ReadonlySet<NormaliserId> = new Set();

function switchedOff(normalisers: CheckSettings['normalisers']): ReadonlySet<NormaliserId> {
  const off = Object.entries(normalisers).filter(([, on]) => on === false);
  return off.length === 0 ? allOn : new Set(off.map(([id]) => id as NormaliserId));
}
