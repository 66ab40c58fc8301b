import { attributeIndex, attributeValue, nodeText } from '../../page/access.ts';
import { isCurrentToken } from '../../page/state-tokens.ts';
import { TEXT } from '../../page/tree.ts';
import type { AgreementTable, Statements } from '../agreement/agreement-table.ts';
import { type ComparedPage, withoutKey } from '../check-digest.ts';
import type { Finding, Repair } from '../finding.ts';
import type { PlaceOf } from '../page-check.ts';
import { type Menu, type MenuItem, markedElements, menus, menuTrees } from './menus.ts';

/** What a page says about a menu. Nothing is said of one without a mark where no item leads to the page either. */
const ONE = 1;
const WRONG = 2;
const SEVERAL = 3;
const NONE = 4;

function stateOf({ items }: Menu): number | undefined {
  const marked = items.filter(({ mark }) => mark >= 0);
  const here = items.filter(({ leads }) => leads === 'page');
  if (marked.length > 1) return SEVERAL;
  if (marked.length === 0) return here.length === 1 ? NONE : undefined;
  const [item] = marked;
  return here.length > 0 && item!.leads === 'elsewhere' ? WRONG : ONE;
}

/** The menus of a page, and those that stand in one another as one. */
function allMenus(page: ComparedPage): Menu[] {
  const all = menus(page);
  return [...all, ...menuTrees(page, all)];
}

/** How many items each menu of a page marks as the current one. */
export function menuStatements(page: ComparedPage): Statements {
  const found = allMenus(page).flatMap(menu => {
    const state = stateOf(menu);
    return state === undefined ? [] : [menu.key, state, menu.container];
  });
  return Float64Array.from(found);
}

/** `template/current-item`: a menu that marks one item as the current one on most pages, and here none, several or the wrong one. */
export function currentItems(page: ComparedPage, agreed: AgreementTable, placeOf: PlaceOf): Finding[] {
  const known = new Set<number>();
  let lasting: Menu[] | undefined;
  return allMenus(page).flatMap((menu, at): Finding[] => {
    const state = stateOf(menu);
    const agreement = agreed.agreement(menu.key);
    if (agreement?.value !== ONE || state === undefined || state === ONE) return [];
    const here = menu.items.find(({ leads }) => leads === 'page');
    const marked = menu.items.filter(({ mark }) => mark >= 0);
    const { pages, of, example } = agreement;
    lasting ??= allMenus(withoutKey(page));
    const wrong = state === NONE ? here! : (marked.find(({ leads }) => leads !== 'page') ?? marked.at(-1)!);
    const node = state === NONE ? wrong.link : wrong.mark;
    const { tree } = page;
    if (known.has(node)) return [];
    known.add(node);
    const repair = state === SEVERAL ? withoutMark(page, wrong, marked) : undefined;
    return [
      {
        code: 'template/current-item',
        start: tree.start[node]!,
        end: tree.tagEnd[node]!,
        node,
        message: `${sentence(page, state, marked.length, here)} ${pages} of ${of} pages mark the one that they are.`,
        support: { pages, of },
        related: [
          ...marked
            .filter(item => state === SEVERAL && item !== wrong)
            .map(({ mark }) => ({ ...placeOf(page.name, mark), message: 'This item is marked as well.' })),
          { ...placeOf(example.page, example.node), message: 'Here one item is marked.' },
        ],
        normalisers: ['N8'],
        identity: `template/current-item ${lasting[at]!.key.toString(36)}`,
        ...(repair && { repair, risk: 'It changes which item is the current one.' }),
      },
    ];
  });
}

/** Takes the mark off one of two items, where it is nothing but a class and the other one leads to the page. */
function withoutMark({ tree, source }: ComparedPage, wrong: MenuItem, marked: readonly MenuItem[]): Repair | undefined {
  const right = marked.find(item => item !== wrong);
  if (marked.length !== 2 || right?.leads !== 'page' || markedElements(tree, source, wrong) !== 1) return undefined;
  if (attributeValue(tree, source, wrong.mark, 'aria-current') !== undefined) return undefined;
  const at = attributeIndex(tree, source, wrong.mark, 'class');
  if (at < 0) return undefined;
  const start = tree.attrValueStart[at]!;
  const end = tree.attrValueEnd[at]!;
  const kept = source
    .slice(start, end)
    .split(/\s+/)
    .filter(token => !isCurrentToken(token));
  // Without quotes there would be no value left.
  if (kept.length === 0 && !/["']/.test(source[start - 1]!)) return undefined;
  return { kind: 'text', start, end, text: kept.join(' ') };
}

function sentence(page: ComparedPage, state: number, marked: number, here: MenuItem | undefined): string {
  const name = here ? `"${labelOf(page, here)}"` : 'another item';
  if (state === SEVERAL) return `${marked} items of this menu are marked as the current one.`;
  if (state === WRONG) return `This item is marked as the current one, but ${name} is the one that leads here.`;
  return `No item of this menu is marked as the current one, although ${name} leads here.`;
}

function labelOf({ tree, source }: ComparedPage, { node }: MenuItem): string {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0) return nodeText(tree, source, inside).slice(0, 40);
  }
  return 'an item';
}
