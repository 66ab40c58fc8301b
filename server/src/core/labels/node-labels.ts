/** Labels of one page, by tree node; nodes that get no label (comments, blank texts) have that of their parent. */
export interface NodeLabels {
  /** 1 = template, 0 = content. */
  readonly label: Uint8Array;
  /** Confidence in [0,1] that the node is template. */
  readonly score: Float64Array;
  /** Why there are none: labelling takes more steps than the page's length allows. A sentence without its subject. */
  readonly tooManySteps?: string;
}
