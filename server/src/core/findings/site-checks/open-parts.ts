import { step } from '../../../html/steps.ts';
import type { LabelDirective } from '../../directives/page-directives.ts';

/** Which parts of a page its author left open: `open[i]` is about the offsets from `cuts[i]` up to the next cut. */
interface OpenParts {
  readonly cuts: readonly number[];
  readonly open: readonly boolean[];
}

const known = new WeakMap<readonly LabelDirective[], OpenParts>();

/** Does the innermost region that holds an offset leave it open? Elements with an attribute count as regions. */
export function isOpenAt(offset: number, labels: readonly LabelDirective[]): boolean {
  if (labels.length === 0) return false;
  let parts = known.get(labels);
  if (!parts) {
    parts = openParts(labels);
    known.set(labels, parts);
  }
  const { cuts, open } = parts;
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return open[low - 1] ?? false;
}

/** A region that holds the offset, with whether it leaves open what no region inside it decides. */
interface Holding {
  readonly index: number;
  readonly open: boolean;
}

function openParts(labels: readonly LabelDirective[]): OpenParts {
  const edges = labels.flatMap(({ start, end }, index) => (start < end ? [start, end].map(at => ({ at, index })) : []));
  edges.sort((a, b) => a.at - b.at);
  const cuts: number[] = [];
  const open: boolean[] = [];
  let holding: Holding[] = [];
  let decided = 0;
  for (const { at, index } of edges) {
    const label = labels[index]!;
    const enters = at === label.start;
    if (isAttribute(label)) decided += label.label !== 'content' ? 0 : enters ? 1 : -1;
    else if (enters && (holding.at(-1)?.index ?? -1) < index) holding.push(held(label, index, holding.at(-1)));
    else if (!enters && holding.at(-1)?.index === index) holding.pop();
    else holding = reordered(labels, holding, index, enters);
    if (cuts.at(-1) !== at) {
      cuts.push(at);
      open.push(false);
    }
    open[open.length - 1] = decided > 0 || (holding.at(-1)?.open ?? false);
  }
  return { cuts, open };
}

function isAttribute({ kind }: LabelDirective): boolean {
  return kind === 'override' || kind === 'ignore';
}

function held({ kind }: LabelDirective, index: number, outer: Holding | undefined): Holding {
  return { index, open: kind === 'editable' || (outer?.open === true && kind === 'repeat') };
}

/** Regions that overlap without nesting: all that hold the offset are looked at again, in their order. */
function reordered(labels: readonly LabelDirective[], before: readonly Holding[], changed: number, enters: boolean): Holding[] {
  step(before.length + 1);
  const indices = before.map(({ index }) => index).filter(index => index !== changed);
  if (enters) indices.push(changed);
  const holding: Holding[] = [];
  for (const index of indices.sort((a, b) => a - b)) holding.push(held(labels[index]!, index, holding.at(-1)));
  return holding;
}
