import { attributeIndex, attributeValue, nodeName, titleElement } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { ELEMENT, ISLAND, type PageTree } from '../../html/tree.ts';
import { outermostAround } from '../keys/compared-nodes.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { elementText } from './element-text.ts';
import { parts } from './file-name.ts';
import { labelledLinks } from './labelled-links.ts';
import { isControl } from './page-anchors.ts';
import type { Found, PageMistake } from './page-mistake.ts';

const img = nameId('img');
const mailShown = /^[\w.+-]+@[\w-]+\.[\w.-]*\w$/;
/** A phone number that begins with a country code or has at least nine digits; a shorter number may be a date. */
const phoneShown = /^(?:\+[\d ().-]{6,30}\d|[(0](?:[ ().-]{0,3}\d){8,14})$/;

/** What programs write for an address that they do not know, and a typing mistake for `#`. */
const noAddress = /^(?:true|false|null|undefined|nan|\[object object\]|\$)$/i;

/** A link to `undefined`, `true`, `$` or the like. */
export function noAddressOf({ tree, source }: ComparedPage, node: number): Found | undefined {
  if (!noAddress.test(attributeValue(tree, source, node, 'href')?.trim() ?? '')) return undefined;
  const what = 'has no address, so browsers look for a file of this name';
  return { start: tree.start[node]!, end: tree.tagEnd[node]!, node, what, code: 'template/wrong-target' };
}

/** A style sheet, icon or script with an empty address. One with an id gets its address from a script. */
export function emptyAddressOf({ tree, source }: ComparedPage, node: number): Found | undefined {
  const attribute = (name: string): string | undefined => attributeValue(tree, source, node, name);
  const isScript = nodeName(tree, node) === 'script';
  const isLoaded = isScript || /\b(?:stylesheet|icon)\b/i.test(attribute('rel') ?? '');
  if (!isLoaded || attribute(isScript ? 'src' : 'href')?.trim() !== '' || attribute('id')) return undefined;
  return { start: tree.start[node]!, end: tree.tagEnd[node]!, node, what: 'loads nothing, since its address is empty' };
}

/** Pictures without an address. A page with a single empty `src` is skipped: scripts fill such a picture, as in a gallery that enlarges pictures. */
export function emptyPictures({ tree, source }: ComparedPage): Found[] {
  const found: Found[] = [];
  let isWithout = false;
  for (let node = 0; node < tree.size; node++) {
    if (tree.name[node] !== img || tree.kind[node] !== ELEMENT || tree.flags[node]! & ISLAND) continue;
    const address = attributeValue(tree, source, node, 'src');
    if (address?.trim() || mayBeFilled(tree, source, node)) continue;
    isWithout ||= address === undefined;
    found.push({ start: tree.start[node]!, end: tree.tagEnd[node]!, node, what: 'shows nothing, since it has no address' });
  }
  return found.length > 1 || isWithout ? found : [];
}

/** True if a picture has `srcset`, or an attribute by which a script can find or fill it: `id`, `data-...`, `:src`. */
function mayBeFilled(tree: PageTree, source: string, picture: number): boolean {
  for (let at = tree.attrFirst[picture]!; at < tree.attrFirst[picture + 1]!; at++)
    if (/^(?:srcset|id|data-.*|[^a-z].*)$/i.test(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!))) return true;
  return false;
}

/**
 * Digits. Two phone numbers are the same if their last digits are: the country and area codes before these are optional. On the 42 links of 428
 * sites that show a phone number, 3 to 8 digits give the same result; all digits give one false mistake.
 */
const LAST_DIGITS = 6;

/** True if a link has a `tel:` address and shows a different phone number. */
function showsOtherNumber(address: string, shown: string): boolean {
  if (!/^tel:/i.test(address) || !phoneShown.test(shown)) return false;
  const [dialled, said] = [address, shown].map(text => text.replace(/\D/g, '').slice(-LAST_DIGITS));
  return dialled!.length === LAST_DIGITS && dialled !== said;
}

/**
 * Returns the mistake of a contact link: its text is an e-mail address or phone number that differs from its `href`; its text is one, but its `href` is
 * empty or `#`; or its `href` is an e-mail address at `example.com`, a domain that is reserved for examples (RFC 2606).
 */
