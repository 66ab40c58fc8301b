/** Delays and tolerances of what the extension shows. */
export const thresholds = {
  /** Milliseconds in which changes of the sites are gathered before the side-bar view is loaded again. */
  viewDelay: 300,
  /** Lines. An editor that stops this near to the line that the extension scrolled it to was not scrolled by the user. */
  scrollTolerance: 6,
} as const;
