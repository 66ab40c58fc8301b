import type { CheckCode } from 'templens-shared/findings';
import type { Label } from 'templens-shared/labels';

/**
 * Statements in a page's own source about its labels and findings (docs/directives.md). Offsets are UTF-16 code units into the source, `end`
 * exclusive; nodes are indices into the page's tree. Plain data that can move between threads.
 */
export interface PageDirectives {
  /**
   * Regions between two markers, sorted by start, then matches of rules (added by `withRules`), then attributes `data-templens` in document order.
   * `decidingDirectives` relies on this order.
   */
  readonly labels: readonly LabelDirective[];
  readonly ignores: readonly IgnoreDirective[];
  /** Mistakes in directives and markers, sorted by start. */
  readonly problems: readonly DirectiveProblem[];
}

/** Decides the label of nodes, whatever the extractor would answer. */
export interface LabelDirective {
  /**
   * From the attribute `data-templens`: `override`, or `ignore` (content that is not compared). From a pair of markers: `locked`, `editable`
   * and `repeat` regions of a page template, a `library-item`, an `include`. From the settings: `rule`.
   */
  readonly kind: 'override' | 'ignore' | 'locked' | 'editable' | 'repeat' | 'library-item' | 'include' | 'rule';
  readonly label: Label;
  /** Name of the region, path of the template, library item or included file, or selector of the rule; may be empty. */
  readonly name: string;
  /** Range between the two markers; for an attribute or a rule, the range of the element. */
  readonly start: number;
  readonly end: number;
  /** The element that has the attribute or matches the rule; -1 for markers, which decide the nodes that start between them. */
  readonly node: number;
  /** Present if it decides only the texts that are children of the element. */
  readonly textsOnly?: true;
}

/** A comment `templens-ignore` or `templens-ignore-page`. */
export interface IgnoreDirective {
  readonly scope: 'element' | 'page';
  readonly codes: readonly CheckCode[];
  /** Reason that the author gives; may be empty. */
  readonly reason: string;
  /** Range of the comment. */
  readonly start: number;
  readonly end: number;
  /** The element whose findings are ignored: the next sibling element of the comment; -1 for the whole page. */
  readonly node: number;
}

/** A mistake because of which a directive or marker, or one of the codes in an ignore comment, has no effect. */
export interface DirectiveProblem {
  /** A directive of Templens, or a marker of another program. */
  readonly about: 'directive' | 'marker';
  readonly start: number;
  readonly end: number;
  /** What is wrong, as a sentence for the user. */
  readonly message: string;
  /** Source that could replace the range. */
  readonly suggestion?: string;
}
