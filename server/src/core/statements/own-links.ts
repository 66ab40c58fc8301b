import { attributeValue } from '../../html/access.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { ISLAND, TEXT } from '../../html/tree.ts';
import { thresholds as countThresholds } from '../counts/thresholds.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { schemePattern } from '../keys/normal-form/resolve-address.ts';
import { elementText } from './element-text.ts';
import type { Statements } from './statements.ts';

const TEXT_SALT = 33;
const TARGET_SALT = 34;
const anchor = nameId('a');
/** Share of the pages with a link that must have it lead to their own names. */
const LEAST_SHARE = 0.5;
/** Different names that these pages must have: those of index pages are the same in all folders. */
const LEAST_NAMES = 3;

/** A link with words that may lead to a file with the page's own name, such as its printer version. */
export interface OwnLink {
  /** Of the place and the words. */
  readonly key: number;
  readonly node: number;
  readonly words: string;
  /** Path from the site's root; undefined where the link leads to no file. */
  readonly path: string | undefined;
  /** The same with a star for the page's name, where that is the file's name. */
  readonly pattern: string | undefined;
}

/** Links to other folders, or to files of another kind. */
export function ownLinks(page: ComparedPage): OwnLink[] {
  const { tree, source, context } = page;
  const found: OwnLink[] = [];
  const [folder, stem, extension] = parts(context.path);
  for (let node = 0; node < tree.size; node++) {
    if (tree.name[node] !== anchor || tree.kind[node] === TEXT || tree.flags[node]! & ISLAND) continue;
    const address = attributeValue(tree, source, node, 'href')?.trim();
    if (!address || schemePattern.test(address) || address.startsWith('//') || address.startsWith('#')) continue;
    const path = fileOf(address, context.base);
    const [otherFolder, otherStem, otherExtension] = parts(path ?? '');
    if (path !== undefined && otherFolder === folder && otherExtension === extension) continue;
    const words = elementText(page, node);
    if (words === '') continue;
    hashNormalForm(words, TEXT_SALT, context.key);
    combine(tree.hashes.path[node * 2]!, tree.hashes.path[node * 2 + 1]!, lo, hi);
    const pattern = path !== undefined && otherStem === stem ? `${otherFolder}*${otherExtension}` : undefined;
    found.push({ key: number53(lo, hi), node, words, path, pattern });
  }
  return found;
}

/** Folder with a slash at its end, name and extension of a file. */
export function parts(path: string): [folder: string, stem: string, extension: string] {
  const file = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot < file ? path.length : dot;
  return [path.slice(0, file), path.slice(file, end), path.slice(end)];
}

/** What a page says about such links: a negative value for a pattern. */
export function ownLinkStatements(page: ComparedPage): Statements {
  return Float64Array.from(
    ownLinks(page).flatMap(({ key, node, path = '', pattern }) => {
      const text = pattern ?? path;
      hashNormalForm(text, TARGET_SALT, page.context.key);
      const value = number53(lo, hi) + 1;
      return [key, pattern === undefined ? value : -value, node];
    }),
  );
}

/** Do these pages show that a link leads to a file with the page's own name? One that leads to the same file everywhere does so by chance. */
export function isOwnLinkRule(value: number, pages: number, of: number, names: () => Iterable<string>): boolean {
  if (value > 0 || pages < countThresholds.minimumPages || pages < LEAST_SHARE * of) return false;
  const stems = new Set<string>();
  for (const name of names()) if (stems.add(parts(name)[1]).size >= LEAST_NAMES) return true;
  return false;
}
