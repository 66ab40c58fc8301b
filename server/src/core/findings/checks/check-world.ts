import type { ComparedPage } from '../../keys/compared-page.ts';

/** The files of the site, as checks need them. */
export interface CheckWorld {
  /** Text of a page; undefined where it cannot be had. */
  source(page: string): string | undefined;
  /** The page as it was compared when it was parsed, if that was kept. */
  comparedWhenParsed?(page: string): ComparedPage | undefined;
  /** Is there a file or folder at this path from the site's root, with `/`? */
  exists(path: string): boolean;
  /** Does the page match one of the globs? */
  matches(page: string, globs: readonly string[]): boolean;
}

/** Is a setting about this page: does it name no pages, or match it with one of its globs? */
export function concernsPage(
  { pages }: { readonly pages?: readonly string[] },
  page: string,
  matches: CheckWorld['matches'],
): boolean {
  return !pages || pages.length === 0 || matches(page, pages);
}
