/** Labels of a page, by tree node. Nodes that are not labelled (comments, blank texts) have the values of their parent. */
export interface NodeLabels {
  /** 1 = template, 0 = content. */
  readonly label: Uint8Array;
  /** Confidence in [0,1] that the node is template. */
  readonly score: Float64Array;
  /** Set if labelling exceeded the step budget of the page: the reason, a sentence without its subject. */
  readonly tooManySteps?: string;
}
