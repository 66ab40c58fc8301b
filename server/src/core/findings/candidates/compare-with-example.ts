import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Difference } from '../agreement/difference.ts';
import type { Majority } from '../agreement/majority.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';
import type { DifferenceRule } from '../checks/check.ts';
import { differenceFacts } from '../explanations/difference-facts.ts';
import type { Area } from '../facts/area.ts';
import type { Exempted } from '../facts/exemptions.ts';
import type { Finding } from '../finding.ts';
import { severityOf } from '../severity.ts';
import { thresholds } from '../thresholds.ts';
import { comparePages } from './compare-pages.ts';

/** The differences that most pages speak for, in the order in which they come. */
function bestSupported(differences: readonly Difference[]): readonly Difference[] {
  if (differences.length <= thresholds.mostDifferences) return differences;
  const share = ({ verdict }: Difference): number => verdict.pages / verdict.of;
  const order = differences.map((difference, index) => ({ index, share: share(difference) }));
  order.sort((a, b) => b.share - a.share || a.index - b.index);
  const kept = order.slice(0, thresholds.mostDifferences).map(({ index }) => index);
  return kept.sort((a, b) => a - b).map(index => differences[index]!);
}

interface Compared {
  readonly findings: Finding[];
  /** Nodes of the page by those of the example that they were paired with, where their children were compared. */
  readonly partners: ReadonlyMap<number, number>;
  /** Finds why other differences are not reported. */
  readonly exempted: () => Exempted;
}

/**
 * The findings of a page that lacks some of what the majority has, by comparing it with an example page that has it.
 * @param rules the first that has a finding for a difference makes it.
 * @param exists is there a file or folder at this path from the site's root?
 */
export function compareWithExample(
  page: ComparedPage,
  example: ExamplePage,
  majority: Majority,
  area: Area,
  rules: readonly DifferenceRule[],
  exists: (path: string) => boolean,
): Compared {
  const findings: Finding[] = [];
  const known = new Map<string, number>();
  const { differences, partners, exempted } = comparePages(page, example, majority, area);
  for (const difference of bestSupported(differences)) {
    for (const rule of rules) {
      const finding = rule(difference, { page, example });
      if (!finding) continue;
      const severity = severityOf(difference, page, example);
      const before = known.get(finding.identity) ?? 0;
      known.set(finding.identity, before + 1);
      // Two like things wrong at two like places are told apart by their order.
      const identity = before === 0 ? finding.identity : `${finding.identity}|${before + 1}`;
      findings.push({ ...finding, identity, severity, facts: differenceFacts(difference, page, example, exists) });
      break;
    }
  }
  return { findings, partners, exempted };
}
