import { nameId } from '../../html/names.ts';
import type { PageDigest } from '../digest/page-digest.ts';
import { decidingDirectives } from '../directives/deciding-directives.ts';
import { type LabelEvidence, nodeEvidence } from '../labels/evidence.ts';
import { counterparts } from './counterparts.ts';
import type { LabelsOnDemand } from './labels-on-demand.ts';
import { FEWEST_SHARING } from './settling.ts';
import { type SitePage, shownPage } from './site-page.ts';
import type { ModelStore } from './store.ts';

const bodyName = nameId('body');

/** Returns the share, in [0,1], of the nodes in a page's body whose node keys at least two other pages of the site have. */
export function sharedShare(store: ModelStore, page: SitePage): number {
  const { packed, nodes } = page;
  const { tree } = packed;
  const { keys } = nodes;
  const body = tree.name.indexOf(bodyName);
  let shared = 0;
  let all = 0;
  for (let node = body + 1; node < (body < 0 ? 0 : tree.subtreeEnd[body]!); node++) {
    const key = keys[node]!;
    if (key < 0) continue;
    all++;
    if (store.site.nodes.count(key) >= FEWEST_SHARING) shared++;
  }
  return all === 0 ? 0 : shared / all;
}

/** Returns the digest that the page was added with. Another model to which the digests of all pages are added has the same state. */
export function digestOf(store: ModelStore, page: SitePage): PageDigest {
  const { packed, hashes, language, directives, nodes, places, declared, ruleMatches, checks } = page;
  return {
    tree: packed.tree,
    nodeKeys: store.site.nodes.lanes(nodes.keys),
    placeKeys: store.site.places.lanes(places.keys),
    shingles: store.groups.shingles(page),
    styles: hashes.styles,
    links: hashes.links,
    language,
    directives,
    ...(declared && { declared }),
    ...(ruleMatches?.length && { ruleMatches }),
    ...(checks && { checks: checks.digest }),
  };
}

/**
 * Returns the evidence for the label of a node.
 * @param details true to include the node importance, for which the style tree of the layout is built if it does not exist yet.
 */
export function evidenceOf(
  store: ModelStore,
  labels: LabelsOnDemand,
  page: SitePage,
  node: number,
  details: boolean,
): LabelEvidence {
  const group = page.group!;
  const { tree } = page.packed;
  const directives = store.rules.directives(page);
  const { start, end } = shownPage(page).tree;
  const { template, layout } = store.groups.name(page);
  const evidence = nodeEvidence(group, group.pages.get(page.id)!, node, {
    labels: labels.of(page),
    extractor: store.options.extractor,
    details,
    template,
    layout,
    directive: directives?.labels[decidingDirectives(tree, directives)[node]!],
    page: id => {
      const other = store.byId(id);
      return {
        name: other.name,
        get tree() {
          return shownPage(other).tree;
        },
        get nodes() {
          return other.nodes.keys;
        },
        get places() {
          return other.places.keys;
        },
      };
    },
  });
  return { ...evidence, start: start[node]!, end: end[node]! };
}

/** Returns the counterparts of a node on other pages of its group, sorted by page path; see `counterparts`. */
export function counterpartsOf(store: ModelStore, page: SitePage, node: number): { page: string; node: number }[] {
  const group = page.group!;
  return counterparts(group, group.pages.get(page.id)!, node)
    .map(other => ({ page: store.byId(other.page).name, node: other.node }))
    .sort((a, b) => (a.page < b.page ? -1 : 1));
}

/** Returns the nodes of a page with the same node key as the given node, which is one of them, in document order. */
export function repetitionsOf(page: SitePage, node: number): number[] {
  const ids = page.nodes.keys;
  const id = ids[node] ?? -1;
  return id < 0 ? [node] : [...ids.keys()].filter(other => ids[other] === id);
}
