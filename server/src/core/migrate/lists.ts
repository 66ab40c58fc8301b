import { listTokens, type Token, tokenItems } from './list-tokens.ts';
import { freeName } from './names.ts';
import { nestedItems } from './parts.ts';
import { dataText, type Item, itemNames, type ListEntry, type Pattern, type Project } from './project.ts';
import { limits } from './thresholds.ts';

type ListItem = Item & { kind: 'list' };

/** A list in a layout or part: entries of one form, one after another. */
interface Found {
  from: number;
  to: number;
  /** The list without the name of its data. */
  item: ListItem;
  entries: ListEntry[];
  /** Text before it. */
  before: string;
}

/**
 * Writes lists, such as menus and language switches, as data with a loop: those with which the project is smaller. Lists of the same labels and
 * addresses have the same data. Changes the items of layouts and parts.
 * @param sizeOf length of items as the target writes them.
 */
export function withLists(project: Project, sizeOf: (items: readonly Item[]) => number): Project {
  const places = [...project.layouts.map(({ items }) => items), ...project.parts.values()]
    .flatMap(items => [items, ...nestedItems(items)])
    .map(items => ({ items, tokens: listTokens(items) }))
    .map(place => ({ ...place, lists: findLists(place.tokens) }));
  const families = new Map<string, Found[]>();
  for (const list of places.flatMap(({ lists }) => lists)) {
    const key = JSON.stringify(list.entries.map(({ label, address }) => [label, address]));
    families.set(key, [...(families.get(key) ?? []), list]);
  }
  const data = new Map(project.data);
  const taken = new Set([...data.keys(), ...project.layouts.flatMap(({ items }) => [...itemNames(items, project.parts)])]);
  for (const family of families.values()) {
    const entries = mergedEntries(family);
    if (entries === undefined) continue;
    const name = freeName(dataName(family[0]!), taken);
    const saved = family.reduce((sum, { item }) => sum + sizeOf(item.items) - sizeOf([{ ...item, data: name }]), 0);
    if (saved <= dataText(entries).length) continue;
    taken.add(name);
    data.set(name, entries);
    for (const { item } of family) item.data = name;
  }
  for (const { items, tokens, lists } of places) {
    const chosen = lists.filter(({ item }) => item.data !== '');
    if (chosen.length > 0) items.splice(0, items.length, ...replaced(tokens, chosen));
  }
  return { ...project, data };
}

function replaced(tokens: readonly Token[], lists: readonly Found[]): Item[] {
  const items: Item[] = [];
  let at = 0;
  for (const { from, to, item } of lists) {
    items.push(...tokenItems(tokens.slice(at, from)), item);
    at = to;
  }
  return [...items, ...tokenItems(tokens.slice(at))];
}

/** Lists in a row of tokens, from left to right. */
function findLists(tokens: readonly Token[]): Found[] {
  const lists: Found[] = [];
  /** Where the further entries of lists begin. */
  const within = new Set<number>();
  for (let at = 0; at < tokens.length; ) {
    const list = tokens[at]!.step === 1 && !within.has(at) ? listAt(tokens, at, within) : undefined;
    if (list) lists.push(list);
    at = list?.to ?? at + 1;
  }
  return lists;
}

function listAt(tokens: readonly Token[], from: number, within: Set<number>): Found | undefined {
  let end = elementEnd(tokens, from);
  if (end < 0) return undefined;
  const shape = tokens.slice(from, end).map(shapeOf).join('\0');
  const entries = [tokens.slice(from, end)];
  let separator: string | undefined;
  for (;;) {
    let next = end;
    while (tokens[next]?.step === 0 && tokens[next]!.kind !== 'item') next++;
    const between = tokens
      .slice(end, next)
      .map(({ text }) => text)
      .join('');
    const nextEnd = tokens[next]?.step === 1 ? elementEnd(tokens, next) : -1;
    if (nextEnd < 0 || (separator !== undefined && separator !== between)) break;
    if (tokens.slice(next, nextEnd).map(shapeOf).join('\0') !== shape) break;
    entries.push(tokens.slice(next, nextEnd));
    within.add(next);
    [separator, end] = [between, nextEnd];
  }
  if (entries.length < limits.listEntries || !isWhole(tokens, from, end)) return undefined;
  const { pattern, data } = patternOf(entries);
  if (!data.every(entry => 'address' in entry) || !isWritable(entries)) return undefined;
  const items = tokenItems(tokens.slice(from, end));
  const item: ListItem = { kind: 'list', data: '', items, pattern, separator: separator ?? '' };
  const before = tokens
    .slice(Math.max(0, from - limits.listEntries * limits.listedNames), from)
    .map(({ text }) => text)
    .join('');
  return { from, to: end, item, entries: data, before };
}

