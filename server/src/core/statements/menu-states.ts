import { combine, hi, lo, number53 } from '../../html/hash.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { FEWEST_PAGES } from './link-table.ts';
import { type Menu, type MenuItem, menus, menuTrees, textOf } from './menus.ts';
import type { Statements } from './statements.ts';

/** What a page says about a menu. Nothing, if the menu has no mark and no item leads to the page. */
export const ONE = 1;
export const WRONG = 2;
export const SEVERAL = 3;
export const NONE = 4;

export function stateOf({ items }: Menu): number | undefined {
  const marked = items.filter(({ mark }) => mark >= 0);
  const here = items.filter(({ leads }) => leads === 'page');
  if (marked.length > 1) return SEVERAL;
  if (marked.length === 0) return here.length === 1 ? NONE : undefined;
  const [item] = marked;
  return here.length > 0 && item!.leads === 'elsewhere' ? WRONG : ONE;
}

/** The menus of a page, and those that stand in one another as one. */
export function allMenus(page: ComparedPage): Menu[] {
  const all = menus(page);
  return [...all, ...menuTrees(page, all)];
}

/** The statement about all menus of a page together: whether it marks its own item in any. */
export const ANY_MENU = 1;

/** How many items each menu of a page marks as the current one; and whether any menu marks one. @param ofPage see `allMenus` */
export function menuStatements(page: ComparedPage, ofPage: readonly Menu[]): Statements {
  const found = ofPage.flatMap(menu => {
    const state = stateOf(menu);
    return state === undefined ? [] : [menu.key, state, menu.container];
  });
  const states = found.filter((_, at) => at % 3 === 1);
  const all = states.includes(ONE) ? ONE : states.includes(NONE) ? NONE : undefined;
  return Float64Array.from(all === undefined ? found : [...found, ANY_MENU, all, page.tree.root]);
}

const SAME_SALT = 39;
/** Values of statements about marks: below this a number of marked items, from this on the place of a wrongly marked item. */
const PLACES = 16;

/** The item of a menu that leads to the page, if it is the only one. */
export function ownItem({ items }: Menu): MenuItem | undefined {
  const [own, ...others] = items.filter(({ leads }) => leads === 'page');
  return others.length === 0 ? own : undefined;
}

/** The marked item of a menu that marks a wrong one: exactly one item is marked, and another item leads to the page. */
export function otherMarked(page: ComparedPage, menu: Menu): MenuItem | undefined {
  const own = ownItem(menu);
  const [marked, ...others] = menu.items.filter(({ mark }) => mark >= 0);
  if (!own || !marked || others.length > 0 || marked.leads === 'section') return undefined;
  // Not a logo.
  if (textOf(page, marked) === undefined || textOf(page, own) === undefined) return undefined;
  return own.node >= marked.node && own.node < page.tree.subtreeEnd[marked.node]! ? undefined : marked;
}

/** True if a menu stands around another one and marks one item, which leads to the page. */
export function marksOwnAround({ tree }: ComparedPage, menu: Menu, { container }: Menu): boolean {
  const isAround = container > menu.container && container < tree.subtreeEnd[menu.container]!;
  return isAround && stateOf(menu) === ONE && menu.items.some(({ mark, leads }) => mark >= 0 && leads === 'page');
}

/** The key of the statement about which item a menu marks. */
export function sameMarkKey({ key }: Menu): number {
  combine(key | 0, (key / 2 ** 32) | 0, SAME_SALT, 0);
  return number53(lo, hi);
}

/**
 * Two statements for each menu in which exactly one item leads to the page: how many items are marked, and the place of the marked item if it is
 * another one.
 * @param ofPage see `allMenus`
 */
export function ownMarkStatements(page: ComparedPage, ofPage: readonly Menu[]): Statements {
  return Float64Array.from(
    ofPage.flatMap(menu => {
      const state = stateOf(menu);
      if (state === undefined || !ownItem(menu)) return [];
      const marked = otherMarked(page, menu);
      const place = marked ? PLACES + menu.items.indexOf(marked) : 0;
      return [menu.key, state, menu.container, sameMarkKey(menu), place, menu.container];
    }),
  );
}

/** True for a statement that a menu marks a certain item, which is that of another page. */
export function isSameMark(value: number): boolean {
  return value >= PLACES;
}

/**
 * True if at least two pages mark their own item in a menu, or all but one the same item, which is not theirs. The table asks only about values
 * of at least three eighths of the pages.
 */
export function isMarkedMenu(value: number, pages: number, of: number): boolean {
  return isSameMark(value) ? pages >= Math.max(FEWEST_PAGES, of - 1) : value === ONE && pages >= 2;
}
