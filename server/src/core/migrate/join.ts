import { makeLayout } from './layout.ts';
import { UniqueNames } from './names.ts';
import { shareParts } from './parts.ts';
import { itemText, type LaidOutPage, type Layout } from './project.ts';
import { limits } from './thresholds.ts';
import type { KeyTable, PageUnits } from './units.ts';

/** Pages that one layout is to make. */
export interface UnitGroup {
  name: string;
  pages: PageUnits[];
}

/**
 * Joins layouts if the project gets smaller, as minimum description length asks (Rissanen 1978): a layout of its own for few pages repeats
 * what it has in common with another one, a common one costs values. The smallest are joined first, each with the most alike.
 */
export function joinGroups(groups: readonly UnitGroup[], table: KeyTable): UnitGroup[] {
  const joined = [...groups].sort((a, b) => b.pages.length - a.pages.length);
  for (let at = joined.length - 1; at > 0; at--) {
    const group = joined[at]!;
    const own = templateKeys(group);
    const alike = joined
      .filter(other => other !== group)
      .map(other => ({ other, share: commonShare(own, templateKeys(other)) }))
      .filter(({ share }) => share >= limits.joinShare)
      .sort((a, b) => b.share - a.share)
      .slice(0, limits.alikeLayouts);
    const found = alike.find(
      ({ other }) => sizeOf([{ ...other, pages: sample(other, group) }], table) < sizeOf(sampled(other, group), table),
    );
    if (!found) continue;
    found.other.pages.push(...group.pages);
    joined.splice(at, 1);
    at = Math.min(at, joined.length);
  }
  return joined;
}

/** Some pages of both groups, in proportion. */
function sample(...groups: readonly UnitGroup[]): PageUnits[] {
  return sampled(...groups).flatMap(({ pages }) => pages);
}

function sampled(...groups: readonly UnitGroup[]): UnitGroup[] {
  return groups.map(group => {
    const step = Math.max(1, group.pages.length / limits.joinedPages);
    return { ...group, pages: group.pages.filter((_, at) => Math.floor(at % step) === 0).slice(0, limits.joinedPages) };
  });
}

/** Keys of the template of the first pages of a group, with their lengths. */
function templateKeys({ pages }: UnitGroup): Map<number, number> {
  const keys = new Map<number, number>();
  const { size, keys: own, starts, isTemplate } = pages[0]!;
  for (let at = 0; at < size; at++) if (isTemplate[at]) keys.set(own[at]!, starts[at + 1]! - starts[at]!);
  return keys;
}

/** Share of the smaller template that both have, by length. */
function commonShare(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let [common, ofA, ofB] = [0, 0, 0];
  for (const [key, length] of a) {
    ofA += length;
    if (b.has(key)) common += length;
  }
  for (const length of b.values()) ofB += length;
  return common / Math.max(1, Math.min(ofA, ofB));
}

/** Size of the layouts of groups, their parts and the values of their pages. */
function sizeOf(groups: readonly UnitGroup[], table: KeyTable): number {
  const made = groups.map(({ name, pages }) => makeLayout(name, pages, table, false));
  const layouts = made.map(({ layout }) => layout);
  const parts = shareParts(layouts, new UniqueNames());
  let size = 0;
  for (const items of parts.values()) size += itemText(items).length + limits.slotBytes;
  for (const layout of layouts) size += layoutSize(layout);
  for (const { pages } of made) for (const { values } of pages) size += valuesSize(values);
  return size;
}

function layoutSize({ items, defaults }: Layout): number {
  const tags = items.filter(({ kind }) => kind !== 'text').length;
  return itemText(items).length + tags * limits.slotBytes + valuesSize(defaults);
}

function valuesSize(values: LaidOutPage['values']): number {
  let size = 0;
  for (const value of values.values()) size += limits.entryBytes + String(value).length;
  return size;
}
