import { compileSelector } from '../../html/select.ts';
import { withStepLimit } from '../../html/steps.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { folderOf } from '../keys/normal-form/resolve-address.ts';
import { loadingRules } from './style-addresses.ts';

/** UTF-16 code units. */
const LONGEST_SELECTOR = 1000;

/** The files of the site. */
interface Files {
  exists(path: string): boolean;
  read(path: string): string | undefined;
}

/**
 * The missing files that a style sheet loads, one for each rule, as paths from the site's root. A rule counts if all its files are missing and its
 * selector matches one of the pages. Addresses from the root of the host do not count.
 * @param sheet path from the site's root
 */
export function missingFiles(sheet: string, { exists, read }: Files, pages: readonly ComparedPage[]): string[] {
  const missing = loadingRules(read(sheet) ?? '').flatMap(({ selector, addresses }) => {
    const paths = addresses.map(address => (/^[/#]/.test(address) ? undefined : fileOf(address, folderOf(`/${sheet}`))));
    const isDead = paths.every(path => path !== undefined && !exists(path));
    const isUsed = () => /^(?:@font-face)?$/i.test(selector) || pages.some(page => isMatch(selector, page));
    return isDead && isUsed() ? [paths[0]!] : [];
  });
  return [...new Set(missing)];
}

/** True if a selector matches an element of a page, whatever its state; false for one that is too long or takes too many steps. */
function isMatch(selector: string, { tree, source }: ComparedPage): boolean {
  if (selector.length > LONGEST_SELECTOR) return false;
  try {
    const compiled = compileSelector(selector.replace(/::?[\w-]+(?:\([^()]*\))?/g, ''));
    return withStepLimit(source.length, () => compiled.any(tree, source));
  } catch {
    return false;
  }
}
