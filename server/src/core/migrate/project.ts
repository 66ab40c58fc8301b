import type { AddressForm } from './addresses.ts';
import { writeAddress } from './addresses.ts';

/** A piece of a layout or part. */
export type Item =
  /** Text that stands as it is. */
  | { kind: 'text'; text: string }
  /** A relative address; `target` is relative to the site's root. */
  | { kind: 'address'; target: string; form: AddressForm }
  /** The value of the page, else that of the layout. */
  | { kind: 'slot'; name: string /** White space at its ends is not shown. */; isTrimmed?: true }
  /** Shown if the page's value, else that of the layout, is true. */
  | { kind: 'option'; name: string; items: Item[] }
  /** `on` if the page's value is `value`, else `off`: an entry of a menu that is marked on its own page. */
  | { kind: 'case'; name: string; value: string; on: string; off: string }
  /** A part that stands once, in a file of its own. */
  | { kind: 'part'; name: string }
  /** The part that the page's value names. */
  | { kind: 'choice'; name: string }
  /** Shown for the page after or before this one in a list of pages, if there is one; `values` has what is shown, by page. */
  | { kind: 'beside'; data: string; step: 1 | -1; pattern: Pattern[]; values: ReadonlyMap<string, string> }
  /** A loop over the entries of a list; `items` are what it shows. */
  | { kind: 'list'; data: string; items: Item[]; pattern: Pattern[]; separator: string };

/** A piece of what a loop shows for each entry of its list. */
export type Pattern =
  | Item
  /** A field of the entry. */
  | { kind: 'field'; field: string }
  /** An address, which is a field of the entry: the target of a relative one. `isMixed` if other entries have an absolute one. */
  | { kind: 'target'; field: string; form: AddressForm; isMixed: boolean }
  /** `on` if the page's value is that of a field of the entry, else `off`. */
  | { kind: 'mark'; name: string; field: string; on: string; off: string };

/** Fields of an entry of a list, by name. */
export type ListEntry = Record<string, string>;

/** An entry of a list, or in a list of pages the address of one; `null` between pages that do not follow one another. */
export type DataEntry = ListEntry | string | null;

/** Values by name. */
export type Values = ReadonlyMap<string, string | boolean>;

/** What the pages of a layout share. */
export interface Layout {
  name: string;
  items: Item[];
  /** Values of pages that have none of their own. */
  defaults: Values;
}

/** A page that a layout makes. */
export interface LaidOutPage {
  path: string;
  layout: string;
  /** Values that differ from those of the layout. */
  values: Values;
  /** The content as Markdown, which is rendered to the value `content` and a line end. */
  markdown?: string;
}

/** A project that builds a site, for any target. */
export interface Project {
  /** Sorted by name. */
  layouts: Layout[];
  /** Items of each part, by name. */
  parts: Map<string, Item[]>;
  /** Pages that layouts make, sorted by path. */
  pages: LaidOutPage[];
  /** Pages that stay as they are, with the reason. */
  fallbacks: Map<string, string>;
  /** Number of blank lines between two blocks of Markdown that the HTML lacks; undefined if no content is Markdown. */
  fewerLines?: number;
  /** Entries of lists, by name. */
  data?: ReadonlyMap<string, readonly DataEntry[]>;
}

/** The name of the slot that becomes the text of the page's file. */
export const contentName = 'content';

/** A piece of a rendered page. */
export interface Piece {
  text: string;
  /** What it was rendered from; a slot for a value. */
  item: Item;
  /** True if it is a value of the page itself. */
  isOwn: boolean;
}

/** Renders a page as a target does. */
export function renderPage(layout: Layout, page: LaidOutPage, parts: ReadonlyMap<string, Item[]>): string {
  return renderPieces(layout, page, parts)
    .map(({ text }) => text)
    .join('');
}

/** The pieces of a page as a target renders it, in order. */
export function renderPieces(layout: Layout, page: LaidOutPage, parts: ReadonlyMap<string, Item[]>): Piece[] {
  const pieces: Piece[] = [];
  const value = (name: string): string | boolean => page.values.get(name) ?? layout.defaults.get(name) ?? '';
  const render = (items: readonly Item[]): void => {
    for (const item of items) renderItem(item);
  };
  const renderItem = (item: Item): void => {
    switch (item.kind) {
      case 'text':
        pieces.push({ text: item.text, item, isOwn: false });
        break;
      case 'address':
        pieces.push({ text: writeAddress(item.target, page.path, item.form), item, isOwn: false });
        break;
      case 'slot':
        pieces.push({ text: String(value(item.name)), item, isOwn: page.values.has(item.name) });
        break;
      case 'option':
        if (value(item.name) === true) render(item.items);
        break;
      case 'case':
        pieces.push({ text: value(item.name) === item.value ? item.on : item.off, item, isOwn: false });
        break;
      case 'beside':
        pieces.push({ text: item.values.get(page.path) ?? '', item, isOwn: false });
        break;
      case 'list':
        render(item.items);
        break;
      case 'part':
        render(parts.get(item.name) ?? []);
        break;
      case 'choice':
        render(parts.get(String(value(item.name))) ?? []);
    }
  };
  render(layout.items);
  return pieces;
}

/** The entries of a list as JSON, each on a line. */
export function dataText(entries: readonly DataEntry[]): string {
  return `[\n${entries.map(entry => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;
}

/** The text of items without their slots. */
export function itemText(items: readonly Item[]): string {
  return items.map(textOf).join('');
}

function textOf(item: Item): string {
  if (item.kind === 'text') return item.text;
  if (item.kind === 'address') return item.target;
  if (item.kind === 'case') return item.off;
  return item.kind === 'option' || item.kind === 'list' ? itemText(item.items) : '';
}

/** All items that a layout or part shows, those of its parts and optional blocks included; a choice may show any part. */
export function* usedItems(
  items: readonly Item[],
  parts: ReadonlyMap<string, Item[]>,
  seen: Set<string> = new Set(),
): Generator<Item> {
  for (const item of items) {
    yield item;
    if (item.kind === 'option' || item.kind === 'list') yield* usedItems(item.items, parts, seen);
    if (item.kind !== 'part' || seen.has(item.name)) continue;
    seen.add(item.name);
    yield* usedItems(parts.get(item.name) ?? [], parts, seen);
  }
}

/** Names of the values that a layout uses. */
export function itemNames(items: readonly Item[], parts: ReadonlyMap<string, Item[]>): Set<string> {
  const names = new Set<string>();
  for (const item of usedItems(items, parts)) if ('name' in item && item.kind !== 'part') names.add(item.name);
  return names;
}
