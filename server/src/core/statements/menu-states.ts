import type { ComparedPage } from '../keys/compared-page.ts';
import { type Menu, menus, menuTrees } from './menus.ts';
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

/** How many items each menu of a page marks as the current one; and whether any menu marks one. */
export function menuStatements(page: ComparedPage): Statements {
  const found = allMenus(page).flatMap(menu => {
    const state = stateOf(menu);
    return state === undefined ? [] : [menu.key, state, menu.container];
  });
  const states = found.filter((_, at) => at % 3 === 1);
  const all = states.includes(ONE) ? ONE : states.includes(NONE) ? NONE : undefined;
  return Float64Array.from(all === undefined ? found : [...found, ANY_MENU, all, page.tree.root]);
}

/** Share of the pages that a menu has an item for. So many that mark their own show that a page is to mark its own. */
const MARK_OWN = 3 / 8;

/** For each menu with one item for the page, how many items it marks. */
export function ownMarkStatements(page: ComparedPage): Statements {
  return Float64Array.from(
    allMenus(page).flatMap(menu => {
      const state = stateOf(menu);
      const isListed = menu.items.filter(({ leads }) => leads === 'page').length === 1;
      return isListed && state !== undefined ? [menu.key, state, menu.container] : [];
    }),
  );
}

/** True if pages mark their own item in a menu: at least two of them, and many of those that it has an item for. */
export function isMarkedMenu(value: number, pages: number, of: number): boolean {
  return value === ONE && pages >= 2 && pages >= MARK_OWN * of;
}