export function wrongContact(page: ComparedPage, node: number): Found | undefined {
  const { tree, source } = page;
  const address = attributeValue(tree, source, node, 'href')?.trim();
  if (address === undefined || !(address === '' || /^(?:mailto:|tel:|#$)/i.test(address))) return undefined;
  const mail = /^mailto:([^?]+)/i.exec(address)?.[1]?.toLowerCase();
  const shown = elementText(page, node);
  const isNowhere =
    mail === undefined && !/^tel:/i.test(address) && !isControl(page, node) && (mailShown.test(shown) || phoneShown.test(shown));
  const isOtherNumber = showsOtherNumber(address, shown);
  const isOther = isOtherNumber || (mail !== undefined && mailShown.test(shown) && shown.toLowerCase() !== mail);
  if (!isNowhere && !isOther && !/@example\.(?:com|net|org)$/.test(mail ?? '')) return undefined;
  return {
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    what: isNowhere
      ? `shows ${shown}, but leads nowhere`
      : isOther
        ? `shows another ${isOtherNumber ? 'number' : 'address'}, ${shown}`
        : 'leads to a placeholder',
    code: 'template/wrong-target',
  };
}

/** A label that may be the name of a file: one to three words. */
const shortLabel = /^\p{L}{2,20}(?: \p{L}{1,20}){0,2}$/u;

/**
 * Links with an empty address, and links to `#` whose label is the name of a page in the same folder, such as "About us" and `about-us.html`: mistakes
 * where this page exists. Links to the page itself, and those that open a menu or that a script may handle, by their attributes and ids, are not among
 * them.
 */
export function linksToNowhere(page: ComparedPage): Found[] {
  const { tree, source, context } = page;
  if (context.hasBase) return [];
  const [folder, stem, extension] = parts(context.path);
  const title = titleElement(tree);
  const ofPage = title < 0 ? '' : elementText(page, title).toLowerCase();
  return labelledLinks(page).flatMap(({ key, node, target }): Found[] => {
    const label = elementText(page, node).trim();
    const attribute = (name: string): string | undefined => attributeValue(tree, source, node, name)?.trim();
    const isOfPage = ofPage.includes(label.toLowerCase()) || label.toLowerCase().includes(stem.toLowerCase());
    const isEmpty = attribute('href') === '' && /\p{L}{2}/u.test(label) && !isOfPage;
    if (target !== '' || attribute('id') || !(isEmpty || (attribute('href') === '#' && shortLabel.test(label)))) return [];
    const names = [label.toLowerCase(), label].flatMap(name => ['', '-', '_'].map(between => name.replaceAll(' ', between)));
    if (label.toLowerCase() === 'home') names.push('index');
    if (names.includes(stem)) return [];
    return [
      {
        start: tree.start[node]!,
        end: tree.tagEnd[node]!,
        node,
        what: isEmpty ? 'leads to this page itself, since its address is empty' : `shows ${label}, but leads nowhere`,
        ...(isEmpty && { text: label }),
        code: 'template/wrong-target',
        link: { key, pages: [...new Set(names)].map(name => folder + name + extension), ...(isEmpty && { isEmpty }) },
      },
    ];
  });
}

/**
 * A share. Tags of a blog are links to `#`, and a few have the name of a page by chance. A list is one of tags if fewer of its links to `#` have such
 * a name. Measured on 15 findings with verdicts: 0.15 and 0.2 remove 2 of 4 false and no true one; 0.1 removes none; 0.25 also removes 2 true ones.
 */
const FEWEST_NAMING = 0.2;

/**
 * Returns the mistakes to report on this site, with the targets that `withTarget` finds. A link to `#` in a list of tags is none, see `FEWEST_NAMING`.
 */
export function withTargets(
  mistakes: readonly PageMistake[],
  page: ComparedPage,
  exists: (path: string) => boolean,
): PageMistake[] {
  const toNowhere = mistakes.filter(({ link }) => link && !link.isEmpty);
  const isNaming = ({ link }: PageMistake): boolean => link!.pages.some(exists);
  const lists = new Map(toNowhere.map(mistake => [mistake, page.tree.parent[outermostAround(page, mistake.node)]!]));
  const isOfTags = (mistake: PageMistake): boolean => {
    const all = toNowhere.filter(other => lists.get(other) === lists.get(mistake));
    return all.filter(isNaming).length < FEWEST_NAMING * all.length;
  };
  return mistakes
    .filter(mistake => !lists.has(mistake) || !isOfTags(mistake))
    .flatMap(mistake => withTarget(mistake, page, exists));
}

/**
 * Returns the mistake. For a link whose label names a page that exists, adds this page and the corrected address. Returns nothing if the page does
 * not exist, unless the address of the link is empty.
 */
function withTarget(mistake: PageMistake, { tree, source }: ComparedPage, exists: (path: string) => boolean): PageMistake[] {
  if (mistake.link === undefined) return [mistake];
  const path = mistake.link.pages.find(exists);
  if (path === undefined) return mistake.link.isEmpty ? [mistake] : [];
  const at = attributeIndex(tree, source, mistake.node, 'href');
  const address = encodeURI(path.slice(path.lastIndexOf('/') + 1));
  const correction =
    source.slice(mistake.start, tree.attrValueStart[at]) + address + source.slice(tree.attrValueEnd[at], mistake.end);
  return [{ ...mistake, what: `${mistake.what}; the site has ${path}`, correction }];
}
