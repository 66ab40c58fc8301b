/** The partners of the nearest nodes before and after a node that have one; -1 and the number of children for none. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The gap around each child of the page. @param length number of children of the example. */
export function gapsIn(partner: Int32Array, length: number): Gap[] {
  const gaps: Gap[] = new Array(partner.length);
  let to = length;
  const after = Int32Array.from(partner);
  for (let i = partner.length - 1; i >= 0; i--) {
    if (partner[i]! >= 0) to = partner[i]!;
    after[i] = to;
  }
  let from = -1;
  for (let i = 0; i < partner.length; i++) {
    if (partner[i]! >= 0) from = partner[i]!;
    gaps[i] = { from, to: after[i]! };
  }
  return gaps;
}
