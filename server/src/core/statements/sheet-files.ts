import { compileSelector } from '../../html/select.ts';
import { TooManySteps } from '../../html/steps.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { folderOf } from '../keys/normal-form/resolve-address.ts';
import { loadingRules } from './style-addresses.ts';

/** The files of the site. */
interface Files {
  exists(path: string): boolean;
  read?(path: string): string | undefined;
}

/**
 * The missing files that a style sheet loads, one for each rule, as paths from the site's root. A rule counts if all its files are missing and its
 * selector matches one of the pages. Addresses from the root of the host do not count.
 * @param sheet path from the site's root
 */
export function missingFiles(sheet: string, { exists, read }: Files, pages: readonly ComparedPage[]): string[] {
  const missing = loadingRules(read?.(sheet) ?? '').flatMap(({ selector, addresses }) => {
    const paths = addresses.map(address => (/^[/#]/.test(address) ? undefined : fileOf(address, folderOf(`/${sheet}`))));
    const isDead = paths.every(path => path !== undefined && !exists(path));
    const isUsed = () => /^(?:@font-face)?$/i.test(selector) || pages.some(page => isMatch(selector, page));
    return isDead && isUsed() ? [paths[0]!] : [];
  });
  return [...new Set(missing)];
}

/** True if a selector matches an element of a page, whatever its state. */
function isMatch(selector: string, { tree, source }: ComparedPage): boolean {
  try {
    return compileSelector(selector.replace(/::?[\w-]+(?:\([^()]*\))?/g, '')).any(tree, source);
  } catch (error) {
    if (error instanceof TooManySteps) throw error;
    return false;
  }
}
