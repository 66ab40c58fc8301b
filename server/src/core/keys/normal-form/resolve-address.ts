/** Matches addresses that begin with a scheme. */
export const schemePattern = /^[a-z][a-z0-9+.-]*:/i;

/** An address without surrounding white space, and without tabs and line ends inside, as browsers read it. */
export function trimmedAddress(value: string): string {
  const address = value.trim();
  return /[\t\n\r]/.test(address) ? address.replace(/[\t\n\r]/g, '') : address;
}

/** Folder of a path or address, with a slash at its end; query and fragment do not count. */
export function folderOf(address: string): string {
  const path = address.replace(/[?#].*/s, '');
  if (/^\/\/[^/]*$/.test(path)) return `${path}/`;
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/**
 * Resolves an address that has no query or fragment against a folder. Returns `/path` inside the site, `//host/path` for http and https, and an
 * address with another scheme unchanged. Keeps `..` above the root, since the site's root may be a folder of the server.
 */
export function resolveAddress(address: string, folder: string): string {
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(address);
  if (host) {
    const name = host[1]!.toLowerCase().replace(/:(?:80|443)?$/, '');
    return `//${name}${withoutDots(address.slice(host[0].length) || '/')}`;
  }
  if (schemePattern.test(address)) return address;
  const root = /^\/\/[^/]*/.exec(folder)?.[0] ?? '';
  if (address.startsWith('/')) return root + withoutDots(address);
  return root + below(folder.slice(root.length), address);
}

/** Resolves a relative address against a folder. Handles a leading `../` or `./` here, since splitting into segments is slower. */
function below(folder: string, address: string): string {
  let from = folder;
  let start = 0;
  for (;;) {
    if (address.startsWith('../', start) && from.length > 1 && !from.endsWith('/../')) {
      from = from.slice(0, from.lastIndexOf('/', from.length - 2) + 1);
      start += 3;
    } else if (address.startsWith('./', start)) start += 2;
    else break;
  }
  return withoutDots(start === 0 ? from + address : from + address.slice(start));
}

/** Resolves `.` and `..` in a path that begins with `/`, and removes empty segments. Keeps `..` above the root and a slash at the end. */
function withoutDots(path: string): string {
  if (!path.includes('./') && !path.includes('//') && !path.endsWith('.')) return path;
  const segments: string[] = [];
  let above = 0;
  const parts = path.split('/').slice(1);
  parts.forEach((part, index) => {
    const last = index === parts.length - 1;
    if (part === '..') {
      if (segments.length > above) segments.pop();
      else {
        segments.push('..');
        above++;
      }
      if (last) segments.push('');
    } else if (part === '.') {
      if (last) segments.push('');
    } else if (part !== '' || last) segments.push(part);
  });
  return `/${segments.join('/')}`;
}
