import type { LayoutCut } from './layout-cut.ts';

/**
 * Keeps the pages of a site in groups. A page is represented by one set of 53-bit hashes (see `shinglesOf`). In this interface and its
 * implementations a *layout* is a distinct set, which one or more pages have, and a *component* is a group of such sets, which is a layout of
 * the site. Both are numbers without further meaning; numbers of removed components are not reused.
 *
 * The answers depend on the sets and their counts, never on the order of additions, except for the numbers of layouts and components.
 */
export interface Grouping {
  /**
   * Adds a page and returns its layout.
   * @param set sorted, without duplicates; kept without a copy
   * @param translations the same number for pages that are translations of each other
   */
  add(set: Float64Array, translations: number): number;

  /** Removes a page, given by its layout and the `translations` that it was added with. The number of a layout without pages is not reused. */
  remove(layout: number, translations: number): void;

  /**
   * Updates the components and returns those that gained or lost layouts since the last call, including removed components. `component` and
   * `members` answer for the state of the last call.
   */
  takeChanged(): number[];

  /** Layouts that the last `takeChanged` moved to another component, and new layouts; undefined if the grouping does not track them. */
  readonly joined?: readonly number[];

  /** Component of a layout. */
  component(layout: number): number;

  /** Layouts of a component; empty for a removed one. */
  members(component: number): ReadonlySet<number>;

  /** The set of a layout, as it was added. */
  set(layout: number): Float64Array;

  /** Distance of two layouts in [0,1]; 0 for a layout and itself. */
  distance(a: number, b: number): number;

  /** Largest distance that links two layouts; undefined if distances alone do not decide. */
  readonly threshold?: number;

  /** The tree of the layouts; undefined if the grouping makes none. */
  tree?(): GroupingTree;

  /** Returns what a layout outside the grouping is assigned by, as of the last `takeChanged`; undefined if the grouping assigns none. */
  freeze?(): FrozenLayouts;

  /** Number of layouts. */
  readonly layoutCount: number;
}

/** The sample of a level: its layout sets with their numbers of pages, and the clusters of indices into them. */
export interface FrozenLevel {
  readonly sets: readonly Float64Array[];
  readonly pages: readonly number[];
  readonly cut: LayoutCut;
}

/** What a layout outside a grouping is assigned by. */
export interface FrozenLayouts {
  /** The levels of the grouping; `components` has the component of each cluster. */
  readonly levels: readonly (FrozenLevel & { readonly components: readonly number[] })[];
  /** Components of layouts that fit no sample, by uniting key. */
  readonly byKey: readonly (readonly [key: number, component: number])[];
}

/** A tree over layouts, and three cuts through it. Only the order of nodes and the numbers depend on the order of additions. */
export interface GroupingTree {
  /** Components of each frame. */
  frames: number[][];
  /** By component, the layouts of each of its variants. */
  variants: Map<number, number[][]>;
  /** One tree for each sample of layouts. */
  roots: TreeNode[];
  /** Heights of the three cuts, in [0,1]; corrections may have cut single branches at other heights. */
  heights: { frame: number; layout: number; variant: number };
}

/** A node of a tree: the merge of two nodes at a height, or a leaf with layouts. */
export type TreeNode = { height: number } & ({ children: [TreeNode, TreeNode] } | { layouts: number[] });
