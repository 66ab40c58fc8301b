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

/** Share, in [0,1], of the nodes in a page's body that at least two other pages of the site hold at the same path. */
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

/** What a page was put in with; filling another model with these gives the same model. */
export function digestOf(store: ModelStore, page: SitePage): PageDigest {
  const { packed, hashes, language, directives, nodes, places, declared, stated, checks } = page;
  return {
    tree: packed.tree,
    nodes: store.site.nodes.lanes(nodes.keys),
    places: store.site.places.lanes(places.keys),
    shingles: store.groups.shingles(page),
    styles: hashes.styles,
    links: hashes.links,
    language,
    directives,
    ...(declared && { declared }),
    ...(stated?.length && { stated }),
    ...(checks && { checks: checks.digest }),
  };
}

/** Why a node of a page has its label; with `details` also its importance in the style tree of its layout, which is made for that. */
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

/** The same node on other pages of the group, see `counterparts`; by page path. */
export function counterpartsOf(store: ModelStore, page: SitePage, node: number): { page: string; node: number }[] {
  const group = page.group!;
  return counterparts(group, group.pages.get(page.id)!, node)
    .map(other => ({ page: store.byId(other.page).name, node: other.node }))
    .sort((a, b) => (a.page < b.page ? -1 : 1));
}

/** The nodes of a page that are the same as one of them: label path, name and attributes, or text. In document order. */
export function repetitionsOf(page: SitePage, node: number): number[] {
  const ids = page.nodes.keys;
  const id = ids[node] ?? -1;
  return id < 0 ? [node] : [...ids.keys()].filter(other => ids[other] === id);
}
