import { commonFolder } from '../core/keys/normal-form/common-folder.ts';
import { thresholds } from './thresholds.ts';

/**
 * Returns globs for the pages of a layout: their common folder if no other page is there, else the paths of the first
 * `thresholds.listedPages` of them.
 * @param others all other pages of the site; no glob matches any of them.
 */
export function layoutGlobs(pages: readonly string[], others: readonly string[]): string[] {
  const folder = commonFolder(pages);
  const isExact = (test: (page: string) => boolean): boolean => folder !== '' && pages.every(test) && !others.some(test);
  const isDirect = (page: string): boolean => page.startsWith(folder) && !page.slice(folder.length).includes('/');
  if (pages.length > 1 && isExact(isDirect)) return [`${escaped(folder)}*`];
  if (pages.length > 1 && isExact(page => page.startsWith(folder))) return [`${escaped(folder)}**`];
  return pages.slice(0, thresholds.listedPages).map(escaped);
}

/** Escapes the characters that have a meaning in globs. */
const escaped = (path: string): string => path.replace(/[\\*?[\]{}()!@+]/g, '\\$&');
