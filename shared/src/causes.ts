import { type Finding, severities } from './findings.ts';

/** Findings with one cause: the same thing is wrong on every page. */
export interface Cause {
  first: Finding;
  /** The others, by page. */
  others: Finding[];
}

/** Findings by cause: the worst first, then what is on most pages, then by page. */
export function byCause(findings: readonly Finding[]): Cause[] {
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
