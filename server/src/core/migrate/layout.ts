import { writeAddress } from './addresses.ts';
import { alignPages, type Block, type Column, type Gap } from './columns.ts';
import { nameByContext, nameByValues, SlotNames, UniqueNames } from './names.ts';
import { contentName, type Item, itemText, type LaidOutPage, type Layout } from './project.ts';
import { limits } from './thresholds.ts';
import { type KeyTable, type PageUnits, unitsText } from './units.ts';

/** A slot or option while a layout is made: its value on each page. */
interface Place {
  name: string;
  values: (string | boolean)[];
  /** Text before it in the layout, by which it gets its name. */
  before: string;
  /** A name that does not depend on the text before it. */
  fixedName?: string;
}

/** Makes a layout out of its pages. @param keepsSeams false for the smallest layout, whose slots may have half an element. */
export function makeLayout(
  name: string,
  pages: readonly PageUnits[],
  table: KeyTable,
  keepsSeams = true,
): { layout: Layout; pages: LaidOutPage[] } {
  const maker = new LayoutMaker(pages, table);
  maker.add(alignPages(pages, keepsSeams));
  return maker.finish(name);
}

class LayoutMaker {
  readonly #pages: readonly PageUnits[];
  readonly #table: KeyTable;
  readonly #items: Item[] = [];
  /** Slots and options by their values: those that are always equal are one. */
  readonly #places = new Map<string, Place>();
  #before = '';

  constructor(pages: readonly PageUnits[], table: KeyTable) {
    this.#pages = pages;
    this.#table = table;
  }

