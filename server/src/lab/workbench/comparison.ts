import { holmAdjusted, type PairedDifference, pairedDifference } from './paired.ts';

/** Options of the paired comparisons of a report. */
export interface ComparisonOptions {
  /** Name of the method that all others are compared with; undefined for the one with the greatest mean. */
  against: string | undefined;
  seed: number;
  resamples: number;
}

/** A method with its values by site. */
export interface ComparedMethod {
  name: string;
  /** By name of the site. */
  values: ReadonlyMap<string, number>;
  /** False for a method that is never the reference by itself, since its figures show what it remembers. */
  isCandidate: boolean;
}

/** All methods compared with one of them, by one measure. */
export interface Comparison {
  measure: string;
  /** The reference. */
  against: string;
  seed: number;
  resamples: number;
  /** A positive difference means that the method is better than the reference. `holm` is `p` adjusted for the number of rows. */
  rows: ({ name: string; holm: number | null } & PairedDifference)[];
}

/** Compares methods with a reference on the sites that both have; undefined if no two methods have two sites in common. */
export function compareMethods(
  measure: string,
  methods: readonly ComparedMethod[],
  { against, seed, resamples }: ComparisonOptions,
): Comparison | undefined {
  const reference = methods.find(({ name }) => name === against) ?? best(methods.filter(({ isCandidate }) => isCandidate));
  const others = methods.filter(method => method !== reference && method.values.size > 0);
  if (!reference) return undefined;
  const differences = others.map(({ values }) => {
    const pairs = [...values].flatMap(([site, value]) => {
      const other = reference.values.get(site);
      return other === undefined ? [] : [[value, other] as const];
    });
    return pairedDifference(pairs, { seed, resamples });
  });
  if (differences.every(({ p }) => p === null)) return undefined;
  const adjusted = holmAdjusted(differences.map(({ p }) => p));
  const rows = others.map(({ name }, at) => ({ name, ...differences[at]!, holm: adjusted[at]! }));
  return { measure, against: reference.name, seed, resamples, rows };
}

/** The method with the greatest mean, of those with the most sites; the first of equal ones. */
function best(methods: readonly ComparedMethod[]): ComparedMethod | undefined {
  const mean = ({ values }: ComparedMethod): number => [...values.values()].reduce((sum, value) => sum + value, 0) / values.size;
  const most = Math.max(...methods.map(({ values }) => values.size));
  const complete = methods.filter(({ values }) => values.size === most && most > 0);
  return complete.reduce<ComparedMethod | undefined>((a, b) => (a === undefined || mean(b) > mean(a) ? b : a), undefined);
}
