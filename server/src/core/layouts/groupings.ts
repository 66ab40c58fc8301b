import type { GroupingName } from 'templens-shared/settings';
import type { ParsedPage } from '../directives/parsed-page.ts';
import { DefaultGrouping } from './default-grouping.ts';
import { layoutSet } from './default-layout-set.ts';
import type { Grouping } from './grouping.ts';

/** What a grouping knows of a page, and how it is made. */
interface GroupingDefinition {
  readonly shingles: (page: ParsedPage) => Float64Array;
  /** `threshold` is the largest distance that links two pages; null where the settings name none. */
  readonly make: (threshold: number | null) => Grouping;
}

/** Definitions of groupings, by their names in the settings. */
export type GroupingDefinitions = { readonly [Name in GroupingName]?: GroupingDefinition };

const groupings: { [Name in GroupingName]?: GroupingDefinition } = {
  default: { shingles: layoutSet, make: threshold => new DefaultGrouping(threshold ?? 0.325) },
};

/** Adds groupings to those that a site can be opened with. */
export function registerGroupings(definitions: GroupingDefinitions): void {
  Object.assign(groupings, definitions);
}

export function isGroupingRegistered(name: GroupingName): boolean {
  return groupings[name] !== undefined;
}

/** An empty grouping; `threshold` null is the grouping's own, and TEXT has none. */
export function makeGrouping(name: GroupingName, threshold: number | null): Grouping {
  return definitionOf(name).make(threshold);
}

/** The set by which the grouping of this name knows a page: sorted 53-bit hashes. */
export function shinglesOf(name: GroupingName, page: ParsedPage): Float64Array {
  return definitionOf(name).shingles(page);
}

function definitionOf(name: GroupingName): GroupingDefinition {
  const definition = groupings[name];
  if (!definition) throw new Error(`the grouping "${name}" is not registered`);
  return definition;
}
