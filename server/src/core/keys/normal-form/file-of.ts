import { resolveAddress, schemePattern, trimmedAddress } from './resolve-address.ts';

/** Extensions of files that a server returns unchanged; an address with another one may be a route. */
const staticFile =
  /\.(?:x?html?|shtml|css|m?js|json|xml|rss|atom|txt|md|pdf|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|zip|gz|tgz|webmanifest)$/i;

/**
 * Path from the site's root of the file that an address refers to; undefined if it refers to another host, to no file, or to something that
 * need not exist as a file.
 * @param base folder of the page that has the address, see `PageContext.base`
 */
export function fileOf(address: string, base: string): string | undefined {
  const path = staticPath(address, base);
  return path?.startsWith('../') ? undefined : path;
}

/** As `fileOf`, with `../` before the path of a file above the site. */
export function staticPath(address: string, base: string): string | undefined {
  if (isOnDisk(address)) return address.replaceAll('\\', '/');
  const target = localTarget(address, base);
  if (target === undefined) return undefined;
  const [path = '', query] = target.split('?', 2);
  // A query after the name of a page selects a generated page; after another file it is a version.
  if (query !== undefined && kindOfPath(path) === 'page') return undefined;
  const resolved = resolveAddress(path, base);
  if (!staticFile.test(resolved)) return undefined;
  return decodedPath(resolved.slice(1));
}

/** The extensions of programs that a web server runs. */
const program = /\.(?:php|aspx?|jsp|cgi|pl)$/i;

/** True if a web server runs the file with this path as a program. */
export function isProgram(path: string): boolean {
  return program.test(path);
}

/** Path from the site's root of the program, such as `send.php`, that a relative address leads to; undefined for other addresses. */
export function programOf(address: string, base: string): string | undefined {
  const [path = ''] = localTarget(address, base)?.split('?', 1) ?? [];
  return isProgram(path) && !path.startsWith('/') ? decodedPath(resolveAddress(path, base).slice(1)) : undefined;
}

/**
 * Path from the site's root, without slash at its end, of the folder or file without extension that an address refers to; undefined for
 * other addresses, for the root itself, and where a query or a dot in the last segment says that a server answers.
 * @param base folder of the page that has the address, see `PageContext.base`
 */
export function routeOf(address: string, base: string): string | undefined {
  const target = localTarget(address, base);
  if (target === undefined) return undefined;
  const last = target.slice(target.lastIndexOf('/') + 1);
  if (target.includes('?') || (last.includes('.') && last !== '.' && last !== '..')) return undefined;
  const resolved = resolveAddress(target, base).replace(/\/$/, '');
  if (resolved === '' || resolved.startsWith('/..')) return undefined;
  return decodedPath(resolved.slice(1));
}

/** An address without its fragment; undefined if it is empty or refers to another host. Browsers read a backslash as a slash. */
function localTarget(address: string, base: string): string | undefined {
  const target = trimmedAddress(address).replace(/#.*/s, '').replaceAll('\\', '/');
  if (target === '' || schemePattern.test(target) || target.startsWith('//') || base.startsWith('//')) return undefined;
  return target;
}

/**
 * The file of the site that is meant by a path above it: the same path without `../`, or the file with this name in the site's folder; undefined
 * if there is none, for other paths, and if the path may name the site's folder: `../site/css/a.css`.
 */
export function meantInside(path: string, exists: (path: string) => boolean): string | undefined {
  if (!path.startsWith('../')) return undefined;
  const inside = path.replace(/^(?:\.\.\/)+/, '');
  const below = inside.slice(inside.indexOf('/') + 1);
  if (below.includes('/') && exists(below)) return undefined;
  return [inside, inside.replace(/^.*\//s, '')].find(exists);
}

/**
 * Returns the scheme that is missing before an address: `mailto:` if it is an e-mail address, `tel:` if it is a phone number, `https://` if it
 * begins with a host name. Returns undefined for all other addresses.
 */
export function lackedScheme(address: string): 'mailto:' | 'tel:' | 'https://' | undefined {
  const [host = ''] = address.trim().split(/[/?#]/, 1);
  if (staticFile.test(host)) return undefined;
  if (/^[\w.+-]{1,64}@[\w.-]{1,200}\.[a-z]{2,}$/i.test(host)) return 'mailto:';
  if (/^\+\d[\d ().-]{5,30}$/.test(host)) return 'tel:';
  return /^(?:www\.[\w.-]{1,200}\.[a-z]{2,}|[\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.(?:com|org|net|edu|gov))$/i.test(host)
    ? 'https://'
    : undefined;
}

/** True for an address of a file on the disk of the author, or of a server on the author's machine. */
export function isOnDisk(address: string): boolean {
  return /^(?:file:\/\/|[a-z]:[\\/]|https?:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$))/i.test(address);
}

/** What a path refers to, by its extension: a page, another file, or, without extension, a folder or an address that a server resolves. */
export function kindOfPath(path: string): 'page' | 'file' | 'route' {
  const extension = /\.(\w+)$/.exec(path)?.[1];
  if (extension === undefined) return 'route';
  return /^(?:x?html?|shtml)$/i.test(extension) ? 'page' : 'file';
}

/** Decodes percent-encoding where it is correct. */
export function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True if there is a file, or a folder with an index page, at an address in normal form. */
export function isFileAt(address: string, exists: (path: string) => boolean): boolean {
  const path = address.replace(/[?#].*/s, '').slice(1);
  return /^\/(?!\/|\.\.\/)/.test(address) && exists(path.endsWith('/') || path === '' ? `${path}index.html` : path);
}
