import type { GroupCounts } from '../labels/group-counts.ts';
import type { GroupPage } from '../labels/group-page.ts';

/** A node on another page of the group that corresponds to a given node. */
export interface Counterpart {
  /** Model id of the page that has the node. */
  readonly page: number;
  readonly node: number;
}

/**
 * Returns at most one node of each other page of the group: the node with the same node key (label path, and name with attributes, or text).
 * If no other page has that key, nodes at the same place (label path with display attributes). If a page has several of them and the given
 * node is the n-th of its page, returns the n-th. Takes time linear in the sizes of the pages that have such nodes.
 */
export function counterparts(group: GroupCounts, page: GroupPage, node: number): Counterpart[] {
  const exact = holders(group, page, node, 'nodes');
  return exact.length > 0 ? exact : holders(group, page, node, 'places');
}

/** Returns the n-th node with the same node key, or at the same place, on each other page, where the given node is the n-th of its page. */
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
