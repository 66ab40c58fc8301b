import { addressForms, addressKey, writeAddress } from './addresses.ts';
import { freeName } from './names.ts';
import {
  contentName,
  type DataEntry,
  dataText,
  type Item,
  itemNames,
  itemText,
  type LaidOutPage,
  type Layout,
  type Pattern,
  type Project,
  type Values,
} from './project.ts';
import { limits } from './thresholds.ts';

/** A slot of a layout, with its value on each page that has one. */
interface Slot {
  layout: string;
  name: string;
  values: Map<string, string>;
}

/** A slot whose value leads from a page to the next one, or to the previous one, of a sequence. */
interface Link {
  slot: Slot;
  /** Paths of the pages that are led to, by page. */
  targets: Map<string, string>;
  /** Their titles as the slot has them, by the same pages; undefined if it has none. */
  titles: Map<string, string> | undefined;
  /** What the slot shows for the page that is led to. */
  pattern: Pattern[];
  step: 1 | -1;
}

/** Pages in order: what follows what. */
class Sequence {
  readonly next = new Map<string, string>();
  readonly previous = new Map<string, string>();
  readonly links: Link[] = [];

  /** Adds a link if it contradicts nothing. */
  add(link: Link): boolean {
    const [on, back] = link.step === 1 ? [this.next, this.previous] : [this.previous, this.next];
    const edges = [...link.targets];
    const isNew = on.size === 0;
    if (!isNew && !edges.some(([page, target]) => on.get(page) === target)) return false;
    if (edges.some(([page, target]) => (on.get(page) ?? target) !== target || (back.get(target) ?? page) !== page)) return false;
    for (const [page, target] of edges) {
      on.set(page, target);
      back.set(target, page);
    }
    this.links.push(link);
    return true;
  }

  /** All pages in order, with `null` between those that do not follow one another; undefined if they go round, or by pairs only. */
  order(): (string | null)[] | undefined {
    const pages: (string | null)[] = [];
    for (const first of this.next.keys()) {
      if (this.previous.has(first)) continue;
      if (pages.length > 0) pages.push(null);
      for (let page: string | undefined = first; page !== undefined; page = this.next.get(page)) pages.push(page);
    }
    const runs = 1 + pages.filter(page => page === null).length;
    const size = new Set([...this.next.keys(), ...this.previous.keys()]).size;
    return pages.length - runs + 1 === size && size >= runs * limits.listEntries ? pages : undefined;
  }

  besides(step: 1 | -1): ReadonlyMap<string, string> {
    return step === 1 ? this.next : this.previous;
  }
}

/**
 * Computes the links to next and previous pages from lists of pages in order, where this gives exactly the values of all pages and makes the
 * project smaller.
 */
export function withSequences(project: Project): Project {
  const slots = project.layouts.flatMap(layout => slotsOf(layout, project.pages));
  const sequences: Sequence[] = [];
  for (const link of slots.flatMap(slot => linkOf(slot) ?? []).sort((a, b) => b.targets.size - a.targets.size)) {
    const turned: Link = { ...link, step: link.step === 1 ? -1 : 1 };
    if (sequences.some(sequence => sequence.add(link)) || sequences.some(sequence => sequence.add(turned))) continue;
    const sequence = new Sequence();
    if (sequence.add(link)) sequences.push(sequence);
  }
  const data = new Map(project.data);
  const taken = new Set([...data.keys(), ...project.layouts.flatMap(({ items }) => [...itemNames(items, project.parts)])]);
  const replacing = new Map<string, Item>();
  for (const sequence of sequences) {
    const order = sequence.order();
    const titles = titlesOf(sequence);
    if (order === undefined || titles === undefined || !isExact(sequence, project.pages)) continue;
    const entries = order.map((address): DataEntry => {
      const title = address === null ? undefined : titles.get(address);
      return address === null || title === undefined ? address : { address, title };
    });
    const saved = sequence.links.reduce((sum, { slot }) => sum + sizeOf(slot), 0);
    if (saved <= dataText(entries).length) continue;
    const name = freeName('sequence', taken);
    taken.add(name);
    data.set(name, entries);
    for (const { slot, pattern, step } of sequence.links)
      replacing.set(keyOf(slot.layout, slot.name), { kind: 'beside', data: name, step, pattern, values: slot.values });
  }
  return replacing.size === 0 ? project : replaced(project, data, replacing);
}

function keyOf(layout: string, name: string): string {
  return `${layout}\0${name}`;
}

/** The slots that stand in a layout itself. */
function slotsOf({ name: layout, items, defaults }: Layout, pages: readonly LaidOutPage[]): Slot[] {
  const names = new Set<string>();
  const visit = (own: readonly Item[]): void => {
    for (const item of own) {
      if (item.kind === 'option') visit(item.items);
      else if (item.kind === 'slot') names.add(item.name);
    }
  };
  visit(items);
  const own = pages.filter(page => page.layout === layout);
  return [...names].map(name => {
    const values = own.map(({ path, values }): [string, string] => [path, String(values.get(name) ?? defaults.get(name) ?? '')]);
    return { layout, name, values: new Map(values.filter(([, value]) => value !== '')) };
  });
}

/**
 * Cuts a value that is an address, or an element or piece of one with an address and perhaps a text: what stands before the address, the
 * address, the rest of the start tag, the text, and what follows. Undefined for other values.
 */
