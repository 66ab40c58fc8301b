// How well labels agree with gold labels. "Positive" is template, as in the published comparisons.

/** Nodes by gold label and label: template called template, content called template, template called content, content called content. */
export interface Counts {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
}

/** All in [0,1]. */
export interface Measures {
  precision: number;
  recall: number;
  f1: number;
  accuracy: number;
}

export const measureNames = ['precision', 'recall', 'f1', 'accuracy'] as const satisfies readonly (keyof Measures)[];

export function noCounts(): Counts {
  return { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
}

/** Counts one node. */
export function countNode(counts: Counts, goldTemplate: boolean, template: boolean): void {
  if (goldTemplate) template ? counts.truePositive++ : counts.falseNegative++;
  else template ? counts.falsePositive++ : counts.trueNegative++;
}

/**
 * Precision, recall, F1 and accuracy (Alarte, Silva, Tamarit, ACM TWEB 13(2), 2019). Where nothing was called template, precision is 1: the
 * published table has a precision of 100 with deviation 0 beside a recall that is often 0. F1 is then 0, unless there was nothing to find.
 */
export function measuresOf({ truePositive, falsePositive, falseNegative, trueNegative }: Counts): Measures {
  const retrieved = truePositive + falsePositive;
  const gold = truePositive + falseNegative;
  const all = retrieved + falseNegative + trueNegative;
  const precision = retrieved === 0 ? 1 : truePositive / retrieved;
  const recall = gold === 0 ? 1 : truePositive / gold;
  const nothingRight = truePositive === 0 && (retrieved > 0 || gold > 0);
  return {
    precision,
    recall,
    f1: nothingRight ? 0 : (2 * precision * recall) / (precision + recall),
    accuracy: all === 0 ? 1 : (truePositive + trueNegative) / all,
  };
}
