import { type NormaliserId, normaliserNames } from 'templens-shared/findings';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalNode } from '../../keys/normal-form/element.ts';

/** N1 to N4 are spelling, and apply nearly everywhere. */
const named = (Object.keys(normaliserNames) as NormaliserId[]).filter(id => Number(id.slice(1)) > 4);

const MOST_ATTRIBUTES = 256;

/**
 * The normalisers that left something of the nodes out when they were compared: those without which the normal form of one would be
 * another. What stands inside an element is not asked for.
 */
export function normalisersApplied(nodes: readonly { page: ComparedPage; node: number }[]): NormaliserId[] {
  // No real page has so many attributes, and each would be looked at by each normaliser.
  if (nodes.some(({ page: { tree }, node }) => tree.attrFirst[node + 1]! - tree.attrFirst[node]! > MOST_ATTRIBUTES)) return [];
  return named.filter(id => nodes.some(({ page, node }) => formOf(page, node) !== formOf(page, node, id)));
}

function formOf({ tree, source, context, signatures }: ComparedPage, node: number, off?: NormaliserId): string | undefined {
  const asked = off === undefined ? context : { ...context, off: new Set([...context.off, off]) };
  return normalNode(tree, source, node, asked, signatures.places[node]!);
}
