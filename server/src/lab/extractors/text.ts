import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { compareSets } from '../../core/layouts/distinct-sets.ts';
import { number53 } from '../../html/hash.ts';
import { TEXT } from '../../html/tree.ts';
import { labelPaths } from '../grouping/label-paths.ts';
import type { MatrixSize } from '../grouping/mdl-cost.ts';
import { TextGrouping } from '../grouping/text-grouping.ts';
import type { EssentialClass } from '../grouping/text-mdl.ts';
import { inheritLabels } from './inherit.ts';

interface TextPage {
  /** By node, the 53-bit hash of its label path, of a text with the text itself; 0 outside the node universe. */
  readonly paths: Float64Array;
  /** Number of the page's set of paths, see `Grouping`. */
  readonly layout: number;
  /** Template paths of its cluster at the last `settle`, sorted. */
  template: Float64Array;
}

/**
 * TEXT-MDL and TEXT-HASH (Kim, Shim, IEEE TKDE 23(4), 2011): pages are clustered by their templates, and a node is template if and only if its
 * path is a template path of the page's cluster. The clusters are independent of the site's layouts.
 */
export class TextExtractor implements GroupExtractor {
  readonly #counts: GroupCounts;
  readonly #clusters: TextGrouping;
  readonly #pages = new Map<number, TextPage>();

  /** @param search `textMdl` or `textHash` */
  constructor(counts: GroupCounts, search: (classes: readonly EssentialClass[], size: MatrixSize) => number[][]) {
    this.#counts = counts;
    this.#clusters = new TextGrouping(search);
  }

  added(page: GroupPage): void {
    const paths = this.#pathsOf(page);
    const set = Float64Array.from(new Set(paths.filter(path => path !== 0))).sort();
    this.#pages.set(page.id, { paths, layout: this.#clusters.add(set), template: new Float64Array(0) });
  }

  removing({ id }: GroupPage): void {
    this.#clusters.remove(this.#pages.get(id)!.layout);
    this.#pages.delete(id);
  }

  /** Visits all pages, since clusters depend on sums over all of them; returns those whose template changed. */
  settle(change: GroupChange): Set<number> {
    this.#clusters.takeChanged();
    const relabel = new Set(change.pages);
    const templates = new Map<number, Float64Array>();
    for (const [id, page] of this.#pages) {
      const cluster = this.#clusters.component(page.layout);
      const template = templates.get(cluster) ?? this.#clusters.templatePaths(cluster);
      templates.set(cluster, template);
      if (compareSets(template, page.template) !== 0) relabel.add(id);
      page.template = template;
    }
    return relabel;
  }

  label({ id, tree, elements }: GroupPage): NodeLabels {
    const { paths, template } = this.#pages.get(id)!;
    const templatePaths = new Set(template);
    const label = Uint8Array.from(paths, path => (templatePaths.has(path) ? 1 : 0));
    const score = Float64Array.from(label);
    inheritLabels(tree, elements, label, score);
    return { label, score };
  }

  #pathsOf({ tree, elements, nodes }: GroupPage): Float64Array {
    const paths = labelPaths(tree);
    const keys = this.#counts.site.nodes.lanes(nodes);
    for (let node = 0; node < tree.size; node++) {
      // The key of a text hashes its label path and its content.
      if (elements[node]! >= 0 && tree.kind[node] === TEXT) paths[node] = number53(keys[node * 2]!, keys[node * 2 + 1]!);
    }
    return paths;
  }
}
