import { crossed } from '../counts/page-counts.ts';
import { isLabelled } from '../page/access.ts';
import { nameId } from '../page/names.ts';
import { ELEMENT, type PageTree, TEXT } from '../page/tree.ts';
import type { GroupChange, GroupCounts, GroupExtractor, GroupPage, NodeLabels } from './extractor.ts';

/** Cut points of a share of the group's pages; evidence between two of them is the same evidence. */
const shareBands = [0.25, 0.5, 0.75, 0.9];

/** Band of a page count in the group. */
function groupBand(count: number, pages: number): number {
  const share = count / pages;
  let band = count >= 2 ? 1 : 0;
  for (const cut of shareBands) if (share >= cut) band += 2;
  return band;
}

/** Band of a page count in the site. */
export function siteBand(count: number): number {
  return count >= 8 ? 4 : count >= 5 ? 3 : count >= 3 ? 2 : count >= 2 ? 1 : 0;
}

const title = nameId('title');
const frame = new Set(['html', 'head', 'body'].map(nameId));

/** The default labels. */
export class DefaultExtractor implements GroupExtractor {
  #counts: GroupCounts;

  constructor(counts: GroupCounts) {
    this.#counts = counts;
  }

  added(): void {}
  removing(): void {}

  settle(change: GroupChange): Set<number> {
    const { pages: all, nodes, places, site } = this.#counts;
    if (change.sizeBefore !== all.size || change.pages.size * 2 >= all.size) return new Set(all.keys());
    const pages = new Set(change.pages);
    const band = (count: number) => groupBand(count, all.size);
    for (const id of crossed(nodes, change.nodes, band)) site.nodes.forEachPage(id, page => pages.add(page));
    for (const id of crossed(places, change.places, band)) site.places.forEachPage(id, page => pages.add(page));
    return pages;
  }

  label(page: GroupPage): NodeLabels {
    const { tree } = page;
    const label = new Uint8Array(tree.size);
    const score = new Float64Array(tree.size);
    const size = this.#counts.pages.size;
    // Exact support: the node, its attributes or text, at its path.
    const support = new Float64Array(tree.size);
    for (let node = 0; node < tree.size; node++) {
      if (!isLabelled(tree, node)) continue;
      support[node] = this.#support(page, node, size);
    }
    void shareOf(tree, support);
    for (let node = tree.size - 1; node >= 0; node--) {
      label[node] = support[node]! >= 0.5 ? 1 : 0;
      score[node] = support[node]!;
      if (tree.kind[node] === ELEMENT && (frame.has(tree.name[node]!) || tree.name[node] === title))
        label[node] = score[node] = 1;
    }
    return { label, score };
  }

  #support(page: GroupPage, node: number, size: number): number {
    const own = this.#counts.nodes.count(page.nodes.ids[node]!);
    const site = this.#counts.site.nodes.count(page.nodes.ids[node]!);
    return size >= 3 ? (own >= 2 ? own / size : 0) : siteBand(site) >= 1 ? 0.75 : 0;
  }
}

function shareOf(tree: PageTree, support: Float64Array): number {
  return tree.kind[0] === TEXT ? support[0]! : 0;
}