  add(columns: readonly Column[]): void {
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]!;
      const next = columns[at + 1];
      if (column.kind === 'gap') this.#addValues(this.#gapTexts(column));
      else if (next?.kind === 'gap' && this.#isUsualText(column, next)) {
        const own = this.#gapTexts(next);
        this.#addValues(own.map((text, page) => (column.at[page]! < 0 ? text : this.#blockText(column, page))));
        at++;
      } else this.#addBlock(column);
    }
  }

  /** True if a short block is what most pages have where the others have something else. */
  #isUsualText(block: Block, { from, to }: Gap): boolean {
    if (block.support === this.#pages.length || block.length > limits.variantBytes) return false;
    const texts = new Set<string>();
    for (let page = 0; page < this.#pages.length; page++) {
      const isEmpty = from[page] === to[page];
      if (block.at[page]! >= 0 ? !isEmpty : isEmpty) return false;
      if (block.at[page]! >= 0) texts.add(this.#blockText(block, page));
    }
    return texts.size === 1;
  }

  #gapTexts({ from, to }: Gap): string[] {
    return this.#pages.map((page, index) => unitsText(page, from[index]!, to[index]!));
  }

  #blockText({ at, size }: Block, page: number): string {
    return unitsText(this.#pages[page]!, at[page]!, at[page]! + size);
  }

  /** Adds what each page has of its own in one place. */
  #addValues(values: readonly string[]): void {
    if (values.every(value => value === '')) return;
    if (values.length > 1 && values.every(value => value === values[0])) {
      this.#addText(this.#items, values[0]!);
      return;
    }
    const { prefix, suffix } = values.length > 1 ? commonEnds(values) : { prefix: '', suffix: '' };
    if (prefix !== '') this.#addText(this.#items, prefix);
    const inner = values.map(value => value.slice(prefix.length, value.length - suffix.length));
    this.#items.push({ kind: 'slot', name: this.#place('slot', inner).name });
    if (suffix !== '') this.#addText(this.#items, suffix);
  }

  #addBlock(block: Block): void {
    if (block.support === this.#pages.length) return this.#addUnits(this.#items, block);
    const shown = Array.from(block.at, at => at >= 0);
    const items: Item[] = [];
    const place = this.#place('option', shown);
    this.#addUnits(items, block);
    const last = this.#items.at(-1);
    if (last?.kind === 'option' && last.name === place.name) last.items.push(...items);
    else this.#items.push({ kind: 'option', name: place.name, items });
  }

  /** Adds the units of a block: as text, or as addresses that differ with the folder of the page. */
  #addUnits(items: Item[], { at, size }: Block): void {
    const having = [...this.#pages.keys()].filter(page => at[page]! >= 0);
    const first = this.#pages[having[0]!]!;
    for (let unit = 0; unit < size; unit++) {
      const index = at[having[0]!]! + unit;
      const target = this.#table.target(first.keys[index]!);
      const text = unitsText(first, index, index + 1);
      if (target === undefined) {
        this.#addText(items, text);
        continue;
      }
      const textOn = (page: number) => unitsText(this.#pages[page]!, at[page]! + unit, at[page]! + unit + 1);
      const form = this.#table.forms.find(form =>
        having.every(page => textOn(page) === writeAddress(target, this.#pages[page]!.path, form)),
      );
      if (form) items.push({ kind: 'address', target, form });
      else {
        const values = this.#pages.map((_, page) => (at[page]! >= 0 ? textOn(page) : ''));
        items.push({ kind: 'slot', name: this.#place('slot', values).name });
      }
      this.#before = `${this.#before.slice(-400)}${text}`;
    }
  }

  #addText(items: Item[], text: string): void {
    items.push({ kind: 'text', text });
    this.#before = `${this.#before.slice(-400)}${text}`;
  }

  /** The place with these values; its name is temporary. */
  #place(kind: 'slot' | 'option', values: (string | boolean)[]): Place {
    const key = `${kind}\0${values.join('\0')}`;
    let place = this.#places.get(key);
    if (!place) {
      place = { name: `\0${this.#places.size}`, values, before: this.#before };
      this.#places.set(key, place);
    }
    return place;
  }

  finish(name: string): { layout: Layout; pages: LaidOutPage[] } {
    const free = new SlotNames();
    const { items, places } = markedEntries(this.#items, [...this.#places.values()], free);
    const names = namesOf(places, free);
    const defaults = new Map<string, string | boolean>();
    const values = this.#pages.map(() => new Map<string, string | boolean>());
    for (const place of places) {
      const own = names.get(place.name)!;
      const common = own === contentName ? undefined : usual(place.values);
      if (common !== undefined && common !== '' && common !== false) defaults.set(own, common);
      place.values.forEach((value, page) => {
        if (value !== (common ?? '')) values[page]!.set(own, value);
      });
    }
    return {
      layout: { name, items: renamed(items, names), defaults },
      pages: this.#pages.map(({ path }, page) => ({ path, layout: name, values: values[page]! })),
    };
  }
}

/** The names of places, by their temporary ones. The slot with the most text is the content of the page. */
function namesOf(places: readonly Place[], free: SlotNames): Map<string, string> {
  const names = new Map<string, string>();
  const main = mainPlace(places);
  for (const place of places)
    names.set(
      place.name,
      place === main ? contentName : (place.fixedName ?? free.take(nameByValues(place.values) ?? nameByContext(place.before))),
    );
  return names;
}

/** The slot with the most text. */
function mainPlace(places: readonly Place[]): Place | undefined {
  let main: Place | undefined;
  let most = 0;
  for (const place of places) {
    if (place.fixedName !== undefined) continue;
    const size = place.values.reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
    if (size > most) [main, most] = [place, size];
  }
  return main;
}

/** What the marked entry of a menu has in its start tag, or as an element around it. */
const markPattern = /\b(?:active|current|selected|here|open|strong|b)\b/i;

/**
 * Makes one value out of the slots in which one of the pages, at most, marks an entry of a menu: several slots with the same two texts, of which
 * each page has the rarer one in one slot at most.
 */
function markedEntries(items: Item[], places: Place[], free: SlotNames): { items: Item[]; places: Place[] } {
  const families = new Map<string, Place[]>();
  for (const place of places) {
    const pair = markedPair(place);
    if (pair) families.set(pair.join('\0'), [...(families.get(pair.join('\0')) ?? []), place]);
  }
  const following = followingTexts(items);
  let left = places;
  for (const [pair, family] of families) {
    const [off = '', on = ''] = pair.split('\0');
    const isOn = (page: number): Place[] => family.filter(({ values }) => values[page] === on);
    const pages = [...family[0]!.values.keys()];
    if (family.length < 2 || pages.some(page => isOn(page).length > 1)) continue;
    const name = free.take('current');
    const entries = new UniqueNames();
    const entryOf = new Map(family.map(place => [place.name, entries.take(following.get(place.name) ?? 'entry')]));
    const values = pages.map(page => isOn(page).map(place => entryOf.get(place.name)!)[0] ?? '');
    left = [...left.filter(place => !family.includes(place)), { name: `\0${name}`, fixedName: name, values, before: '' }];
    items = replaced(items, item => {
      const value = item.kind === 'slot' ? entryOf.get(item.name) : undefined;
      return value === undefined ? [item] : marked(`\0${name}`, value, on, off);
    });
  }
  return { items, places: left };
}

/** A case, without what both texts begin and end with. */
function marked(name: string, value: string, on: string, off: string): Item[] {
  const shortest = Math.min(on.length, off.length);
  let start = 0;
  while (start < shortest && on[start] === off[start]) start++;
  let end = 0;
  while (end < shortest - start && on.at(-1 - end) === off.at(-1 - end)) end++;
  const inner = (text: string): string => text.slice(start, text.length - end);
  return [
    { kind: 'text', text: on.slice(0, start) },
    { kind: 'case', name, value, on: inner(on), off: inner(off) },
    { kind: 'text', text: on.slice(on.length - end) },
  ];
}

/** The usual and the marked text of a slot that has these two only. */
function markedPair({ values }: Place): [off: string, on: string] | undefined {
  const texts = [...new Set(values)];
  if (texts.length !== 2 || !texts.every(text => typeof text === 'string' && text.length <= limits.variantBytes))
    return undefined;
  const count = values.filter(value => value === texts[0]).length;
  const [off, on] = (count * 2 >= values.length ? texts : texts.reverse()) as [string, string];
  return markPattern.test(on) && !markPattern.test(off) ? [off, on] : undefined;
}

/** The first words after each slot. */
function followingTexts(items: readonly Item[]): Map<string, string> {
  const texts = new Map<string, string>();
  items.forEach((item, at) => {
    if (item.kind === 'option') for (const [name, text] of followingTexts(item.items)) texts.set(name, text);
    if (item.kind !== 'slot' || texts.has(item.name)) return;
    const after = itemText(items.slice(at + 1, at + 12)).replace(/^[^<>]*>|<[^>]*>?/g, '\n');
    texts.set(item.name, /\S.*/.exec(after)?.[0] ?? '');
  });
  return texts;
}

function replaced(items: readonly Item[], by: (item: Item) => Item[]): Item[] {
  return items.flatMap(item => (item.kind === 'option' ? [{ ...item, items: replaced(item.items, by) }] : by(item)));
}

function renamed(items: readonly Item[], names: ReadonlyMap<string, string>): Item[] {
  return items.map(item => {
    if (item.kind === 'option') return { ...item, name: names.get(item.name)!, items: renamed(item.items, names) };
    return item.kind === 'slot' || item.kind === 'case' ? { ...item, name: names.get(item.name)! } : item;
  });
}

/** The value of at least half of the pages; undefined if there is none. */
function usual(values: readonly (string | boolean)[]): string | boolean | undefined {
  const counts = new Map<string | boolean, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && values.length > 1 && best[1] * 2 >= values.length && best[1] > 1 ? best[0] : undefined;
}

/** What all values begin and end with, cut so that no word, reference or tag is split. */
function commonEnds(values: readonly string[]): { prefix: string; suffix: string } {
  const shortest = Math.min(...values.map(({ length }) => length));
  const [first = ''] = values;
  let start = 0;
  while (start < shortest && values.every(value => value[start] === first[start])) start++;
  while (start > 0 && !isBoundary(first[start - 1]!)) start--;
  const open = first.lastIndexOf('<', start - 1);
  if (start > 0 && open >= 0 && open > first.lastIndexOf('>', start - 1)) start = open;
  let end = 0;
  while (end < shortest - start && values.every(value => value.at(-1 - end) === first.at(-1 - end))) end++;
  while (end > 0 && !isBoundary(first.at(-end)!)) end--;
  const close = /^[^<>]*>/.exec(first.slice(first.length - end));
  if (close && first.slice(0, first.length - end).includes('<')) end -= close[0].length;
  const prefix = start >= limits.endBytes ? first.slice(0, start) : '';
  return { prefix, suffix: end >= limits.endBytes ? first.slice(first.length - end) : '' };
}

function isBoundary(character: string): boolean {
  return /[\s<>"|/]/.test(character);
}
