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

/** For each menu with one item for the page, how many items it marks. @param ofPage see `allMenus` */
export function ownMarkStatements(ofPage: readonly Menu[]): Statements {
  return Float64Array.from(
    ofPage.flatMap(menu => {
      const state = stateOf(menu);
      const isListed = menu.items.filter(({ leads }) => leads === 'page').length === 1;
      return isListed && state !== undefined ? [menu.key, state, menu.container] : [];
    }),
  );
}

/** True if at least two pages mark their own item in a menu. The table asks only about values of at least three eighths of the pages. */
export function isMarkedMenu(value: number, pages: number): boolean {
  return value === ONE && pages >= 2;
}
