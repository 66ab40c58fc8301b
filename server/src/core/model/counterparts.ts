import type { GroupCounts } from '../labels/group-counts.ts';
import type { GroupPage } from '../labels/group-page.ts';

/** The same node on another page of the group. */
export interface Counterpart {
  /** Id of the page. */
  readonly page: number;
  readonly node: number;
}

/**
 * The same node on the other pages of the group: label path, name and attributes or text are equal; where no other page has it, the
 * nodes at its place in the layout (the path with display attributes). Of several alike on a page, the one with the same ordinal.
 * Linear in the pages that have it.
 */
export function counterparts(group: GroupCounts, page: GroupPage, node: number): Counterpart[] {
  const exact = holders(group, page, node, 'nodes');
  return exact.length > 0 ? exact : holders(group, page, node, 'places');
}

function holders(group: GroupCounts, page: GroupPage, node: number, which: 'nodes' | 'places'): Counterpart[] {
  const ids = page[which];
  const id = ids[node] ?? -1;
  if (id < 0) return [];
  let ordinal = 0;
  for (let before = ids.indexOf(id); before !== node; before = ids.indexOf(id, before + 1)) ordinal++;
  const found: Counterpart[] = [];
  group.site[which].forEachPage(id, other => {
    const holder = group.pages.get(other);
    if (!holder || other === page.id) return;
    let at = holder[which].indexOf(id);
    for (let left = ordinal; left > 0 && at >= 0; left--) at = holder[which].indexOf(id, at + 1);
    if (at >= 0) found.push({ page: other, node: at });
  });
  return found;
}
