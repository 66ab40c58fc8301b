import type { GroupingName } from 'templens-shared/settings';
import type { ParsedPage } from '../directives/parsed-page.ts';
import { DefaultGrouping } from './default-grouping.ts';
import { layoutSet } from './default-layout-set.ts';
import type { Grouping } from './grouping.ts';
import { thresholds } from './thresholds.ts';

/** A kind of grouping. */
interface GroupingDefinition {
  /** The sorted 53-bit hashes that represent a page. */
  readonly shingles: (page: ParsedPage) => Float64Array;
  /** Makes an empty grouping. `threshold` is the largest distance that links two pages; null if the settings have none. */
  readonly make: (threshold: number | null) => Grouping;
}

/** Definitions of groupings, by their names in the settings. */
export type GroupingDefinitions = { readonly [Name in GroupingName]?: GroupingDefinition };

const groupings: { [Name in GroupingName]?: GroupingDefinition } = {
  default: {
    shingles: layoutSet,
    // A threshold in the settings is the user's choice; the default one adapts to the site.
    make: threshold => new DefaultGrouping(threshold ?? thresholds.layoutDistance, { rises: threshold === null }),
  },
};

/** Adds groupings to those that a site can be opened with. */
export function registerGroupings(definitions: GroupingDefinitions): void {
  Object.assign(groupings, definitions);
}

/** True if a site can be opened with the grouping of this name. */
export function isGroupingRegistered(name: GroupingName): boolean {
  return groupings[name] !== undefined;
}

/** Makes an empty grouping; with its default threshold if `threshold` is null (`text-*` groupings have none). Throws if it is not registered. */
export function makeGrouping(name: GroupingName, threshold: number | null): Grouping {
  return definitionOf(name).make(threshold);
}

/** Returns the sorted 53-bit hashes that represent a page in the grouping of this name. Throws if it is not registered. */
export function shinglesOf(name: GroupingName, page: ParsedPage): Float64Array {
  return definitionOf(name).shingles(page);
}

function definitionOf(name: GroupingName): GroupingDefinition {
  const definition = groupings[name];
  if (!definition) throw new Error(`the grouping "${name}" is not registered`);
  return definition;
}
