import type { NodeEvidence } from 'templens-shared/answers';
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

/** Evidence for a node's label. The verdict and differences come from findings and are added later. */
export type LabelEvidence = Omit<NodeEvidence, 'verdict' | 'differences'>;

/** Inputs of evidence besides the page and the counts of its group. */
export interface EvidenceContext {
  readonly labels: NodeLabels;
  readonly extractor: string;
  /** Id of the page's group. */
  readonly template: string;
  readonly layout: string;
  /** True to include the node importance (`nodeImportance`), which needs a style tree of the group. */
  readonly details: boolean;
  /** The directive that decides the node's label, if any. */
  readonly directive: LabelDirective | undefined;
  /** Returns a page of the site by its id, with its path, tree, and ids of node and place keys. */
  readonly page: (id: number) => {
    readonly name: string;
    readonly tree: PageTree;
    readonly nodes: PageKeys;
    readonly places: PageKeys;
  };
}

/** Returns the evidence for a node's label: page counts in group and site, a sentence, and an example on another page. */
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

/** Paths of the copies of a page, sorted. */
function copiesOf(group: GroupCounts, page: GroupPage, { page: pageOf }: EvidenceContext): string[] {
  return group.site.copies
    .copiesOf(page.id)
    .map(({ id }) => pageOf(id).name)
    .sort();
}

/** Page counts of a node. */
function nodeCounts(group: GroupCounts, page: GroupPage, node: number): NodeCounts {
  const { tree, nodes, places } = page;
  const key = nodes[node] ?? -1;
  const isText = tree.kind[node] === TEXT;
  // A text has the place of its parent.
  const place = places[isText ? tree.parent[node]! : node] ?? -1;
  const same = key < 0 ? 1 : group.nodes.count(key);
  return {
    kind: isText ? 'text' : 'element',
    group: group.pages.size,
    site: group.site.size(),
    same,
    sameInSite: key < 0 ? 1 : group.site.nodes.count(key),
    // Places include the classes of ancestors and node keys do not, so a place can have fewer pages than the node.
    place: Math.max(same, place < 0 ? 1 : group.places.count(place)),
    inside: isText ? undefined : insideOf(group, page, node),
  };
}

/**
 * Mean share of an element's content that another page of the group has; of the site if the page is alone in its group. Texts are weighted by
 * length; descendants are counted where there is no readable text, and in `head`, whose only text is the title.
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

/** Labels of the children and of the nearest labelled ancestor. Elements without a start tag have no label. */
function surroundings(tree: PageTree, node: number, { label }: NodeLabels): { holdsTemplate: boolean; inContent: boolean } {
  let above = tree.parent[node]!;
  while (above >= 0 && !isLabelled(tree, above)) above = tree.parent[above]!;
  let holdsTemplate = false;
  for (let child = node + 1; child < tree.subtreeEnd[node]!; child = tree.subtreeEnd[child]!)
    if (label[child] === 1 && isLabelled(tree, child)) holdsTemplate = true;
  return { holdsTemplate, inContent: above >= 0 && label[above] === 0 };
}

/**
 * Finds the node on another page that serves as an example: an equal node, else one at the same place; of pages of the group before others, of
 * equally good ones the first by path.
 */
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
