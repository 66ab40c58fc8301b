/** True if the page is the index page of the site, by its path from the site's root. */
export function isHomePage(page: string): boolean {
  return /^(?:index|default|home)\.\w+$/i.test(page);
}

/** True for the first page of a folder. */
export function isIndexPage(page: string): boolean {
  return /(?:^|\/)(?:index|default)\.\w+$/i.test(page);
}
