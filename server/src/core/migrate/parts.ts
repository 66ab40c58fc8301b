import { align } from './align.ts';
import { attributeValue, slug, startTags, type UniqueNames } from './names.ts';
import { type Item, itemText, type Layout, type Project } from './project.ts';
import { limits } from './thresholds.ts';

/**
 * Moves what stands in several places to parts, so that it stands once. First every layout is aligned with those before it, then what is
 * left is searched for longer repetitions anywhere. Runs of items that always stand together are one part.
 */
export function shareParts(layouts: readonly Layout[], names: UniqueNames): Map<string, Item[]> {
  const parts = new Map<string, Item[]>();
  moveRuns(
    layouts.map(({ items }) => [items, ...nestedItems(items)]),
    equalPlaces,
    parts,
    names,
  );
  moveRuns(
    [...layouts.map(({ items }) => items), ...parts.values()].map(items => [items, ...nestedItems(items)]),
    repeatedPlaces,
    parts,
    names,
  );
  inlineSingle(layouts, parts);
  return parts;
}

/** Moves runs of items to parts. @param groups lists of items, those of a layout or part together. */
function moveRuns(
  groups: readonly Item[][][],
  classesOf: (flat: readonly (readonly (Item | undefined)[])[]) => Int32Array,
  parts: Map<string, Item[]>,
  names: UniqueNames,
): void {
  const flat = groups.map(own => own.flatMap(items => [...items, undefined]));
  const classes = classesOf(flat);
  const startOf = new Map<number, { name: string; size: number }>();
  const all = flat.flat();
  for (const { first, size, at } of runsOf(classes)) {
    const own = all.slice(at, at + size) as Item[];
    if (lengthOf(own) < limits.partBytes) continue;
    const name = names.take(partName(itemText(own)));
    parts.set(name, own);
    startOf.set(first, { name, size });
  }
  let at = 0;
  for (const items of groups.flat()) {
    const end = at + items.length;
    const shared: Item[] = [];
    while (at < end) {
      const part = startOf.get(classes[at]!);
      shared.push(part ? { kind: 'part', name: part.name } : all[at]!);
      at += part?.size ?? 1;
    }
    at = end + 1;
    items.splice(0, items.length, ...shared);
  }
}

/** The lists of items inside optional blocks. */
export function nestedItems(items: readonly Item[]): Item[][] {
  return items.flatMap(item => (item.kind === 'option' ? [item.items, ...nestedItems(item.items)] : []));
}

/** Number of UTF-16 code units that items have without their slots. */
function lengthOf(items: readonly (Item | undefined)[]): number {
  return itemText(items.filter(item => item !== undefined)).length;
}

/** Numbers for items, equal for equal ones; the end of a list equals nothing. */
function itemKeys(all: readonly (Item | undefined)[]): Int32Array {
  const ids = new Map<string, number>();
  return Int32Array.from(all, (item, at) => {
    const key = item ? JSON.stringify(item) : `\0${at}`;
    if (!ids.has(key)) ids.set(key, ids.size);
    return ids.get(key)!;
  });
}

/** Classes of items that are the same text in several places. */
class Classes {
  readonly #classOf: Int32Array;
  readonly #shared: Uint8Array;

  constructor(size: number) {
    this.#classOf = Int32Array.from({ length: size }, (_, at) => at);
    this.#shared = new Uint8Array(size);
  }

