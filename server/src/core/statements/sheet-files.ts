import { compileSelector } from '../../html/select.ts';
import { withStepLimit } from '../../html/steps.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { folderOf } from '../keys/normal-form/resolve-address.ts';
import { type LoadingRule, loadingRules } from './style-addresses.ts';

/** UTF-16 code units. */
const LONGEST_SELECTOR = 1000;

/** The files of the site. */
interface Files {
  exists(path: string): boolean;
  read(path: string): string | undefined;
}

/**
 * Returns the missing files of a style sheet, as paths from the site's root. Of a rule that loads several files, such as a font in several formats, it
 * is the first, and only if all are missing. A rule counts only if one of the pages loads its files. Addresses from the root of the host do not count.
 * @param sheet path from the site's root
 */
export function missingFiles(sheet: string, { exists, read }: Files, pages: readonly ComparedPage[]): string[] {
  const missing = loadingRules(read(sheet) ?? '').flatMap(rule => {
    const paths = rule.addresses.map(address => (/^[/#]/.test(address) ? undefined : fileOf(address, folderOf(`/${sheet}`))));
    const isDead = paths.every(path => path !== undefined && !exists(path));
    return isDead && isLoading(rule, pages) ? [paths[0]!] : [];
  });
  return [...new Set(missing)];
}

/**
 * True if browsers load the files of a rule for one of the pages. They do so if the selector of the rule matches an element. They load a font if the
 * selector of a rule that uses it matches one; a font also counts if this cannot be found out.
 */
function isLoading({ selector, users }: LoadingRule, pages: readonly ComparedPage[]): boolean {
  if (selector === '' || users?.length === 0) return true;
  if (users === undefined) return pages.some(page => isMatch(selector, page));
  return pages.some(page => isMatch(users.join(), page) !== false);
}

/** True if a selector, without pseudo-classes and pseudo-elements, matches an element of a page; undefined if this cannot be found out. */
function isMatch(selector: string, { tree, source }: ComparedPage): boolean | undefined {
  const stateless = selector.replace(/::?[\w-]+(?:\([^()]*\))?/g, '');
  if (selector.length > LONGEST_SELECTOR || stateless.trim() === '') return undefined;
  try {
    const compiled = compileSelector(stateless);
    return withStepLimit(source.length, () => compiled.any(tree, source));
  } catch {
    return undefined;
  }
}