function linkPieces(value: string): string[] | undefined {
  const tagEnd = value.indexOf('>');
  const href = value.search(/\shref="/);
  const start = href >= 0 && (tagEnd < 0 || href < tagEnd) ? href + ' href="'.length : 0;
  const end = runEnd(value, start, /["<>]/g);
  if (end === start) return undefined;
  const close = runEnd(value, end, /[<>]/g);
  const isTag = value[end] === '"' && value[close] === '>';
  const text = isTag ? runEnd(value, close + 1, /\S/g) : end;
  const textEnd = runEnd(value, text, /[<>]/g);
  return [
    value.slice(0, start),
    value.slice(start, end),
    value.slice(end, text),
    value.slice(text, textEnd),
    value.slice(textEnd),
  ];
}

/** Offset of the first match at or after `from`; the length if none exists. */
function runEnd(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The slot as a link to other pages, where no two lead to the same page; undefined for other slots. */
function linkOf(slot: Slot): Link | undefined {
  const { values, name } = slot;
  if (values.size < limits.listEntries) return undefined;
  const cuts = new Map<string, string[]>();
  for (const [path, value] of values) {
    const cut = linkPieces(value);
    if (!cut) return undefined;
    cuts.set(path, cut);
  }
  const texts = (at: number) => new Map([...cuts].map(([path, cut]) => [path, cut[at]!]));
  const isOne = (at: number) => new Set(texts(at).values()).size === 1;
  if (!isOne(0) || !isOne(2) || !isOne(4)) return undefined;
  const targets = new Map<string, string>();
  for (const [path, [, address]] of cuts) {
    const target = addressKey(address!, path)?.slice(1);
    if (target === undefined || target === path) return undefined;
    targets.set(path, target);
  }
  if (new Set(targets.values()).size < targets.size) return undefined;
  const form = addressForms.find(form =>
    [...targets].every(([path, target]) => writeAddress(target, path, form) === cuts.get(path)![1]),
  );
  if (!form) return undefined;
  const [[before, , between, title, after] = []] = cuts.values();
  const hasTitle = !isOne(3);
  const pattern: Pattern[] = [
    { kind: 'text', text: before! },
    { kind: 'target', field: 'address', form, isMixed: false },
    { kind: 'text', text: between! },
    hasTitle ? { kind: 'field', field: 'title' } : { kind: 'text', text: title! },
    { kind: 'text', text: after! },
  ];
  const isBack = /prev|back/i.test(name + before!);
  return { slot, targets, titles: hasTitle ? texts(3) : undefined, pattern, step: isBack ? -1 : 1 };
}

/** True if the pages that a layout makes have a link exactly where the sequence goes on. */
function isExact(sequence: Sequence, pages: readonly LaidOutPage[]): boolean {
  return sequence.links.every(({ slot, targets, step }) =>
    pages.every(({ layout, path }) => layout !== slot.layout || targets.get(path) === sequence.besides(step).get(path)),
  );
}

/** The titles of pages, by path; undefined if two links have different ones for a page, or a link has titles that others lack. */
function titlesOf({ links }: Sequence): Map<string, string> | undefined {
  const titles = new Map<string, string>();
  for (const { targets, titles: own } of links)
    for (const [page, title] of own ?? []) {
      const target = targets.get(page)!;
      if ((titles.get(target) ?? title) !== title) return undefined;
      titles.set(target, title);
    }
  return titles;
}

/** Bytes of the values of a slot in front matter. */
function sizeOf({ name, values }: Slot): number {
  let size = 0;
  for (const value of values.values()) size += name.length + value.length + ': ""\n'.length;
  return size;
}

/** The project with links in the places of slots. */
function replaced(project: Project, data: Map<string, readonly DataEntry[]>, replacing: ReadonlyMap<string, Item>): Project {
  const layouts = project.layouts.map((layout): Layout => {
    const own = project.pages.filter(page => page.layout === layout.name);
    const shownOn = (name: string): string[] =>
      own.flatMap(({ path, values }) => ((values.get(name) ?? layout.defaults.get(name)) === true ? [path] : []));
    const replace = (items: readonly Item[]): Item[] => {
      const result = items.map(item => {
        if (item.kind === 'option') return { ...item, items: replace(item.items) };
        return (item.kind === 'slot' && replacing.get(keyOf(layout.name, item.name))) || item;
      });
      return withoutOptions(result, shownOn);
    };
    return { ...layout, items: replace(layout.items) };
  });
  const used = new Map(layouts.map(({ name, items }) => [name, itemNames(items, project.parts)]));
  const usedValues = (values: Values, layout: string): Values =>
    new Map([...values].filter(([name]) => name === contentName || used.get(layout)!.has(name)));
  return {
    ...project,
    layouts: layouts.map(layout => ({ ...layout, defaults: usedValues(layout.defaults, layout.name) })),
    pages: project.pages.map(page => ({ ...page, values: usedValues(page.values, page.layout) })),
    data,
  };
}

/** Items in which a link has the texts of optional blocks beside it that are shown on the same pages. */
function withoutOptions(items: readonly Item[], shownOn: (name: string) => string[]): Item[] {
  const result: Item[] = [];
  const goesWith = (item: Item | undefined, { values }: Item & { kind: 'beside' }): item is Item & { kind: 'option' } => {
    if (item?.kind !== 'option' || !item.items.every(({ kind }) => kind === 'text')) return false;
    const pages = shownOn(item.name);
    return pages.length === values.size && pages.every(page => values.has(page));
  };
  const joined = (link: Item & { kind: 'beside' }, before: readonly Item[], after: readonly Item[]): Item => {
    const values = new Map([...link.values].map(([page, value]) => [page, itemText(before) + value + itemText(after)]));
    return { ...link, pattern: [...before, ...link.pattern, ...after], values };
  };
  for (const item of items) {
    const last = result.at(-1);
    if (item.kind === 'beside' && goesWith(last, item)) result[result.length - 1] = joined(item, last.items, []);
    else if (last?.kind === 'beside' && goesWith(item, last)) result[result.length - 1] = joined(last, [], item.items);
    else result.push(item);
  }
  return result;
}
