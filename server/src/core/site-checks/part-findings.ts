import { defaultSeverities, type Severity, severities } from 'templens-shared/diagnostics';
import { detailOf, type Finding, type Repair } from '../findings/finding.ts';
import { hash53 } from '../page/hash.ts';

/** Differences that a message names; of more the number is said. */
const MOST_NAMED = 3;
/** A part with more differences is another one, or an old one. */
const MANY = 6;

/** What the findings of one part of a page have in common. */
export interface OnePart {
  /** What a person calls it; undefined for what is in no part. */
  readonly name: string | undefined;
  /** Its first element, described. */
  readonly first?: string;
  /** What it is known by on this page, whatever else changes there. */
  readonly place: string;
  /** Do the findings say that all of it is missing, or most? */
  isMissing(findings: readonly Finding[]): boolean;
}

/** One finding for the differences of each part, in the order of their first ones; findings about no part stay as they are. */
export function sumUp(findings: readonly Finding[], parts: ReadonlyMap<Finding, OnePart>): Finding[] {
  const byPart = new Map<OnePart | Finding, Finding[]>();
  for (const finding of findings) {
    const part = parts.get(finding) ?? finding;
    const list = byPart.get(part);
    if (list) list.push(finding);
    else byPart.set(part, [finding]);
  }
  return [...byPart].map(([part, list]) => ('place' in part ? partFinding(list, part) : list[0]!));
}

/** One finding for all differences of a part of a page: one cause, most likely. A single one stays as it is. */
function partFinding(findings: readonly Finding[], part: OnePart): Finding {
  const { name, place } = part;
  const [first] = findings as [Finding, ...Finding[]];
  const isMissing = part.isMissing(findings);
  const named = name === undefined ? first : { ...first, part: name };
  if (findings.length === 1 && !isMissing) return named;
  const { repair: _, risk: __, ...common } = named;
  const code = isMissing ? 'template/missing-part' : 'template/part-version';
  const support = findings.reduce(
    (least, { support }) => (support && support.pages < least.pages ? support : least),
    first.support!,
  );
  const have = `${support.pages} of ${support.of} pages`;
  const what = name ?? 'frame';
  const identities = findings.map(({ identity }) => identity).sort();
  const repairs = findings.flatMap(({ repair }): Repair[] => (repair ? [repair] : []));
  const risk = findings.find(({ risk }) => risk !== undefined)?.risk;
  return {
    ...common,
    code,
    message: isMissing
      ? `The ${what}${part.first === undefined ? '' : ` (${part.first})`} is missing here; ${have} have it.`
      : `This page has a rare version of the ${what}: ${differences(findings)}. ${have} agree.`,
    severity: findings.map(severityOf).reduce(graver),
    support,
    details: findings.map(detailOf),
    normalisers: [...new Set(findings.flatMap(({ normalisers }) => normalisers))].sort(),
    identity: `${code}|${place}|${hash53(identities.join()).toString(36)}`,
    ...(risk !== undefined && { risk }),
    ...(repairs.length === findings.length && { repair: { kind: 'all', repairs } }),
  };
}

function differences(findings: readonly Finding[]): string {
  const briefs = findings.map(({ brief, message }) => brief ?? message);
  // Of a part that differs in most places, single pairs say little.
  const lacks = findings.length > MANY ? briefs.filter(brief => brief.startsWith('lacks ')) : [];
  const named = (lacks.length > 0 ? lacks : briefs).slice(0, MOST_NAMED);
  const more = findings.length - named.length;
  const last = more > 0 ? [`${more} more ${more === 1 ? 'difference' : 'differences'}`] : [];
  return [...named, ...last].join('; ');
}

function graver(a: Severity, b: Severity): Severity {
  return severities.indexOf(a) <= severities.indexOf(b) ? a : b;
}

function severityOf({ code, severity }: Finding): Severity {
  return severity ?? defaultSeverities[code];
}
