import type { NodeEvidence } from 'templens-shared/stream';
import { isLabelled, nodeName } from '../../html/access.ts';
import { OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { PageKeys } from '../counts/page-counts.ts';
import type { LabelDirective } from '../directives/page-directives.ts';
import { directiveReason } from './directive-reason.ts';
import { evidenceReason, type NodeCounts } from './evidence-reason.ts';
import type { GroupCounts } from './group-counts.ts';
import type { GroupPage } from './group-page.ts';
import { nodeImportance } from './node-importance.ts';
import type { NodeLabels } from './node-labels.ts';

/** Why a node has its label; what findings say of it is not known here. */
export type LabelEvidence = Omit<NodeEvidence, 'verdict' | 'differences'>;

/** What evidence is made of, beside the counts of the page's group. */
export interface EvidenceContext {
  readonly labels: NodeLabels;
  readonly extractor: string;
  /** Id of the page's group. */
  readonly template: string;
  readonly layout: string;
  /** Is what takes longer to work out wanted, too? */
  readonly details: boolean;
  /** What in the page's own source decides the node's label. */
  readonly directive: LabelDirective | undefined;
  /** Any page of the site, by its number. */
  readonly page: (id: number) => {
    readonly name: string;
    readonly tree: PageTree;
    readonly nodes: PageKeys;
    readonly places: PageKeys;
  };
}

/** What speaks for a node's label: how many pages of the group and of the site have it, how much its place varies, and where else it stands. */
export function nodeEvidence(group: GroupCounts, page: GroupPage, node: number, context: EvidenceContext): LabelEvidence {
  const { tree } = page;
  const { labels, extractor, template, layout, directive } = context;
  const counts = nodeCounts(group, page, node);
  const label = labels.label[node] === 1 ? 'template' : 'content';
  const evidence: LabelEvidence = {
    start: tree.start[node]!,
    end: tree.end[node]!,
    name: nodeName(tree, node),
    label,
    score: labels.score[node]!,
    template,
    layout,
    support: { pages: counts.place, of: counts.group },
    site: { pages: counts.sameInSite, of: counts.site },
    reason: directive
      ? directiveReason(tree, node, directive)
      : evidenceReason(counts, { label, extractor, copies: copiesOf(group, page, context), ...surroundings(tree, node, labels) }),
  };
  if (directive?.kind === 'rule') evidence.correction = directive.name;
  if (context.details && counts.group > 1) {
    const styles = group.readStyles();
    const element = page.elements[node]!;
    if (element >= 0) evidence.importance = nodeImportance(styles, element);
  }
  if (counts.kind === 'text') evidence.segment = { group: counts.same, site: counts.sameInSite };
  const example = exampleOf(group, page, node, context);
  if (example) evidence.example = example;
  return evidence;
}

function copiesOf(group: GroupCounts, page: GroupPage, { page: pageOf }: EvidenceContext): string[] {
  return group.site.copies
    .of(page.id)
    .map(({ id }) => pageOf(id).name)
    .sort();
}

function nodeCounts(group: GroupCounts, page: GroupPage, node: number): NodeCounts {
  const { tree, nodes, places } = page;
  const key = nodes[node] ?? -1;
  const isText = tree.kind[node] === TEXT;
  // A text stands in the place of its element.
  const place = places[isText ? tree.parent[node]! : node] ?? -1;
  const same = key < 0 ? 1 : group.nodes.count(key);
  return {
    kind: isText ? 'text' : 'element',
    group: group.pages.size,
    site: group.site.size(),
    same,
    sameInSite: key < 0 ? 1 : group.site.nodes.count(key),
    // Classes further up may differ where the node is the same.
    place: Math.max(same, place < 0 ? 1 : group.places.count(place)),
    inside: isText ? undefined : insideOf(group, page, node),
  };
}

/**
 * What the other pages have of what is in an element: of its text by length; of all its nodes where there is no text to read, and in `head`,
 * whose only text is the title. The others are those of the group, or of the site where the page is alone in its group.
 */
function insideOf(group: GroupCounts, { tree, nodes }: GroupPage, element: number): NodeCounts['inside'] {
  const alone = group.pages.size === 1;
  const others = (alone ? group.site.size() : group.pages.size) - 1;
  const share = (node: number): number => {
    const key = nodes[node]!;
    return others === 0 ? 0 : ((alone ? group.site.nodes.count(key) : group.nodes.count(key)) - 1) / others;
  };
  const opaque = (tree.flags[element]! & OPAQUE) !== 0;
  let [length, shared, count, sharedNodes] = [0, 0, 0, 0];
  for (let node = element + 1; node < tree.subtreeEnd[element]!; node++) {
    if (!isLabelled(tree, node)) continue;
    count++;
    sharedNodes += share(node);
    if (tree.kind[node] !== TEXT || (!opaque && tree.flags[node]! & OPAQUE)) continue;
    length += tree.textLength[node]!;
    shared += tree.textLength[node]! * share(node);
  }
  if (count === 0) return undefined;
  return length > 0 && nodeName(tree, element) !== 'head'
    ? { of: 'text', share: shared / length }
    : { of: 'nodes', share: sharedNodes / count };
}

/** Labels right below and above a node; elements without a start tag have none. */
function surroundings(tree: PageTree, node: number, { label }: NodeLabels): { holdsTemplate: boolean; inContent: boolean } {
  let above = tree.parent[node]!;
  while (above >= 0 && !isLabelled(tree, above)) above = tree.parent[above]!;
  let holdsTemplate = false;
  for (let child = node + 1; child < tree.subtreeEnd[node]!; child = tree.subtreeEnd[child]!)
    if (label[child] === 1 && isLabelled(tree, child)) holdsTemplate = true;
  return { holdsTemplate, inContent: above >= 0 && label[above] === 0 };
}

/** The first page, by path, that has the same node, else the same place; and where. Of the group first, then of the site. */
function exampleOf(
  group: GroupCounts,
  page: GroupPage,
  node: number,
  { page: pageOf }: EvidenceContext,
): NodeEvidence['example'] {
  for (const wanted of [(id: number) => group.pages.has(id), (id: number) => !group.pages.has(id)]) {
    for (const keys of ['nodes', 'places'] as const) {
      const id = page[keys][node] ?? -1;
      if (id < 0) continue;
      let best: ReturnType<typeof pageOf> | undefined;
      group.site[keys].forEachPage(id, other => {
        if (other === page.id || !wanted(other)) return;
        const found = pageOf(other);
        if (best === undefined || found.name < best.name) best = found;
      });
      if (best === undefined) continue;
      const { name, tree, [keys]: found } = best;
      const at = found.indexOf(id);
      return { page: name, start: tree.start[at]!, end: tree.end[at]! };
    }
  }
  return undefined;
}
