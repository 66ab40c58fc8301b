// Measures of labels against gold labels. "Positive" is template, as in the published comparisons.

/** Numbers of nodes: a true positive is template in the gold labels and in the labels, a false positive only in the labels, and so on. */
export interface Counts {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
}

/** Measures of labels against gold labels, each in [0,1]. */
export interface Measures {
  precision: number;
  recall: number;
  f1: number;
  accuracy: number;
}

export const measureNames = ['precision', 'recall', 'f1', 'accuracy'] as const satisfies readonly (keyof Measures)[];

/** New counts, all zero. */
export function zeroCounts(): Counts {
  return { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
}

/** Counts one node; the flags are true for template. */
export function countNode(counts: Counts, goldTemplate: boolean, template: boolean): void {
  if (goldTemplate) template ? counts.truePositive++ : counts.falseNegative++;
  else template ? counts.falsePositive++ : counts.trueNegative++;
}

/**
 * Precision, recall, F1 and accuracy (Alarte, Silva, Tamarit, ACM TWEB 13(2), 2019). If no node is labelled template, precision is 1, as in the
 * published table, which has a precision of 100 with deviation 0 beside a recall that is often 0; F1 is then 0, unless no gold node is template.
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
