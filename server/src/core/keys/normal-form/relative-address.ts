/**
 * Rewrites a relative address in a page of the folder `from` so that it has the same target in a page of the folder `to`. Other addresses
 * (with a scheme or host, root-relative, empty, or only a fragment or query) stay. Keeps query, fragment, character references and a leading
 * `./` as written. Folders are relative to the site's root, without a slash at the end, '' for the root.
 */
export function relocateAddress(address: string, from: string, to: string): string {
  const [, space = '', path = '', rest = ''] = /^(\s*)([^?#]*)(.*)/s.exec(address)!;
  if (from === to || path.trim() === '' || /^[/\\]|^[a-z][a-z0-9+.-]*:/i.test(path)) return address;
  const segments = path.split('/');
  const file = segments.pop()!;
  const target = folderSegments(from);
  // Above the site's root `..` stays, since the root may be a folder of the server.
  const up = (): unknown => (target.length === 0 || target.at(-1) === '..' ? target.push('..') : target.pop());
  for (const segment of segments) {
    if (segment === '..') up();
    else if (segment !== '.' && segment !== '') target.push(segment);
  }
  if (file === '..') up();
  const name = file === '..' || file === '.' ? '' : file;
  const base = folderSegments(to);
  let shared = 0;
  while (shared < base.length && shared < target.length && base[shared] === target[shared]) shared++;
  const way = [...base.slice(shared).map(() => '..'), ...target.slice(shared), name].join('/');
  const dotted = way === '' || (!way.startsWith('..') && (path.startsWith('./') || /^[^/]*:/.test(way)));
  return `${space}${dotted ? './' : ''}${way}${rest}`;
}

/** Folder of a page, without a slash at the end; both are relative to the site's root. */
export function pageFolder(page: string): string {
  return page.slice(0, Math.max(0, page.lastIndexOf('/')));
}

function folderSegments(folder: string): string[] {
  return folder === '' ? [] : folder.split('/');
}
