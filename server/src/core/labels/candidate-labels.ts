import type { UngroupedPage } from './group-page.ts';
import type { NodeLabels } from './node-labels.ts';

/** Labels the pages of a site by comparison with candidates: pages chosen for each page, rather than its layout. */
export interface CandidateLabels {
  /** Adds or replaces a page. Gives the number of tree nodes visited and keys counted. */
  put(page: UngroupedPage): number;
  delete(id: number): void;
  /**
   * Pages whose labels may have changed since the last call. A page whose labels nobody requested since the last time that it was returned
   * may be missing: a request gets the current ones.
   */
  settle(): Set<number>;
  /** Nodes, keys and pages visited since the last call, beside those that `put` gave. */
  takeWork(): number;
  /** Labels of a page as of the last `settle`. */
  label(id: number): NodeLabels;
}
