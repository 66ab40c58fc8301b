import { commonFolder } from '../core/keys/normal-form/common-folder.ts';

/** Most pages that an entry lists; those that look like them join by themselves. */
const MOST = 50;

/** Globs that match pages of a layout and no others of the site: their folder where it holds no other page, else the pages one by one. */
export function layoutGlobs(pages: readonly string[], others: readonly string[]): string[] {
  const folder = commonFolder(pages);
  const isFree = (test: (page: string) => boolean): boolean => folder !== '' && pages.every(test) && !others.some(test);
  const isDirect = (page: string): boolean => page.startsWith(folder) && !page.slice(folder.length).includes('/');
  if (pages.length > 1 && isFree(isDirect)) return [`${escaped(folder)}*`];
  if (pages.length > 1 && isFree(page => page.startsWith(folder))) return [`${escaped(folder)}**`];
  return pages.slice(0, MOST).map(escaped);
}

const escaped = (path: string): string => path.replace(/[\\*?[\]{}()!@+]/g, '\\$&');
