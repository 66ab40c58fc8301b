/** `template`: kept when a new page of the same layout is started. `content`: belongs to this page alone. */
export type Label = 'template' | 'content';

/** What editors show of a node: its label, or `deviating` if a finding reports that the template has something else in its place. */
export type Verdict = Label | 'deviating';

/** A node with its label: an element with a start tag, or a text that is not only white space. Offsets are UTF-16 code units. */
export interface LabelledNode {
  kind: 'element' | 'text';
  /** Start of the start tag, or of the text. */
  start: number;
  /** End of the node, exclusive. */
  end: number;
  label: Label;
  /** Confidence in [0,1] that the node is template. */
  score: number;
}

/** Levels at which pages are grouped, from coarse to fine: by frame, by layout, by variant of a layout. */
export const layoutLevels = ['frame', 'layout', 'variant'] as const;
export type LayoutLevel = (typeof layoutLevels)[number];

/** The labels of one page: a line of `classify --format ndjson`. */
export interface PageLabels {
  /** Path relative to the site's root, with `/`. */
  page: string;
  /** Id of the layout. */
  template: string;
  /** Name of the layout. */
  layout: string;
  /** Number of pages of the layout, this page included. */
  pages: number;
  /** Labelled nodes in document order. */
  nodes: LabelledNode[];
}

/** A maximal range of a page with one verdict, for decorations and folding. Offsets are UTF-16 code units, `end` exclusive. */
export interface Region {
  start: number;
  end: number;
  kind: Verdict;
}

/** A place where something is missing that the template has. Offsets are UTF-16 code units, `end` exclusive. */
export interface Absence {
  start: number;
  end: number;
  /** A description of what is missing, for people. */
  what: string;
}

/** A layout (pages built on the same frame), or a group of another level. */
export interface GroupSummary {
  /** Id of the layout. */
  template: string;
  /** Name of the layout, as shown to users. */
  layout: string;
  /** Sorted page paths. */
  pages: string[];
  /** Share of the nodes of its pages that are template, in [0,1]. */
  templateShare: number;
  /** Largest distance, in [0,1], from a page of the layout to the nearest other page of the layout; 0 for one page. */
  spread: number;
  /** Largest distance, in [0,1], between two pages of the layout. */
  diameter: number;
  /** Id of the nearest other layout, and the smallest distance, in [0,1], between a page of each; missing if there is no other layout. */
  nearest?: { template: string; distance: number };
}

/** A node of the tree of layouts: a frame, a layout in it, or a variant of the layout. */
export interface LayoutTreeNode {
  level: LayoutLevel;
  /** Id of the frame, layout or variant. */
  template: string;
  /** Name to show to people. */
  layout: string;
  /** Sorted page paths. */
  pages: string[];
  /** Layouts of a frame, or variants of a layout, the largest first; empty for a variant. */
  children: LayoutTreeNode[];
}

/** A node of the dendrogram of pages: two nodes that are merged at the distance `height`, or a leaf with pages (sorted). */
export type MergeNode = { height: number } & ({ children: [MergeNode, MergeNode] } | { pages: string[] });

/** The groups of a site at one level, and how well they are separated. */
export interface GroupingSummary {
  level: LayoutLevel;
  /** Frames, the largest first. */
  tree: LayoutTreeNode[];
  /** The distances at which the dendrogram is cut for each level; null for groupings without a dendrogram. */
  heights: Record<LayoutLevel, number> | null;
  /** The dendrogram; several for a site with very many layouts, empty for groupings without one. */
  merges: MergeNode[];
  /** The groups at the level, the largest first. */
  groups: GroupSummary[];
  /**
   * Dunn index (Dunn 1974): the smallest distance between groups, divided by the largest within one. Null if there is one group, or if all pages of
   * each group are alike.
   */
  dunn: number | null;
  /** Largest distance that links two pages; null if distances alone do not decide. */
  threshold: number | null;
  /** A threshold in the middle of the widest gap between the distances of pages; null if there is no gap. */
  gapThreshold: number | null;
  /** True if the site has so many layouts that distances were measured between some of them only. */
  sampled: boolean;
}