  /** Notes that the items from `at` on are those from the earlier place on. */
  unite(at: number, place: number, size: number): void {
    for (let k = 0; k < size; k++) {
      if (this.#shared[at + k]) continue;
      const own = this.#classOf[place + k]!;
      this.#classOf[at + k] = own;
      this.#shared[at + k] = this.#shared[place + k] = this.#shared[own] = 1;
    }
  }

  /** The class of each item; -1 for those that stand once. */
  result(): Int32Array {
    return this.#classOf.map((own, at) => (this.#shared[at] ? own : -1));
  }
}

/** For each item of all layouts, one after the other, the class of the items that it is aligned with; -1 for those that stand alone. */
function equalPlaces(layouts: readonly (readonly (Item | undefined)[])[]): Int32Array {
  const all = layouts.flat();
  const keys = itemKeys(all);
  const starts = [0];
  for (const { length } of layouts) starts.push(starts.at(-1)! + length);
  const classes = new Classes(keys.length);
  const isFixed = new Uint8Array(keys.length).fill(1);
  for (let layout = 1; layout < layouts.length; layout++) {
    const run = { keys, from: starts[layout]!, to: starts[layout + 1]! };
    for (const other of mostAlike(keys, starts, layout)) {
      const match = align(run, { keys, from: starts[other]!, to: starts[other + 1]! }, isFixed);
      for (let index = 0; index < match.length; ) {
        const place = match[index]!;
        let size = 1;
        while (place >= 0 && match[index + size] === place + size) size++;
        const at = run.from + index;
        // What is short stands in many places by chance.
        if (place >= 0 && lengthOf(all.slice(at, at + size)) >= limits.partBytes) classes.unite(at, place, size);
        index += size;
      }
    }
  }
  return classes.result();
}

/** For each item the class of the items of long repetitions, found from left to right as by LZ77; -1 for those that stand alone. */
function repeatedPlaces(lists: readonly (readonly (Item | undefined)[])[]): Int32Array {
  const all = lists.flat();
  const keys = itemKeys(all);
  const classes = new Classes(keys.length);
  const lengths = all.map(item => (item ? lengthOf([item]) : 0));
  const places = new Map<string, number[]>();
  const gramAt = (at: number): string => keys.subarray(at, at + limits.repeatedItems).join();
  for (let at = 0; at + limits.repeatedItems <= keys.length; ) {
    let [best, most, size] = [-1, 0, 1];
    for (const place of places.get(gramAt(at)) ?? []) {
      let [length, long] = [0, 0];
      while (place + long < at && keys[place + long] === keys[at + long]) length += lengths[at + long++]!;
      if (length > most) [best, most, size] = [place, length, long];
    }
    if (most >= limits.repeatedBytes) classes.unite(at, best, size);
    else size = 1;
    for (let k = at; k < at + size && k + limits.repeatedItems <= keys.length; k++) {
      const known = places.get(gramAt(k));
      if (!known) places.set(gramAt(k), [k]);
      else if (known.length < limits.repeatedPlaces) known.push(k);
    }
    at += size;
  }
  return classes.result();
}

/** The layouts before a layout that have most in common with it, the most alike first. */
function mostAlike(keys: Int32Array, starts: readonly number[], layout: number): number[] {
  const own = new Set(keys.subarray(starts[layout]!, starts[layout + 1]!));
  const alike = Array.from({ length: layout }, (_, other) => {
    const common = new Set(keys.subarray(starts[other]!, starts[other + 1]!).filter(key => own.has(key))).size;
    return { other, common };
  });
  return alike
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common || a.other - b.other)
    .slice(0, limits.alikeLayouts)
    .map(({ other }) => other);
}

/** Longest runs of classes that always follow one another; `at` is a place of the run, `first` its first class. */
function runsOf(classes: Int32Array): { first: number; size: number; at: number }[] {
  const next = new Map<number, number>();
  const previous = new Map<number, number>();
  const placeOf = new Map<number, number>();
  const note = (map: Map<number, number>, key: number, value: number): void => {
    map.set(key, map.has(key) && map.get(key) !== value ? -1 : value);
  };
  classes.forEach((own, at) => {
    if (own < 0) return;
    note(next, own, classes[at + 1] ?? -1);
    note(previous, own, classes[at - 1] ?? -1);
    if (!placeOf.has(own)) placeOf.set(own, at);
  });
  const follows = (own: number, after: number): boolean => after >= 0 && next.get(own) === after && previous.get(after) === own;
  const runs: { first: number; size: number; at: number }[] = [];
  for (const [first, at] of placeOf) {
    const before = previous.get(first)!;
    if (before >= 0 && follows(before, first)) continue;
    let size = 1;
    for (let own = first; follows(own, next.get(own)!); own = next.get(own)!) size++;
    runs.push({ first, size, at });
  }
  return runs;
}

