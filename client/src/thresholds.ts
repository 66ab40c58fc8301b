/** Delays and tolerances of what the extension shows. */
export const thresholds = {
  /** Milliseconds in which changes of the sites are gathered before the side-bar view is loaded again. */
  viewDelay: 300,
  /** Lines. If an editor stops at most this far from the line to which the extension scrolled it, the user did not scroll it. */
  scrollTolerance: 6,
} as const;
