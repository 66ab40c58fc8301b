/**
 * How an address names a file of the site: by the way up to the site's root and down (`root`), the same with `./` for the root itself (`dot`),
 * or by the shortest way from the page's folder (`page`).
 */
export type AddressForm = 'root' | 'dot' | 'page';

export const addressForms: readonly AddressForm[] = ['root', 'dot', 'page'];

const relative = /^(?![a-z][a-z0-9+.-]*:)[^\s/\\#?<>{}%&'"][^\s\\<>{}'"]*$/i;

/** The key of a relative address in a page: `\0` and its target from the site's root. Undefined for other addresses, and for those that are not written in one of the forms of `writeAddress`. */
export function addressKey(address: string, page: string): string | undefined {
  if (!relative.test(address)) return undefined;
  const folder = page.split('/').slice(0, -1);
  const [path = '', rest = ''] = splitAddress(address);
  const target = [...folder];
  const segments = path.split('/');
  if (segments[0] === '.') segments.shift();
  if (segments.length === 0 || segments.includes('.')) return undefined;
  for (const segment of segments) {
    if (segment === '..') {
      if (target.length === 0) return undefined;
      target.pop();
    } else target.push(segment);
  }
  const key = target.join('/') + rest;
  return addressForms.some(form => address === writeAddress(key, page, form)) ? `\0${key}` : undefined;
}

/** Writes the address of a target, which is relative to the site's root, in a page. */
export function writeAddress(target: string, page: string, form: AddressForm): string {
  const folder = page.split('/').slice(0, -1);
  if (form !== 'page') return ('../'.repeat(folder.length) || (form === 'dot' ? './' : '')) + target;
  const [path = '', rest = ''] = splitAddress(target);
  const segments = path.split('/');
  let shared = 0;
  while (shared < folder.length && shared < segments.length - 1 && folder[shared] === segments[shared]) shared++;
  return '../'.repeat(folder.length - shared) + segments.slice(shared).join('/') + rest;
}

/** Splits an address into its path and its query and fragment. */
function splitAddress(address: string): [string, string] {
  const at = address.search(/[?#]/);
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
}
