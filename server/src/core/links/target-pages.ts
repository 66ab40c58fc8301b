/** Files that a server gives for a folder, or for an address without extension, in order of preference. */
const indexFiles = ['index.html', 'index.htm', 'index.xhtml', 'index.shtml'];
const extension = /\.(?:html?|xhtml|shtml)$/;

/**
 * Paths of the pages that an address may mean, the likeliest first: the file itself, a copy of a page with a query in its name, a folder's
 * index, an address without extension. `target` is as in `PageLinks`.
 */
export function pagesOfTarget(target: string): string[] {
  const path = withoutQuery(target);
  const own = path === target ? [] : [target, `${target}.html`];
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
  const direct = folder === path ? [] : [path, `${path}.html`];
  return [...own, ...direct, ...indexFiles.map(file => folder + file)];
}

/** What all targets that may mean a page have in common with it, see `targetKey`. */
export function pageKeys(page: string): string[] {
  const file = page.slice(page.lastIndexOf('/') + 1);
  const keys = [page, page.replace(extension, ''), ...(indexFiles.includes(file) ? [page.slice(0, -file.length)] : [])];
  return [...new Set([...keys, ...keys.map(targetKey)])];
}

/** One of `pageKeys` of every page that the target may mean. */
export function targetKey(target: string): string {
  return withoutQuery(target).replace(/\/$/, '');
}

function withoutQuery(target: string): string {
  return target.replace(/\?.*$/s, '');
}
