import { attributeValue, firstChild, nextSibling, nodeText } from '../../html/access.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { isCurrentToken, mayHoldState } from '../../html/state-tokens.ts';
import { ELEMENT, type PageTree, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { leadsHere, normalAddress } from '../keys/normal-form/address.ts';
import type { PageContext } from '../keys/normal-form/context.ts';
import { UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { holdsLink } from './kinds-of-nodes.ts';

/** Links side by side. */
export interface Menu {
  /** What it is known by on other pages. */
  readonly key: number;
  readonly container: number;
  readonly items: readonly MenuItem[];
}

export interface MenuItem {
  /** The element beside the other items. */
  readonly node: number;
  /** Its link, or -1. */
  readonly link: number;
  /** The element that says that this is the current item, or -1. */
  readonly mark: number;
  /**
   * Where the link leads; undefined where it has no address, or one that stays on any page (`#`). Of an item without a mark it is only
   * known whether it leads to the page.
   */
  readonly leads: 'page' | 'section' | 'elsewhere' | undefined;
}

const MENU_SALT = 37;
const TREE_SALT = 38;
const a = nameId('a');
const itemNames = new Set(['li', 'td', 'th', 'dt', 'dd'].map(nameId));
/** Elements between an item and its link. */
const deepest = 4;

/** The blocks of a page with two or more links side by side, each in an item of its own. */
export function menus(page: ComparedPage): Menu[] {
  const { tree, signatures } = page;
  const linksByItem = new Map<number, number>();
  const children = elementChildren(tree);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.name[node] !== a || signatures.traits[node]! & UNCOMPARED) continue;
    const item = itemOf(tree, node, children);
    if (!linksByItem.has(item)) linksByItem.set(item, node);
  }
  const containers = new Map<number, number>();
  for (const item of linksByItem.keys()) containers.set(tree.parent[item]!, (containers.get(tree.parent[item]!) ?? 0) + 1);
  const seen = new Map<number, number>();
  return [...containers]
    .sort(([a], [b]) => a - b)
    .flatMap(([container, links]): Menu[] => {
      if (links < 2 || container < 0) return [];
      const { path } = tree.hashes;
      combine(
        path[container * 2]!,
        path[container * 2 + 1]!,
        signatures.structure[container * 2]!,
        signatures.structure[container * 2 + 1]!,
      );
      const place = number53(lo, hi);
      const before = seen.get(place) ?? 0;
      seen.set(place, before + 1);
      combine(lo, hi, MENU_SALT, before);
      return [{ key: number53(lo, hi), container, items: itemsOf(page, container, linksByItem) }];
    });
}

/** Menus that stand in one another, as one menu of all their items; an item that holds a marked one is the way to it and skipped. */
export function menuTrees({ tree }: ComparedPage, menus: readonly Menu[]): Menu[] {
  const trees = new Map<Menu, Menu[]>();
  let top: Menu | undefined;
  // Menus come in document order, those around others first.
  for (const menu of menus) {
    if (!top || menu.container >= tree.subtreeEnd[top.container]!) top = menu;
    const members = trees.get(top);
    if (members) members.push(menu);
    else trees.set(top, [menu]);
  }
  return [...trees].flatMap(([top, members]): Menu[] => {
    if (members.length < 2) return [];
    const items = members.flatMap(member => member.items);
    const marked = items.filter(({ mark }) => mark >= 0);
    const holdsMarked = ({ node }: MenuItem): boolean =>
      marked.some(other => other.node > node && other.node < tree.subtreeEnd[node]!);
    combine(top.key | 0, (top.key / 2 ** 32) | 0, TREE_SALT, 0);
    return [{ key: number53(lo, hi), container: top.container, items: items.filter(item => !holdsMarked(item)) }];
  });
}

/** Number of elements right inside each node. */
function elementChildren(tree: PageTree): Uint32Array {
  const children = new Uint32Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (tree.kind[node] === ELEMENT && parent >= 0) children[parent]!++;
  }
  return children;
}

