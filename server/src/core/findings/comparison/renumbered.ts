import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { comparedChildren } from './children.ts';
import type { Difference } from './difference.ts';

/** An entry that is missing, or one too many, and where it would stand or stands. */
interface Cause {
  readonly cause: Extract<Difference, { kind: 'missing' | 'extra' }>;
  readonly parent: number;
  /** What comes after this node, comes after it. */
  readonly place: number;
}

/** An entry that is missing, or one too many, gives those after it other numbers: that is its consequence, and no difference of its own. */
export function withoutRenumbered(found: readonly Difference[], page: ComparedPage, example: ComparedPage): Difference[] {
  const { tree } = page;
  const causes = found.flatMap((cause): Cause[] => {
    if (cause.kind === 'missing') return [{ cause, parent: cause.parent, place: cause.after < 0 ? cause.parent : cause.after }];
    return cause.kind === 'extra' ? [{ cause, parent: tree.parent[cause.node]!, place: cause.node }] : [];
  });
  if (causes.length === 0) return [...found];
  const shifts = new Map<Difference, number>();
  const kept = found.filter(difference => {
    if (difference.kind !== 'text' && difference.kind !== 'attributes') return true;
    step(causes.length);
    const before = causes.find(({ parent, place }) => place < difference.node && difference.node < tree.subtreeEnd[parent]!);
    const shift = before && shiftOf(difference, page, example);
    if (!before || !shift || Math.abs(shift) > causes.length) return true;
    shifts.set(before.cause, shift);
    return false;
  });
  const renumbered = new Map(
    causes.flatMap(({ cause, parent, place }): [Difference, Difference][] => {
      const by = shifts.get(cause);
      if (by === undefined) return [];
      const name = nodeName(example.tree, cause.example);
      const isEntry = (child: number): boolean => child > place && tree.kind[child] === ELEMENT && nodeName(tree, child) === name;
      return [[cause, { ...cause, renumbered: { entries: comparedChildren(page, parent).filter(isEntry).length, by } }]];
    }),
  );
  return kept.map(difference => renumbered.get(difference) ?? difference);
}

/** By how much the one number that two nodes differ in is higher here; undefined where they differ in anything else. */
function shiftOf(
  difference: Extract<Difference, { kind: 'text' | 'attributes' }>,
  page: ComparedPage,
  example: ComparedPage,
): number | undefined {
  const { node, example: other } = difference;
  if (difference.kind === 'text')
    return numberShift(nodeText(page.tree, page.source, node), nodeText(example.tree, example.source, other));
  const value = ({ tree, source }: ComparedPage, of: number, name: string): string =>
    attributeValue(tree, source, of, name) ?? '';
  const shifts = difference.names.map(name => numberShift(value(page, node, name), value(example, other, name)));
  return new Set(shifts).size === 1 ? shifts[0] : undefined;
}

const number = /\d+/g;

function numberShift(here: string, there: string): number | undefined {
  if (here.replace(number, '0') !== there.replace(number, '0')) return undefined;
  const others = there.match(number) ?? [];
  const shifts = (here.match(number) ?? []).map((digits, at) => Number(digits) - Number(others[at])).filter(shift => shift !== 0);
  return shifts.length === 1 ? shifts[0] : undefined;
}
