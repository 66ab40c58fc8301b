import { attributeValue } from '../../../html/access.ts';
import { startTag } from '../../../html/places.ts';
import { isCurrentToken } from '../../../html/state-tokens.ts';
import type { Repair } from '../../edits/repair.ts';
import { withoutClasses } from '../../edits/without-classes.ts';
import { type ComparedPage, unkeyedPage } from '../../keys/compared-page.ts';
import {
  ANY_MENU,
  allMenus,
  isSameMark,
  marksOwnAround,
  NONE,
  ONE,
  otherMarked,
  ownItem,
  SEVERAL,
  sameMarkKey,
  stateOf,
  WRONG,
} from '../../statements/menu-states.ts';
import { type Menu, type MenuItem, markedElements, textOf } from '../../statements/menus.ts';
import type { Finding } from '../finding.ts';
import { supportText } from './describe.ts';
import { agreedFields, dissents, type PageRule } from './page-rule.ts';

/** `template/current-item`: a menu that marks one item as the current one on most pages, and here none, several or the wrong one. */
export const currentItem: PageRule = {
  concerns: page => dissents('menus')(page) || dissents('ownMarks')(page),
  find: ({ compared: page, agreement: { menus: agreed, ownMarks }, placeOf }) => {
    const known = new Set<number>();
    const all = allMenus(page);
    // Of a menu on few pages that could mark an item, the other menus of the site say whether items are marked.
    const marksNone = agreed.agreement(ANY_MENU)?.value === ONE && all.every(menu => stateOf(menu) !== ONE);
    let lasting: Menu[] | undefined;
    return all.flatMap((menu, at): Finding[] => {
      const state = stateOf(menu);
      const ofMenu = marksNone ? agreed.weakAgreement(menu.key) : agreed.agreement(menu.key);
      // A page without an item of its own has no vote here, and is not checked again when the votes change.
      const own = ownItem(menu) && ownMarks.agreement(menu.key);
      // Nobody means two current items: a few pages that mark one say enough, if no other page marks several.
      const isOnlyOne = state === SEVERAL && own !== undefined && own.pages >= own.of - 1;
      const agreement = state === WRONG || (ofMenu === undefined && isOnlyOne) ? own : ofMenu;
      if (agreement?.value !== ONE || state === undefined || state === ONE) return [];
      // If most pages mark another entry than their own, such as its parent, it is no mistake.
      if (state === WRONG && agreement.pages * 2 < agreement.of) return [];
      if (state === NONE && all.some(outer => marksOwnAround(page, outer, menu))) return [];
      const here = menu.items.find(({ leads }) => leads === 'page');
      const marked = menu.items.filter(({ mark }) => mark >= 0);
      lasting ??= allMenus(unkeyedPage(page));
      const wrong = state === NONE ? here! : (marked.find(({ leads }) => leads !== 'page') ?? marked.at(-1)!);
      const node = state === NONE ? wrong.link : wrong.mark;
      if (known.has(node)) return [];
      known.add(node);
      const repair = state === SEVERAL ? withoutMark(page, wrong, marked) : undefined;
      const { related, ...common } = agreedFields(agreement, placeOf, 'Here one item is marked.');
      const others = state === SEVERAL ? marked.filter(item => item !== wrong) : [];
      return [
        {
          code: 'template/current-item',
          ...startTag(page, node),
          node,
          message: `${sentence(page, state, marked.length, here)} ${agreement.pages} of ${agreement.of} pages mark their own item.`,
          ...common,
          related: [
            ...others.map(({ mark }) => ({ ...placeOf(page.name, mark), message: 'This item is marked as well.' })),
            ...related,
          ],
          normalisers: ['N8'],
          identity: `template/current-item ${lasting[at]!.key.toString(36)}`,
          ...(repair && { repair, risk: 'It changes which item is the current one.' }),
        },
      ];
    });
  },
};

/** `template/current-item`, on the first of the pages: all pages with an item in a menu, but that which it belongs to, mark the same item. */
export const sameCurrentItem: PageRule = {
  concerns: ({ agreement: { ownMarks }, name }) => ownMarks.exemplifies(name, isSameMark),
  find: ({ compared: page, agreement: { ownMarks } }) =>
    allMenus(page)
      .flatMap((menu): Finding[] => {
        const agreed = ownMarks.agreement(sameMarkKey(menu));
        const marked = otherMarked(page, menu);
        if (!agreed || !marked || agreed.example.page !== page.name || !isSameMark(agreed.value)) return [];
        return [
          {
            code: 'template/current-item',
            ...startTag(page, marked.mark),
            node: marked.mark,
            related: [],
            message: `${supportText(agreed)} with an item in this menu mark "${textOf(page, marked)}" as the current one; here it should be "${textOf(page, ownItem(menu)!)}".`,
            normalisers: ['N8'],
            identity: 'template/current-item of all pages',
          },
        ];
      })
      .slice(0, 1),
};

/** Takes the mark off one of two items, where it is nothing but a class and the other one leads to the page. */
function withoutMark(page: ComparedPage, wrong: MenuItem, marked: readonly MenuItem[]): Repair | undefined {
  const { tree, source } = page;
  const right = marked.find(item => item !== wrong);
  if (marked.length !== 2 || right?.leads !== 'page' || markedElements(tree, source, wrong) !== 1) return undefined;
  if (attributeValue(tree, source, wrong.mark, 'aria-current') !== undefined) return undefined;
  return withoutClasses(page, wrong.mark, isCurrentToken);
}

function sentence(page: ComparedPage, state: number, marked: number, here: MenuItem | undefined): string {
  const name = here ? `"${textOf(page, here) ?? 'an item'}"` : 'another item';
  if (state === SEVERAL) return `${marked} items of this menu are marked as the current one.`;
  if (state === WRONG) return `This item is marked as the current one, but ${name} is the one that leads here.`;
  return `No item of this menu is marked as the current one, although ${name} leads here.`;
}
