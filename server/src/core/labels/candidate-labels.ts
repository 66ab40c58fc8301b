import type { UngroupedPage } from './group-page.ts';
import type { NodeLabels } from './node-labels.ts';

/** Labels each page by comparing it with pages chosen for it (candidates) instead of the pages of its layout. */
export interface CandidateLabels {
  /** Adds or replaces a page. Returns the work: tree nodes visited and keys counted. */
  put(page: UngroupedPage): number;
  delete(id: number): void;
  /**
   * Returns the pages whose labels may have changed since the last call. May omit a page that an earlier call returned, as long as nobody called
   * `label` for it.
   */
  settle(): Set<number>;
  /** Returns the nodes, keys and pages visited since the last call, without those that `put` returned. */
  takeWork(): number;
  /** Returns the labels that a page had at the last `settle`. */
  label(id: number): NodeLabels;
}
