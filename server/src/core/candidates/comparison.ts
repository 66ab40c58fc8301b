import type { NodeLabels } from '../page/node-labels.ts';
import type { UngroupedPage } from '../site-group.ts';

/** Compares the pages of a site with other pages than those of their template groups. */
export interface Comparison {
  /** Adds or replaces a page. Gives the number of tree nodes visited and keys counted. */
  put(page: UngroupedPage): number;
  delete(id: number): void;
  /**
   * Pages whose labels may have changed since the last call. A page whose labels nobody asked for since it was named last may be missing:
   * whoever asks then gets those of now.
   */
  settle(): Set<number>;
  /** Labels of a page as of the last `settle`. */
  label(id: number): NodeLabels;
}
