/**
 * Keeps the pages of a site in groups. A grouping knows a page by one set of 53-bit hashes (which ones, says `shinglesOf` of index.ts);
 * pages with equal sets are one layout and always in one group. Groups are called components, by numbers that mean nothing and are not used
 * again after a component is gone.
 *
 * What a grouping answers depends on the sets that it holds and how often it holds each, never on the order in which they came.
 * Layout and component numbers may depend on it.
 */
export interface Grouping {
  /**
   * One more page with this set (sorted, without repeats; kept, not copied); gives its layout.
   * @param translations the same number for pages that are translations of each other
   */
  add(set: Float64Array, translations: number): number;

  /** One page less with this layout, as it was added. The number is not used again once no page has it. */
  remove(layout: number, translations: number): void;

  /**
   * Brings the components up to date, and gives those that gained, lost or exchanged layouts since the last call; some may be gone. A
   * component that is not named has the layouts that it had. `component` and `members` answer as of this call or later.
   */
  takeChanged(): number[];

  /** Layouts that came to another component with the last `takeChanged`, or are new; undefined where the grouping does not know. */
  readonly joined?: readonly number[];

  /** Component of a layout. */
  component(layout: number): number;

  /** Layouts of a component; empty when it is gone. */
  members(component: number): ReadonlySet<number>;

  /** The set of a layout, as it was added. */
  set(layout: number): Float64Array;

  /** Distance of two layouts in [0,1], as this grouping sees them; 0 for a layout and itself. */
  distance(a: number, b: number): number;

  /** Largest distance that links two layouts; undefined where distances alone do not decide. */
  readonly threshold?: number;

  /** The tree of the layouts; undefined where a grouping makes none. */
  tree?(): GroupingTree;

  /** Layouts held. */
  readonly layoutCount: number;
}

/** A tree over layouts, and three cuts through it. What it says depends on the pages alone, but for the order of its nodes and numbers. */
export interface GroupingTree {
  /** Components by frame. */
  frames: number[][];
  /** Layouts of each component, by variant. */
  variants: Map<number, number[][]>;
  /** One tree for each sample of layouts. */
  roots: TreeNode[];
  /** Heights of the three cuts; the settings may have moved a branch from them. */
  heights: { frame: number; layout: number; variant: number };
}

/** A node of a tree: two nodes that come together at a height, or layouts. */
export type TreeNode = { height: number } & ({ children: [TreeNode, TreeNode] } | { layouts: number[] });
