import { attributeValue, firstChild, nextSibling } from '../../html/access.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import { isMajority } from '../counts/majority.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { leadsNowhere, normalAddress } from '../keys/normal-form/address.ts';
import { UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { OPEN } from './agreement-table.ts';
import { elementText } from './element-text.ts';
import { oncePerPage } from './once-per-page.ts';
import { isControl, namesInScripts } from './page-anchors.ts';
import type { Statements } from './statements.ts';

const LABEL_SALT = 53;
const TARGET_SALT = 54;
const [a, item] = [nameId('a'), nameId('li')];
const lists = new Set(['ul', 'ol', 'menu'].map(nameId));
/** Links at the start and at the end of a page that are looked at: menus and footers stand there. */
const MOST_FIRST = 100;
const MOST_LAST = 50;

/** A link that has the same label at the same place on other pages. */
export interface LabelledLink {
  /** Of the place and the label. */
  readonly key: number;
  readonly node: number;
  /** Where it leads inside the site, in normal form without query and fragment; empty for nowhere. */
  readonly target: string;
}

/** The links of a page that lead to a place in the site, or nowhere. Those that open a menu, or run a script, are not among them. */
export const labelledLinks = oncePerPage((page): readonly LabelledLink[] => {
  const { tree, source, context, signatures } = page;
  if (context.off.has('N5')) return [];
  const seen = new Map<number, number>();
  const links: number[] = [];
  for (let node = 0; node < tree.size; node++)
    if (tree.name[node] === a && tree.kind[node] === ELEMENT && !(tree.flags[node]! & ISLAND)) links.push(node);
  let isNamed: ((selector: string) => boolean) | undefined;
  const isHandled = (node: number): boolean => {
    const names = [
      ['id', '#'],
      ['class', '.'],
    ].flatMap(([attribute, sign]) =>
      (attributeValue(tree, source, node, attribute!) ?? '').split(/\s+/).flatMap(name => (name === '' ? [] : sign + name)),
    );
    if (names.length === 0) return false;
    isNamed ??= namesInScripts(page);
    return names.some(isNamed);
  };
  return links.flatMap((node, at): LabelledLink[] => {
    if ((at >= MOST_FIRST && at < links.length - MOST_LAST) || signatures.traits[node]! & UNCOMPARED) return [];
    const address = attributeValue(tree, source, node, 'href');
    const place = address === undefined ? undefined : placeOf(page, node);
    if (address === undefined || place === undefined) return [];
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    const normal = normalAddress(address, context);
    const target = normal.replace(/[?#].*/s, '');
    const isOpen = leadsNowhere(normal);
    if (isOpen ? isControl(page, node) || hasSubmenu(page, node) || isHandled(node) : !/^\/(?!\/)/.test(target)) return [];
    combine(place | 0, (place / 2 ** 32) | 0, LABEL_SALT, before);
    return [{ key: number53(lo, hi), node, target: isOpen ? '' : target }];
  });
});

/** What a link is known by: its place, and its words or, without words, its first picture; undefined where it has neither. */
function placeOf(page: ComparedPage, node: number): number | undefined {
  const { tree, context, signatures } = page;
  const words = elementText(page, node).toLowerCase();
  if (words !== '') hashNormalForm(words, LABEL_SALT, context.key);
  else {
    let picture = firstChild(tree, node);
    while (picture >= 0 && tree.kind[picture] !== ELEMENT) picture = nextSibling(tree, picture);
    if (picture < 0) return undefined;
    combine(signatures.full[picture * 2]!, signatures.full[picture * 2 + 1]!, LABEL_SALT, 0);
  }
  combine(tree.hashes.path[node * 2]!, tree.hashes.path[node * 2 + 1]!, lo, hi);
  return number53(lo, hi);
}

/** True if a list stands in the item that the link begins. */
function hasSubmenu({ tree }: ComparedPage, node: number): boolean {
  const parent = tree.parent[node]!;
  if (tree.name[parent] !== item) return false;
  for (let at = tree.subtreeEnd[node]!; at < tree.subtreeEnd[parent]!; at++) if (lists.has(tree.name[at]!)) return true;
  return false;
}

/** By place and label, where links lead. */
export function labelStatements(page: ComparedPage): Statements {
  return Float64Array.from(labelledLinks(page).flatMap(({ key, node, target }) => [key, targetValue(page, target), node]));
}

/** What a page says of a link: where it leads. */
export function targetValue(page: ComparedPage, target: string): number {
  if (target === '') return OPEN;
  hashNormalForm(target, TARGET_SALT, page.context.key);
  return number53(lo, hi);
}

/** True if all pages on which such a link leads somewhere have it lead to the same place, or a majority with the share `support`. */
export function isOneTarget(pages: number, of: number, support: number): boolean {
  return pages === of || isMajority(pages, of, support);
}

/** The address of a link as it is written. */
export function hrefOf({ tree, source }: ComparedPage, node: number): string {
  return attributeValue(tree, source, node, 'href')!;
}

/** True if a link leads above the site's folder. */
export function leadsAbove(page: ComparedPage, node: number): boolean {
  return normalAddress(hrefOf(page, node), page.context).startsWith('/..');
}
