import { step } from '../../../html/steps.ts';
import { comparedChildren } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { Leaves } from '../../statements/node-leaves.ts';
import { sameNodes, signatureKey } from '../../statements/page-lookup.ts';
import type { Difference } from '../agreement/difference.ts';
import type { TemplateNodes } from '../agreement/template-nodes.ts';
import type { Likeness } from '../facts/likeness.ts';

export type Missing = Extract<Difference, { kind: 'missing' }>;
export type Extra = Extract<Difference, { kind: 'extra' }>;

interface Compared {
  readonly page: ComparedPage;
  readonly example: ComparedPage;
  readonly likeness: Likeness;
  readonly template: TemplateNodes;
  /** Nodes of the page that were paired with no node of the example. */
  readonly leftOver: ReadonlySet<number>;
  /** Nodes of the example that were paired with no node of the page. */
  readonly leftOverThere: ReadonlySet<number>;
  /** Notes that something is not reported if its argument is true; returns the argument. */
  readonly isExempt: (is: boolean) => boolean;
}

/**
 * Returns the missing and the extra nodes, without those whose words stand in other blocks of the page. A page with another design has the same
 * words in other blocks.
 */
export function withoutRearranged(compared: Compared, missing: readonly Missing[], extra: readonly Extra[]): Difference[] {
  const { page, example, likeness, leftOver, leftOverThere, isExempt } = compared;
  const own = likeness.leavesOf('page', leftOver);
  const lacked = likeness.leavesOf(
    'other',
    missing.map(({ example }) => example),
  );
  const kept = extra.filter(
    ({ node }) => !isExempt(likeness.isIn('page', node, lacked) || isLeftOver(page, node, example, leftOverThere)),
  );
  return [...missing.flatMap(each => lost(compared, each, own)), ...kept];
}

/** Returns the node as missing or, if most of its words stand in other blocks, only those children whose words do not. */
function lost(compared: Compared, missing: Missing, own: Leaves): Missing[] {
  const { page, example, likeness, leftOver, template, isExempt } = compared;
  const { kind, parent, after, example: other } = missing;
  if (isExempt(isLeftOver(example, other, page, leftOver))) return [];
  if (!likeness.isIn('other', other, own)) return [missing];
  const found = comparedChildren(example, other).flatMap((child): Missing[] => {
    const verdict = template.lacked(child);
    const isWhole = template.lackedWhole(child) !== undefined;
    return verdict ? lost(compared, { kind, parent, after, example: child, isWhole, verdict }, own) : [];
  });
  isExempt(found.length === 0);
  return found;
}

/** True if a node stands on the other page, too, inside a node that was paired with no node. Of elements without words only the tag is compared. */
function isLeftOver(page: ComparedPage, node: number, other: ComparedPage, leftOver: ReadonlySet<number>): boolean {
  const { full, structure } = page.signatures;
  const isTagOnly = signatureKey(full, node) === signatureKey(structure, node);
  if (isTagOnly && page.tree.subtreeEnd[node] === node + 1) return false;
  return sameNodes(isTagOnly ? 'structure' : 'full', other, page, node).some(same => {
    for (let above = same; above >= 0; above = other.tree.parent[above]!) {
      step();
      if (leftOver.has(above)) return true;
    }
    return false;
  });
}