/** The element that stands for a link beside other links: the link, what holds it alone, or the list item or cell that begins with it. */
function itemOf(tree: PageTree, link: number, children: Uint32Array): number {
  let item = link;
  for (let level = 0; level < deepest; level++) {
    const parent = tree.parent[item]!;
    if (parent < 0) return item;
    if (itemNames.has(tree.name[parent]!)) return parent;
    if (children[parent] !== 1) return item;
    item = parent;
  }
  return item;
}

function itemsOf(page: ComparedPage, container: number, linksByItem: ReadonlyMap<number, number>): MenuItem[] {
  const { tree, source, context } = page;
  const isOwn = mayLeadTo(context);
  const items: MenuItem[] = [];
  for (let node = firstChild(tree, container); node >= 0; node = nextSibling(tree, node)) {
    if (tree.kind[node] !== ELEMENT) continue;
    const link = linksByItem.get(node) ?? -1;
    const mark = markIn(tree, source, node, link);
    if (link < 0 && mark < 0) continue;
    const href = link < 0 ? undefined : attributeValue(tree, source, link, 'href');
    items.push({ node, link, mark, leads: href !== undefined && (mark >= 0 || isOwn(href)) ? target(href, context) : undefined });
  }
  return items;
}

/** A quick test: could an address lead to this page? Its last part is the page's file, or it leads to a folder and the page is its index. */
function mayLeadTo({ path }: PageContext): (href: string) => boolean {
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (/^index\./i.test(file)) return href => /(?:^|\/)(?:\.{0,2}|index\.\w+)(?:[?#]|\s*$)/i.test(href);
  return href => href.includes(file) || href.includes('%');
}

function target(href: string, context: PageContext): MenuItem['leads'] {
  const address = normalAddress(href, context);
  return /^(?:$|[#?]|[a-z]+:)/i.test(address) ? undefined : (leadsHere(address, context) ?? 'elsewhere');
}

/** The element of an item that marks it: the item, its link, or what stands between them. */
function markIn(tree: PageTree, source: string, item: number, link: number): number {
  if (link < 0) {
    for (let node = item, level = 0; node >= 0 && level < deepest; node = firstElement(tree, node), level++) {
      // A marked block with links is no item, unless it is an entry of a list: it may be the slide of a carousel that is shown.
      if (isMarked(tree, source, node)) return itemNames.has(tree.name[item]!) || !holdsLink({ tree }, node) ? node : -1;
    }
    return -1;
  }
  for (let node = link; ; node = tree.parent[node]!) {
    if (isMarked(tree, source, node)) return node;
    if (node === item) break;
  }
  const inside = firstElement(tree, link);
  return inside >= 0 && isMarked(tree, source, inside) ? inside : -1;
}

/** The first characters of the first text of an item; undefined for a picture. */
export function textOf({ tree, source }: ComparedPage, { node }: MenuItem): string | undefined {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0) return nodeText(tree, source, inside).slice(0, 40);
  }
  return undefined;
}

/** How many elements of an item say that it is the current one. */
export function markedElements(tree: PageTree, source: string, { node }: MenuItem): number {
  let count = 0;
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    if (tree.kind[inside] === ELEMENT && isMarked(tree, source, inside)) count++;
  }
  return count;
}

function firstElement(tree: PageTree, node: number): number {
  let child = firstChild(tree, node);
  while (child >= 0 && tree.kind[child] !== ELEMENT) child = nextSibling(tree, child);
  return child;
}

function isMarked(tree: PageTree, source: string, node: number): boolean {
  if (tree.attrFirst[node] === tree.attrFirst[node + 1]) return false;
  if (!mayHoldState.test(source.slice(tree.start[node]!, tree.tagEnd[node]!))) return false;
  const current = attributeValue(tree, source, node, 'aria-current');
  if (current !== undefined && current !== '' && current.toLowerCase() !== 'false') return true;
  const tokens = attributeValue(tree, source, node, 'class');
  return tokens?.split(/\s+/).some(isCurrentToken) ?? false;
}
