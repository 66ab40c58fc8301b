import type { CheckCode, Severity } from 'templens-shared/findings';
import type { PageTree } from '../../../html/tree.ts';
import type { DirectiveProblem, IgnoreDirective } from '../../directives/page-directives.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Difference } from '../agreement/difference.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';
import type { Finding } from '../finding.ts';
import type { CauseRule, PageRule } from './page-rule.ts';

/** A check: everything that names checks (settings, `--help`, SARIF, links of findings, documentation) is made of it or tested against it. */
export interface Check {
  readonly code: CheckCode;
  /** Severity of its findings, unless the settings or a finding say otherwise. */
  readonly severity: Severity;
  /** Reported only where the settings give it a severity. */
  readonly isOff?: true;
  /** What a finding means, in one sentence. */
  readonly summary: string;
  readonly rules: Rules;
}

/** What makes the findings of a check: a rule for each occasion to make some. */
interface Rules {
  /** Of a difference from the template; of several rules, the first that has a finding for a difference. */
  readonly difference?: readonly DifferenceRule[];
  readonly page?: readonly PageRule[];
  readonly cause?: readonly CauseRule[];
  readonly part?: PartRule;
  /** Of a comment that hides no finding. */
  readonly unusedIgnore?: (ignore: IgnoreDirective, tree: PageTree) => Finding;
  /** Of a directive that has no effect. */
  readonly mistakenDirective?: (problem: DirectiveProblem, tree: PageTree) => Finding;
}

/** A page, and the example page that it differs from. */
export interface Compared {
  readonly page: ComparedPage;
  readonly example: ExamplePage;
}

/** Returns the finding for a difference; undefined if the rule does not handle differences of this kind. */
export type DifferenceRule = (difference: Difference, compared: Compared) => Finding | undefined;

/** What the findings of one part of a page have in common. */
export interface OnePart {
  /** What a person calls it; undefined for what is in no part. */
  readonly name: string | undefined;
  /** Its first element, described. */
  readonly first?: string;
  /** What it is known by on this page, whatever else changes there. */
  readonly place: string;
  /** Whether the page's version is older than that of the example, and how that is known; absent where it is not. */
  readonly age?: { readonly isOlder: boolean; readonly why: string };
  /** True if the findings report most or all of the part as missing. */
  isMissing(findings: readonly Finding[]): boolean;
}

/** A rule that sums up the differences of one part of a page. */
export interface PartRule {
  /** True if the rule sums up these differences of the part. */
  readonly concerns: (part: OnePart, findings: readonly Finding[]) => boolean;
  /** The message. @param have how many pages have the template's version: `9 of 10 pages`. */
  readonly message: (part: OnePart, findings: readonly Finding[], have: string) => string;
}
