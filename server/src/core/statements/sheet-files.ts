import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { folderOf } from '../keys/normal-form/resolve-address.ts';
import { isLoading, loadingRules } from './style-addresses.ts';

/** The files of the site. */
interface Files {
  exists(path: string): boolean;
  read(path: string): string | undefined;
}

/**
 * The missing files that a style sheet loads, one for each rule, as paths from the site's root. A rule counts if all its files are missing
 * and one of the pages loads them. Addresses from the root of the host do not count.
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