/** True if the tokens are all that an element has. A loop for some of its children alone would be hard to go on with. */
function isWhole(tokens: readonly Token[], from: number, to: number): boolean {
  const isBlank = ({ kind, text }: Token): boolean => kind === 'literal' && text.trim() === '';
  const before = tokens.slice(0, from).findLast(token => !isBlank(token));
  const after = tokens.slice(to).find(token => !isBlank(token));
  return before !== undefined && /(?:^|[^-])>$/.test(before.text) && before.step !== -1 && after?.step === -1;
}

/** The token after an element, or -1. */
function elementEnd(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]!.step;
    if (depth === 0) return at + 1;
    if (depth < 0) return -1;
  }
  return -1;
}

/** Equal for tokens that can be one piece of a pattern. */
function shapeOf({ kind, text, attribute, item }: Token): string {
  if (kind === 'literal') return text;
  if (item?.kind === 'address' || attribute === 'href') return '\u0001address';
  if (item?.kind === 'case') return `\u0001${JSON.stringify([item.name, item.on, item.off])}`;
  return item ? `\u0001${JSON.stringify(item)}` : `\u0001${kind} ${attribute}`;
}

/** What entries have in common, and the fields in which they differ. */
function patternOf(entries: readonly (readonly Token[])[]): { pattern: Pattern[]; data: ListEntry[] } {
  const data = entries.map((): ListEntry => ({}));
  const pattern: Pattern[] = [];
  const fieldOf = (wanted: string, values: readonly string[]): string => {
    const name = freeName(wanted, new Set(Object.keys(data[0]!)));
    values.forEach((value, at) => {
      data[at]![name] = value;
    });
    return name;
  };
  entries[0]!.forEach(({ kind, attribute, item }, at) => {
    const own = entries.map(entry => entry[at]!);
    if (item?.kind === 'case') {
      const values = own.map(token => (token.item as typeof item).value);
      pattern.push({ kind: 'mark', name: item.name, field: fieldOf('name', values), on: item.on, off: item.off });
    } else if (item?.kind === 'address' || attribute === 'href') {
      const relative = own.flatMap(token => (token.item?.kind === 'address' ? [token.item] : []));
      const targets = own.map(token => (token.item?.kind === 'address' ? token.item.target : token.text));
      if (relative.length === 0 && isOne(targets)) pattern.push({ kind: 'text', text: targets[0]! });
      else if (relative.length === own.length && isOne(targets)) pattern.push(relative[0]!);
      else {
        const field = fieldOf('address', targets);
        const form = relative[0]?.form;
        if (form === undefined) pattern.push({ kind: 'field', field });
        else pattern.push({ kind: 'target', field, form, isMixed: relative.length < own.length });
      }
    } else if (item) pattern.push(item);
    else {
      const texts = own.map(({ text }) => text);
      if (isOne(texts)) pattern.push({ kind: 'text', text: texts[0]! });
      else pattern.push({ kind: 'field', field: fieldOf(kind === 'label' ? 'label' : fieldName(attribute!), texts) });
    }
  });
  return { pattern, data };
}

const absolute = /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i;

/** True if relative addresses have one form, and those that stand as they are cannot be taken for them. */
function isWritable(entries: readonly (readonly Token[])[]): boolean {
  const addresses = entries.flat().filter(({ item, attribute }) => item?.kind === 'address' || attribute === 'href');
  const forms = new Set(addresses.flatMap(({ item }) => (item?.kind === 'address' ? [item.form] : [])));
  return forms.size === 0 || (forms.size === 1 && addresses.every(({ item, text }) => item || absolute.test(text)));
}

function isOne(values: readonly string[]): boolean {
  return values.every(value => value === values[0]);
}

function fieldName(attribute: string): string {
  if (attribute === 'href') return 'address';
  return attribute === 'src' ? 'picture' : attribute.replace(/\W+/g, '_');
}

/** Entries with the fields of all lists of a family; undefined if these contradict one another. */
function mergedEntries(family: readonly Found[]): ListEntry[] | undefined {
  const merged = family[0]!.entries.map(entry => ({ ...entry }));
  for (const { entries } of family)
    for (const [at, entry] of entries.entries())
      for (const [field, value] of Object.entries(entry)) {
        merged[at]![field] ??= value;
        if (merged[at]![field] !== value) return undefined;
      }
  return merged;
}

/** A name for the data of a list, by the start tags before it. */
function dataName({ before, entries }: Found): string {
  if (entries.some(entry => 'hreflang' in entry || 'lang' in entry) || /\blang/i.test(before)) return 'languages';
  return /menu|nav/i.test(before) ? 'menu' : 'links';
}
