import { type NormaliserId, normaliserNames } from 'templens-shared/diagnostics';
import type { PageContext } from './context.ts';

const ids = Object.keys(normaliserNames) as NormaliserId[];

/**
 * The normalisers without which two values would not be the same: those that, switched off alone, part their normal forms. None where the
 * values are not the same in the first place.
 * @param one normal form of the one value, in the context given (that of its page, with a normaliser switched off).
 */
export function normalisersApplied(
  one: { context: PageContext; form: (context: PageContext) => string | undefined },
  other: { context: PageContext; form: (context: PageContext) => string | undefined },
): NormaliserId[] {
  if (one.form(one.context) !== other.form(other.context)) return [];
  return ids.filter(id => one.form(without(one.context, id)) !== other.form(without(other.context, id)));
}

function without(context: PageContext, id: NormaliserId): PageContext {
  return { ...context, off: new Set([...context.off, id]) };
}
