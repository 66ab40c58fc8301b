import type { CheckCode } from 'templens-shared/findings';
import type { Label } from 'templens-shared/labels';

/**
 * What a page's own source says about its labels and findings (docs/directives.md). Offsets are UTF-16 code units into the source, `end`
 * exclusive; nodes are indices of the page's tree. Plain data, so that it moves between threads.
 */
export interface PageDirectives {
  /** Regions between two markers, sorted by start, then attributes `data-templens` in document order. See `decidingDirectives`. */
  readonly labels: readonly LabelDirective[];
  readonly ignores: readonly IgnoreDirective[];
  /** What was meant as a directive or a marker and has no effect. */
  readonly problems: readonly DirectiveProblem[];
}

/** Something that decides the label of nodes, whatever the evidence. */
export interface LabelDirective {
  /**
   * By the attribute `data-templens`: `override`, or `ignore` (content that is not compared either). By a pair of markers: `locked` and
   * `editable` parts of a page template, a `repeat` region of it, a `library-item`, an `include`. By a `rule` of the settings.
   */
  readonly kind: 'override' | 'ignore' | 'locked' | 'editable' | 'repeat' | 'library-item' | 'include' | 'rule';
  readonly label: Label;
  /** Name of the region, path of the template, library item or included file; selector of the rule; empty where there is none. */
  readonly name: string;
  /** Between the two markers; of an attribute or a rule, the element. */
  readonly start: number;
  readonly end: number;
  /** The element with the attribute, or that the rule matches; -1 for markers, which hold the nodes that start between them. */
  readonly node: number;
  /** It decides the texts directly in the element alone. */
  readonly texts?: true;
}

/** A comment `templens-ignore` or `templens-ignore-page`. */
export interface IgnoreDirective {
  readonly scope: 'element' | 'page';
  readonly codes: readonly CheckCode[];
  /** Empty where none is given. */
  readonly reason: string;
  /** The comment. */
  readonly start: number;
  readonly end: number;
  /** The element that it is for: the next one beside the comment; -1 for the whole page. */
  readonly node: number;
}

/** A directive or marker that has no effect, and why. */
export interface DirectiveProblem {
  /** A directive of ours, or the marker of another program. */
  readonly about: 'directive' | 'marker';
  readonly start: number;
  readonly end: number;
  /** A sentence. */
  readonly message: string;
  /** What could stand in its place. */
  readonly suggestion?: string;
}
