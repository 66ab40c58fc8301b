import { counted } from './counted.ts';
import { type Finding, type Severity, severities } from './findings.ts';

/** Findings that report the same mistake, on several pages or on one. */
export interface Cause {
  /** See `Finding.cause`. */
  id: string;
  /** The highest severity and the highest confidence of its findings. */
  severity: Severity;
  confidence: number;
  first: Finding;
  /** The other findings, in their given order. */
  others: Finding[];
  /** Number of pages. */
  pages: number;
}

/**
 * Groups findings by cause. The most severe causes come first, then the most confident, then those on the most pages, then in the order of
 * their first findings.
 */
export function groupByCause(findings: readonly Finding[]): Cause[] {
  const byCause = new Map<string, Finding[]>();
  for (const finding of findings) {
    const same = byCause.get(finding.cause);
    if (same) same.push(finding);
    else byCause.set(finding.cause, [finding]);
  }
  const causes = [...byCause].map(([id, [first, ...others]]): Cause => {
    const all = [first!, ...others];
    const severity = severities.find(each => all.some(finding => finding.severity === each))!;
    const confidence = Math.max(...all.map(finding => finding.confidence));
    return { id, severity, confidence, first: first!, others, pages: new Set(all.map(({ page }) => page)).size };
  });
  const rank = ({ severity }: Cause): number => severities.indexOf(severity);
  return causes.sort((a, b) => rank(a) - rank(b) || b.confidence - a.confidence || b.pages - a.pages);
}

/** What is wrong, in one sentence: the message of the only page, or what all pages have in common: `7 pages lack “Contact” in the menu.` */
export function causeMessage({ first: { message, brief, part }, pages }: Cause): string {
  if (pages === 1 || brief === undefined) return message;
  const where = part === undefined || brief.includes(part) ? '' : ` in the ${part}`;
  return `${counted(pages, 'page')} ${plural(brief)}${where}.`;
}

/** Changes the verb at the start of a text from singular to plural: `lacks a link` to `lack a link`. */
function plural(brief: string): string {
  const [verb = ''] = brief.split(' ', 1);
  const irregular: Readonly<Record<string, string>> = { has: 'have', does: 'do', is: 'are' };
  return (irregular[verb] ?? verb.replace(/s$/, '')) + brief.slice(verb.length);
}

/** The number of causes of each severity. */
export function countBySeverity(causes: readonly Cause[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of causes) counts[severity]++;
  return counts;
}

/** What a severity is called in output, singular. */
export function severityNoun(severity: Severity): string {
  return severity === 'information' ? 'note' : severity;
}

type Paint = (severity: Severity, text: string) => string;
const plain: Paint = (_, text) => text;

/** `2 errors, 1 note`: the number of causes of each severity. */
export function severityTotals(causes: readonly Cause[], paint = plain): string {
  const counts = countBySeverity(causes);
  return severities
    .flatMap(severity => (counts[severity] > 0 ? [paint(severity, counted(counts[severity], severityNoun(severity)))] : []))
    .join(', ');
}

/** `2 errors, 1 note at 9 places`: the causes of these findings by severity, and the number of findings if it is another one. */
export function causeTotals(findings: readonly Finding[], paint = plain): string {
  const causes = groupByCause(findings);
  const places = findings.length > causes.length ? ` at ${counted(findings.length, 'place')}` : '';
  return severityTotals(causes, paint) + places;
}