/** Puts parts that stand in one place only back there. */
function inlineSingle(layouts: readonly Layout[], parts: Map<string, Item[]>): void {
  const uses = new Map<string, number>();
  const lists = (): Item[][] =>
    [...layouts.map(({ items }) => items), ...parts.values()].flatMap(items => [items, ...nestedItems(items)]);
  for (const item of lists().flat()) if (item.kind === 'part') uses.set(item.name, (uses.get(item.name) ?? 0) + 1);
  for (const items of lists())
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!;
      if (item.kind === 'part' && uses.get(item.name) === 1) items.splice(at--, 1, ...parts.get(item.name)!);
    }
  for (const [name, count] of uses) if (count === 1) parts.delete(name);
}

/** Moves long values that several pages have to parts: a page then names the part. */
export function shareValues(project: Project, names: UniqueNames): void {
  const counts = new Map<string, number>();
  const holders = [...project.layouts.map(({ defaults }) => defaults), ...project.pages.map(({ values }) => values)];
  for (const values of holders)
    for (const value of values.values())
      if (typeof value === 'string' && value.length >= limits.variantBytes) counts.set(value, (counts.get(value) ?? 0) + 1);
  const partOf = new Map<string, string>();
  for (const [value, count] of counts) {
    if (count < 2) continue;
    const name = names.take(partName(value));
    partOf.set(value, name);
    project.parts.set(name, [{ kind: 'text', text: value }]);
  }
  if (partOf.size === 0) return;
  for (const layout of project.layouts) {
    const pages = project.pages.filter(page => page.layout === layout.name);
    const chosen = new Set<string>();
    for (const values of [layout.defaults, ...pages.map(page => page.values)])
      for (const [name, value] of values) if (partOf.has(String(value))) chosen.add(name);
    if (chosen.size === 0) continue;
    addChoices(layout.items, chosen);
    layout.defaults = withChoices(layout.defaults, layout.defaults, partOf);
    for (const page of pages) page.values = withChoices(page.values, layout.defaults, partOf);
  }
  // A part may have slots of several layouts.
  const chosen = new Set<string>();
  for (const values of [...project.layouts.map(({ defaults }) => defaults), ...project.pages.map(page => page.values)])
    for (const name of values.keys()) if (name.endsWith(choiceSuffix)) chosen.add(name.slice(0, -choiceSuffix.length));
  for (const items of project.parts.values()) addChoices(items, chosen);
}

const choiceSuffix = '_part';

/** Adds a choice of a part after each of the slots. */
function addChoices(items: Item[], chosen: ReadonlySet<string>): void {
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    if (item.kind === 'option') addChoices(item.items, chosen);
    if (item.kind === 'slot' && chosen.has(item.name))
      items.splice(++at, 0, { kind: 'choice', name: `${item.name}${choiceSuffix}` });
  }
}

/** The values of a page, where names of parts replace long values; a value of its own hides the part of its layout. */
function withChoices(
  values: ReadonlyMap<string, string | boolean>,
  defaults: ReadonlyMap<string, string | boolean>,
  partOf: ReadonlyMap<string, string>,
): Map<string, string | boolean> {
  const result = new Map<string, string | boolean>();
  for (const [name, value] of values) {
    const part = partOf.get(String(value));
    if (part !== undefined) {
      result.set(`${name}${choiceSuffix}`, part);
      if (values !== defaults && defaults.get(name)) result.set(name, '');
    } else {
      result.set(name, value);
      if (values !== defaults && defaults.has(`${name}${choiceSuffix}`)) result.set(`${name}${choiceSuffix}`, '');
    }
  }
  return result;
}

/** A name for a part, by the first of its elements that says what it is. */
function partName(text: string): string {
  const tags = startTags(text);
  const landmark = tags.find(({ element }) => /^(?:head|header|nav|main|aside|footer|form)$/.test(element));
  if (landmark) return slug(landmark.element);
  if (/<\/head>/i.test(text) || /<(?:link|meta)\b/i.test(text)) return 'head';
  for (const attribute of ['id', 'class']) {
    for (const { attributes } of tags) {
      const word = /^[a-z][\w-]*/i.exec(attributeValue(attributes, attribute) ?? '')?.[0];
      if (word !== undefined) return slug(word);
    }
  }
  return tags[0] ? slug(tags[0].element) : 'text';
}
