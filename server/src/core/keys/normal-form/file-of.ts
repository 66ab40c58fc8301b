import { hasScheme, resolveAddress } from './resolve-address.ts';

/** Names of files that a server gives out as they are; what ends otherwise may be a route. */
const staticFile =
  /\.(?:x?html?|shtml|css|m?js|json|xml|rss|atom|txt|md|pdf|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|zip|gz|tgz|webmanifest)$/i;

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
