/** Files that a server returns for the address of a folder, in order of preference. */
const indexFiles = ['index.html', 'index.htm', 'index.xhtml', 'index.shtml'];
const extension = /\.(?:html?|xhtml|shtml)$/;

/**
 * Returns the paths of pages that a link target may refer to, the most likely first: a file with the query in its name (a saved copy), the
 * file itself, the file with `.html` added, the index page of a folder; then the same without the folder that the site is served below.
 * @param target and `servedBelow`: see `PageLinks`
 */
export function pagesOfTarget(target: string, servedBelow: string): string[] {
  return variants(target, servedBelow).flatMap(pagesOfPath);
}

/** The target, and the target without the first levels of the folder that the site is served below: one, two, ... all. */
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

/** Keys by which an index finds the links to a page: each target that may refer to it has one of them among its `linkKeysOfTarget`. */
export function linkKeysOfPage(page: string): string[] {
  const file = page.slice(page.lastIndexOf('/') + 1);
  const keys = [page, page.replace(extension, ''), ...(indexFiles.includes(file) ? [page.slice(0, -file.length)] : [])];
  return [...new Set([...keys, ...keys.map(keyOf)])];
}

/** Keys of a link target: each page that it may refer to has one of them among its `linkKeysOfPage`. */
export function linkKeysOfTarget(target: string, servedBelow: string): string[] {
  return variants(target, servedBelow).map(keyOf);
}

function keyOf(target: string): string {
  return withoutQuery(target).replace(/\/$/, '');
}

function withoutQuery(target: string): string {
  return target.replace(/\?.*/s, '');
}
