import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import type { Settings } from 'templens-shared/settings';
import type { EngineAnswers, EngineQuery } from 'templens-shared/stream';
import { type EntryPlace, placeOfNode } from './configuration.ts';

/** Asks the engine of a site a question. */
export type AskEngine = <K extends EngineQuery['kind']>(query: Extract<EngineQuery, { kind: K }>) => Promise<EngineAnswers[K]>;

/** Settings whose entries can be unused. */
export const entryLists = ['ignore', 'labels', 'layouts', 'parts'] as const;
type EntryList = (typeof entryLists)[number];

/** An entry of the configuration file that has no effect, with its range in the text. */
export interface UnusedEntry extends EntryPlace {
  /** Stays the same while the entry is unchanged, wherever it moves. */
  readonly identity: string;
  /** Message for the user: why the entry has no effect. */
  readonly message: string;
}

/**
 * Finds entries of a configuration file that have no effect: entries of `ignore` that hide nothing on any page, entries of `labels` that
 * match nothing, globs of `layouts` that match no page, and entries of `parts` that match no part. Entries that are not in the file are
 * skipped.
 * @param text of the configuration file.
 * @param lists settings to check.
 */
export async function unusedEntries(
  ask: AskEngine,
  settings: Settings,
  text: string,
  lists: readonly EntryList[],
): Promise<UnusedEntry[]> {
  const isAsked = (list: EntryList): boolean => lists.includes(list) && settings[list].length > 0;
  const found: UnusedEntry[] = [];
  const add = (list: EntryList, index: number, within: (string | number)[], more: Omit<UnusedEntry, keyof EntryPlace>): void => {
    const place = placeOfEntry(text, list, settings[list][index], within);
    if (place) found.push({ ...place, ...more });
  };
  for (const index of isAsked('ignore') ? await ask({ kind: 'unusedIgnores' }) : [])
    add('ignore', index, [], {
      identity: JSON.stringify(settings.ignore[index]),
      message: 'This entry hides nothing: it matches no finding on any page.',
    });
  for (const index of isAsked('labels') ? await ask({ kind: 'unusedLabels' }) : []) {
    const { select, layout, pages } = settings.labels[index]!;
    const where = [
      layout === undefined ? '' : ` of the layout ${layout}`,
      pages === undefined ? '' : ` that matches ${pages.join(', ')}`,
    ];
    add('labels', index, [], {
      identity: `labels ${JSON.stringify(settings.labels[index])}`,
      message: `Nothing matches ${select} on any page${where.join('')}: this entry has no effect. Correct it or remove it.`,
    });
  }
  for (const { entry, glob } of isAsked('layouts') ? await ask({ kind: 'unusedLayouts' }) : []) {
    const pattern = settings.layouts[entry]!.pages[glob]!;
    add('layouts', entry, ['pages', glob], {
      identity: `layouts ${JSON.stringify(settings.layouts[entry])} ${pattern}`,
      message: `No page matches ${pattern}: this part of the entry has no effect. Correct the path or remove it.`,
    });
  }
  for (const index of isAsked('parts') ? await ask({ kind: 'unusedParts' }) : []) {
    const { name, select } = settings.parts[index]!;
    add('parts', index, [], {
      identity: `parts ${JSON.stringify(settings.parts[index])}`,
      message: `No part matches ${select}: the name "${name}" has no effect. Correct the selector or remove it.`,
    });
  }
  return found;
}

/** Finds an entry in the text by its value. Its index may differ: invalid entries are not in the settings, and editors add their own. */
function placeOfEntry(text: string, list: EntryList, entry: unknown, within: (string | number)[]): EntryPlace | undefined {
  const tree = parseTree(text);
  const entries = tree && findNodeAtLocation(tree, [list])?.children;
  const node = entries?.find(child => isDeepStrictEqual(getNodeValue(child), entry));
  const inner = node && findNodeAtLocation(node, within);
  return inner && placeOfNode(text, inner);
}
