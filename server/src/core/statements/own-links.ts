import { attributeValue } from '../../html/access.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { ISLAND, TEXT } from '../../html/tree.ts';
import { thresholds as countThresholds } from '../counts/thresholds.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import { schemePattern } from '../keys/normal-form/resolve-address.ts';
import type { Agreement, AgreementTable } from './agreement-table.ts';
import { elementText } from './element-text.ts';
import { parts } from './file-name.ts';
import type { Statements } from './statements.ts';

const TEXT_SALT = 33;
const TARGET_SALT = 34;
const anchor = nameId('a');
/** Share of the pages with a link that must have it lead to their own names. */
const LEAST_SHARE = 0.5;
/** Different names that these pages must have: those of index pages are the same in all folders. */
const LEAST_NAMES = 3;

/** A link with words that may lead to a file with the page's own name, such as its printer version. */
interface OwnLink {
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
function ownLinks(page: ComparedPage): OwnLink[] {
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

/** An address that a generator, or a person, did not fill in; others without a file name may be routes. */
const placeholder = /[&;{}$]/;

/** A link that does not follow the rule of its kind. */
interface WrongOwnLink {
  readonly link: OwnLink;
  /** The same of a page that follows the rule. */
  readonly example: ComparedPage;
  readonly there: OwnLink;
  readonly agreed: Agreement;
  /** The file with the page's own name; it may not exist. */
  readonly wanted: string;
  /** Where the link leads instead, as part of a sentence. */
  readonly where: string;
  /** The address to write, if the file exists. */
  readonly address: string | undefined;
}

/** The links that should lead to a file with the page's own name, as on most pages, and lead to that of another page, or nowhere. */
export function wrongOwnLinks(
  page: ComparedPage,
  rules: AgreementTable,
  load: (page: string) => ComparedPage | undefined,
  exists: (path: string) => boolean,
): WrongOwnLink[] {
  const following = new Map<ComparedPage, ReadonlyMap<number, OwnLink>>();
  return ownLinks(page).flatMap((link): WrongOwnLink[] => {
    const { key, node, path, pattern } = link;
    const agreed = pattern === undefined ? rules.agreement(key) : undefined;
    const example = agreed && load(agreed.example.page);
    const links = example && (following.get(example) ?? linksWithPattern(example));
    const there = links?.get(key);
    if (!agreed || !example || !there) return [];
    following.set(example, links!);
    const wanted = there.pattern!.replace('*', () => parts(page.context.path)[1]);
    const written = attributeValue(page.tree, page.source, node, 'href') ?? '';
    const leadsNowhere = path === undefined ? placeholder.test(written) : !exists(path);
    if (!leadsToThatOf(page, path, there.pattern!, exists) && !(exists(wanted) && leadsNowhere)) return [];
    const where = path === undefined ? `nowhere (${written})` : `to ${path}`;
    const address = exists(wanted) ? addressOf(page, example, there) : undefined;
    return [{ link, example, there, agreed, wanted, where, address }];
  });
}

/** The links of a page that lead to files with its name, by their keys; of several with one key the first. */
function linksWithPattern(page: ComparedPage): ReadonlyMap<number, OwnLink> {
  const links = new Map<number, OwnLink>();
  for (const link of ownLinks(page)) if (link.pattern !== undefined && !links.has(link.key)) links.set(link.key, link);
  return links;
}

/** Does a path follow the pattern for another page of the folder? */
function leadsToThatOf(
  page: ComparedPage,
  path: string | undefined,
  pattern: string,
  exists: (path: string) => boolean,
): boolean {
  const [before, after] = pattern.split('*') as [string, string];
  if (!path?.startsWith(before) || !path.endsWith(after)) return false;
  const stem = path.slice(before.length, path.length - after.length);
  const [folder, , extension] = parts(page.context.path);
  return stem !== '' && !stem.includes('/') && exists(folder + stem + extension);
}

/** The address as a page of the same folder writes it, with this page's name. */
function addressOf(page: ComparedPage, example: ComparedPage, { node }: OwnLink): string | undefined {
  const [[folder, stem], [otherFolder, otherStem]] = [parts(page.context.path), parts(example.context.path)];
  const written = attributeValue(example.tree, example.source, node, 'href') ?? '';
  const at = written.lastIndexOf(otherStem);
  return folder === otherFolder && at >= 0 ? written.slice(0, at) + stem + written.slice(at + otherStem.length) : undefined;
}
