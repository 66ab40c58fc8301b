import { type CheckCode, type NormaliserId, normaliserNames } from 'templens-shared/findings';
import type { NodeOfPage } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalNode } from '../../keys/normal-form/element.ts';
import { signatureText, supportText, treePath } from '../comparison/describe.ts';
import type { Difference } from '../comparison/difference.ts';
import { exampleOf, type Place, wholeNode } from '../comparison/places.ts';
import type { Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';

/** N1 to N4 are spelling, and apply nearly everywhere. */
const named = (Object.keys(normaliserNames) as NormaliserId[]).filter(id => Number(id.slice(1)) > 4);

/**
 * The normalisers that left something of the nodes out when they were compared: those without which the normal form of one would be
 * another. What stands inside an element is not asked for.
 */
export function normalisersApplied(nodes: readonly { page: ComparedPage; node: number }[]): NormaliserId[] {
  // No real page has so many attributes, and each would be looked at by each normaliser.
  if (nodes.some(({ page: { tree }, node }) => tree.attrFirst[node + 1]! - tree.attrFirst[node]! > thresholds.mostAttributes))
    return [];
  return named.filter(id => nodes.some(({ page, node }) => formOf(page, node) !== formOf(page, node, id)));
}

function formOf({ tree, source, context, signatures }: ComparedPage, node: number, off?: NormaliserId): string | undefined {
  const asked = off === undefined ? context : { ...context, off: new Set([...context.off, off]) };
  return normalNode(tree, source, node, asked, signatures.traits[node]!);
}

/** What a rule makes its finding of. */
export interface Compared {
  readonly page: ComparedPage;
  readonly example: ComparedPage;
}

/** Makes the finding of a difference; undefined where it is another rule's. */
export type DifferenceRule = (difference: Difference, compared: Compared) => Finding | undefined;

/** The parts that the findings of all rules have in common. `identity` must be the same whatever else changes on the page. */
export function findingOf(
  code: CheckCode,
  difference: Difference,
  { page, example }: Compared,
  parts: Place &
    Pick<Finding, 'node' | 'message' | 'brief' | 'absent' | 'attribute' | 'repair'> & {
      readonly value: string;
      readonly shown?: Place;
    },
): Finding {
  const { value, shown, ...rest } = parts;
  const { pages, of } = difference.verdict;
  const at = difference.example;
  const where = difference.kind === 'extra' ? 'What stands there' : 'The template\u2019s version';
  return {
    code,
    ...rest,
    support: { pages, of },
    related: exampleOf(example, shown ?? wholeNode(example, at), `${where} on ${supportText(difference.verdict)}.`),
    normalisers: normalisersApplied([
      ...('node' in difference ? [{ page, node: difference.node }] : []),
      { page: example, node: at },
    ]),
    identity: [code, treePath(page, rest.node), value].join('|'),
  };
}

export function nodeOf(page: ComparedPage, node: number): NodeOfPage {
  return { page: page.name, node };
}

export { signatureText };
