import type { NodeEvidence } from 'templens-shared/stream';
import type { GroupCounts, GroupPage, NodeLabels } from '../extractors/extractor.ts';
import { nodeName } from '../page/access.ts';
import type { LabelDirective } from '../page/directives.ts';
import { TEXT } from '../page/tree.ts';
import { nodeImportance } from '../sst/node-importance.ts';
import { directiveReason } from './directive-reason.ts';

/** What speaks for a node's label: how many pages of the group and of the site have it, how much its place varies, and where else it stands. */
export function nodeEvidence(
  group: GroupCounts,
  page: GroupPage,
  node: number,
  labels: NodeLabels,
  template: string,
  nameOf: (page: number) => string,
  directive: LabelDirective | undefined,
): NodeEvidence {
  const { tree } = page;
  const size = group.pages.size;
  const key = page.nodes.ids[node] ?? -1;
  // A text stands in the place of its element.
  const place = page.places.ids[tree.kind[node] === TEXT ? tree.parent[node]! : node] ?? -1;
  const element = page.elements[node]!;
  const same = key < 0 ? 0 : group.nodes.count(key);
  const here = place < 0 ? 0 : group.places.count(place);
  const isTemplate = labels.label[node] === 1;
  const evidence: NodeEvidence = {
    start: tree.start[node]!,
    end: tree.end[node]!,
    name: nodeName(tree, node),
    label: isTemplate ? 'template' : 'content',
    score: labels.score[node]!,
    template,
    support: { pages: here, of: size },
    importance: element < 0 ? 1 : nodeImportance(group.styles, element),
    reason: directive
      ? directiveReason(tree, node, directive)
      : reasonOf(tree.kind[node] === TEXT ? 'text' : 'element', same, here, size),
  };
  if (tree.kind[node] === TEXT && key >= 0)
    evidence.segment = { group: same, site: group.site.nodes.count(page.nodes.ids[node]!) };
  const example = exampleOf(group, page, node, nameOf);
  if (example) evidence.example = example;
  return evidence;
}

function reasonOf(kind: string, same: number, here: number, size: number): string {
  if (size === 1)
    return 'This page shares its layout with no other page; its labels follow what it shares with the rest of the site.';
  const exact =
    same > 1 ? `${same} of the ${size} pages of its group have the same ${kind} here` : `only this page has this ${kind} here`;
  return here === same ? `${exact}.` : `${exact}; ${here} of ${size} have its place in the layout.`;
}

/** The first page, by path, that has the same node, else the same place; and where. */
function exampleOf(
  group: GroupCounts,
  page: GroupPage,
  node: number,
  nameOf: (page: number) => string,
): NodeEvidence['example'] | undefined {
  for (const [counts, own, keysOf] of [
    [group.site.nodes, page.nodes, (other: GroupPage) => other.nodes],
    [group.site.places, page.places, (other: GroupPage) => other.places],
  ] as const) {
    const id = own.ids[node] ?? -1;
    if (id < 0) continue;
    let best: number | undefined;
    counts.forEachPage(id, other => {
      if (other !== page.id && group.pages.has(other) && (best === undefined || nameOf(other) < nameOf(best))) best = other;
    });
    if (best === undefined) continue;
    const found = group.pages.get(best)!;
    const at = keysOf(found).ids.indexOf(id);
    return { page: nameOf(best), start: found.tree.start[at]!, end: found.tree.end[at]! };
  }
  return undefined;
}
