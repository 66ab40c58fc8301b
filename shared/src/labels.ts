/** Template: kept when a new page is started from the same layout. Content: belongs to this page. */
export type Label = 'template' | 'content';

/** What an editor shows of a node: its label, or that a finding says it stands where the template has something else. */
export type Verdict = Label | 'deviating';

/** One element with a start tag, or one text node that is not only white space. Offsets are UTF-16 code units, `end` exclusive. */
export interface LabelledNode {
  kind: 'element' | 'text';
  /** Where the start tag, or the text, begins. */
  start: number;
  /** Where the node ends. */
  end: number;
  label: Label;
  /** Confidence in [0,1] that the node is template. */
  score: number;
}

/** How finely pages are told apart: by their frame, by their layout, by variants of a layout. */
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
  /** Pages in the group, this one included. */
  pages: number;
  /** Document order. */
  nodes: LabelledNode[];
}

/** A maximal run of one verdict inside a page, for decorations and folding. */
export interface Region {
  start: number;
  end: number;
  kind: Verdict;
}

/** Where something is missing that the template has. */
export interface Absence {
  start: number;
  end: number;
  /** What is missing, for a person. */
  what: string;
}

/** A layout: pages built on the same frame. */
export interface GroupSummary {
  template: string;
  /** Name, for people. */
  layout: string;
  /** Sorted page paths. */
  pages: string[];
  /** Share of the group's nodes that are template, in [0,1]. */
  templateShare: number;
  /** Largest distance from a page of the group to the page of the group nearest to it, in [0,1]; 0 for one page. */
  spread: number;
  /** Largest distance between two pages of the group, in [0,1]. */
  diameter: number;
  /** The nearest other group, and the smallest distance between two pages of both. */
  nearest?: { template: string; distance: number };
}

/** A frame, a layout in it, or a variant of that. */
export interface LayoutTreeNode {
  level: LayoutLevel;
  template: string;
  layout: string;
  /** Sorted page paths. */
  pages: string[];
  /** The largest first; none for a variant. */
  children: LayoutTreeNode[];
}

/** A node of the tree that clustering makes of pages: two nodes that come together at a distance, or pages (sorted). */
export type MergeNode = { height: number } & ({ children: [MergeNode, MergeNode] } | { pages: string[] });

/** The groups of a site at one level, and how well they are set apart. */
export interface GroupingSummary {
  level: LayoutLevel;
  /** Frames, the largest first. */
  tree: LayoutTreeNode[];
  /** Where the tree is cut into each level, as distances; null for groupings without a tree. */
  heights: Record<LayoutLevel, number> | null;
  /** The whole tree; several for a site of very many layouts, none for groupings without a tree. */
  merges: MergeNode[];
  /** The largest first. */
  groups: GroupSummary[];
  /** Dunn index: smallest distance between groups by the largest within one; null for one group, or where all pages of a group are alike. */
  dunn: number | null;
  /** Largest distance that links two pages; null where distances alone do not decide. */
  threshold: number | null;
  /** A threshold in the middle of the widest gap of the distances between pages; null where there is none. */
  gapThreshold: number | null;
  /** The site has so many layouts that distances were measured between some of them only. */
  sampled: boolean;
}
