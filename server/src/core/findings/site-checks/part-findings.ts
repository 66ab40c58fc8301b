import { type Severity, severities } from 'templens-shared/findings';
import { hash53 } from '../../../html/hash.ts';
import type { Repair } from '../../edits/repair.ts';
import type { OnePart } from '../checks/check.ts';
import { allChecks, checks } from '../checks/index.ts';
import { detailOf, type Finding } from '../finding.ts';
import { jointRisk } from './repair-risk.ts';

/** Why a person decides. */
const NEWER = 'This page seems to have the newer version.';

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

/** One finding for all differences of a part of a page: one cause, most likely. A single one that no check sums up stays as it is. */
function partFinding(findings: readonly Finding[], part: OnePart): Finding {
  const { name, place } = part;
  const [first] = findings as [Finding, ...Finding[]];
  const named = name === undefined ? first : { ...first, part: name };
  const check = allChecks.find(({ rules }) => rules.part?.concerns(part, findings));
  if (!check) return named;
  const { code } = check;
  const { repair: _, risk: __, absent: ___, facts: ____, lostPart: _____, ...common } = named;
  const missing = findings.flatMap(({ lostPart }) => lostPart ?? []);
  const support = findings.reduce(
    (least, { support }) => (support && support.pages < least.pages ? support : least),
    first.support!,
  );
  const identities = findings.map(({ identity }) => identity).sort();
  const repairs = findings.flatMap(({ repair }): Repair[] => (repair ? [repair] : []));
  const found = findings.find(({ risk }) => risk !== undefined)?.risk ?? jointRisk(repairs);
  const risk = part.age?.isOlder === false ? NEWER : found;
  return {
    ...common,
    code,
    message: check.rules.part!.message(part, findings, `${support.pages} of ${support.of} pages`),
    severity: findings.map(severityOf).reduce(graver),
    support,
    details: findings.map(detailOf),
    normalisers: [...new Set(findings.flatMap(({ normalisers }) => normalisers))].sort(),
    identity: `${code}|${place}|${hash53(identities.join()).toString(36)}`,
    ...(missing.length * 2 > findings.length && { lostPart: Math.max(...missing) }),
    ...(risk !== undefined && { risk }),
    ...(repairs.length === findings.length && { repair: { kind: 'all', repairs } }),
  };
}

function graver(a: Severity, b: Severity): Severity {
  return severities.indexOf(a) <= severities.indexOf(b) ? a : b;
}

function severityOf({ code, severity }: Finding): Severity {
  return severity ?? checks[code].severity;
}
