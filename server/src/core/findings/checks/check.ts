import type { CheckCode, Severity } from 'templens-shared/findings';
import type { PageTree } from '../../../html/tree.ts';
import type { DirectiveProblem, IgnoreDirective } from '../../directives/page-directives.ts';
import type { Finding } from '../finding.ts';
import type { DifferenceRule } from './difference-rule.ts';
import type { CauseRule, PageRule } from './page-rule.ts';
import type { PartRule } from './part-rule.ts';

/** A check: everything that names checks (settings, `--help`, SARIF, links of findings, documentation) is made of it or tested against it. */
export interface Check<Code extends CheckCode = CheckCode> {
  readonly code: Code;
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
  /** Of a difference from the template; of several checks, the first that has a finding for a difference. */
  readonly difference?: DifferenceRule;
  readonly page?: PageRule;
  readonly cause?: CauseRule;
  readonly part?: PartRule;
  /** Of a comment that hides no finding. */
  readonly unusedIgnore?: (ignore: IgnoreDirective, tree: PageTree) => Finding;
  /** Of a directive that has no effect. */
  readonly mistakenDirective?: (problem: DirectiveProblem, tree: PageTree) => Finding;
}

/** A check; its documentation is `docs/checks/CODE.md`, where the code has `-` instead of `/`. */
export function defineCheck<Code extends CheckCode>(check: Check<Code>): Check<Code> {
  return check;
}
