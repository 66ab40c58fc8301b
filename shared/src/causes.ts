import { type Finding, severities } from './findings.ts';

/** Findings that report the same mistake, on several pages or on one. */
export interface Cause {
  first: Finding;
  /** The other findings, in their given order. */
  others: Finding[];
}

/**
 * Groups findings by cause: equal code, severity, identity and message. The most severe causes come first, then those with the most
 * findings, then in the order of their first findings.
 */
export function groupByCause(findings: readonly Finding[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const finding of findings) {
    const { code, severity, identity, message } = finding;
    const key = JSON.stringify([code, severity, identity, message]);
    const cause = causes.get(key);
    if (cause) cause.others.push(finding);
    else causes.set(key, { first: finding, others: [] });
  }
  const rank = ({ first }: Cause): number => severities.indexOf(first.severity);
  return [...causes.values()].sort((a, b) => rank(a) - rank(b) || b.others.length - a.others.length);
}
