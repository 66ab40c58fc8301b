/** Files that a server gives for a folder, or for an address without extension, in order of preference. */
const indexFiles = ['index.html', 'index.htm', 'index.xhtml', 'index.shtml'];
const extension = /\.(?:html?|xhtml|shtml)$/;

/**
 * Paths of the pages that an address may mean, the likeliest first: the file itself, a copy of a page with a query in its name, a folder's
 * index, an address without extension; then the same without the folder that the site is served below. See `PageLinks`.
 */
export function pagesOfTarget(target: string, servedBelow: string): string[] {
  return variants(target, servedBelow).flatMap(pagesOfPath);
}

/** The target, and the target without the folder that the site is served below, from its first level on. */
function variants(target: string, servedBelow: string): string[] {
  const all = [target];
  const levels = servedBelow.split('/').slice(0, -1);
  for (let depth = 1; depth <= levels.length; depth++) {
    const folder = levels.slice(0, depth).join('/');
    if (target.startsWith(`${folder}/`)) all.push(target.slice(folder.length + 1));
    else if (withoutQuery(target) === folder) all.push('');
  }
  return all;
}

function pagesOfPath(target: string): string[] {
  const path = withoutQuery(target);
  const own = path === target ? [] : [target, `${target}.html`];
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
  const direct = folder === path ? [] : [path, `${path}.html`];
  return [...own, ...direct, ...indexFiles.map(file => folder + file)];
}

/** What all targets that may mean a page have in common with it, see `targetKeys`. */
export function pageKeys(page: string): string[] {
  const file = page.slice(page.lastIndexOf('/') + 1);
  const keys = [page, page.replace(extension, ''), ...(indexFiles.includes(file) ? [page.slice(0, -file.length)] : [])];
  return [...new Set([...keys, ...keys.map(keyOf)])];
}

/** Some of `pageKeys` of every page that the target may mean. */
export function targetKeys(target: string, servedBelow: string): string[] {
  return variants(target, servedBelow).map(keyOf);
}

function keyOf(target: string): string {
  return withoutQuery(target).replace(/\/$/, '');
}

function withoutQuery(target: string): string {
  return target.replace(/\?.*/s, '');
}
