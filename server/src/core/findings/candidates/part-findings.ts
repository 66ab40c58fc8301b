import { type Severity, severities } from 'templens-shared/findings';
import { hash53 } from '../../../html/hash.ts';
import { step } from '../../../html/steps.ts';
import { BLANK, COMMENT, type PageTree } from '../../../html/tree.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { type NamedRun, partKind } from '../../parts/part-kind.ts';
import { goneLink, linksOf } from '../../statements/version-age.ts';
import type { OnePart } from '../checks/check.ts';
import { described, treePath } from '../checks/describe.ts';
import { allChecks, checks } from '../checks/index.ts';
import type { PartRun } from '../facts/page-scopes.ts';
import { detailOf, type Finding } from '../finding.ts';
import { jointRisk } from '../fixes/repair-risk.ts';
import { thresholds } from '../thresholds.ts';

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

/** What is in no part. */
export const noPart = (): OnePart => ({ name: undefined, place: 'frame', isMissing: () => false });

/** A part as its findings name it: where an example page has it. @param first its first run, as names are made of it. */
export function onePart(example: ComparedPage, runs: readonly PartRun[], first: NamedRun, age: OnePart['age']): OnePart {
  const { tree, source } = example;
  const { first: node, parent } = runs[0]!;
  const size = runs.reduce((sum, { first, end }) => sum + saidNodes(tree, first, end), 0);
  const isTop = (node: number): boolean =>
    runs.some(({ parent }) => tree.parent[node] === parent || (node <= parent && parent < tree.subtreeEnd[node]!));
  const isMissing = (findings: readonly Finding[]): boolean => {
    let missing = 0;
    for (const { repair } of findings) {
      if (repair?.kind !== 'insert' || !isTop(repair.from.node)) return false;
      missing += saidNodes(tree, repair.from.node, tree.subtreeEnd[repair.from.node]!);
    }
    return size > 2 && missing * 2 >= size;
  };
  const { name } = partKind({ tree, source }, first);
  return { name, first: described(example, node), place: treePath(example, parent), ...(age && { age }), isMissing };
}

/** Number of nodes in a range that are compared: without comments and white space. */
function saidNodes({ kind, flags }: PageTree, first: number, end: number): number {
  let said = 0;
  step(end - first);
  for (let node = first; node < end; node++) if (kind[node] !== COMMENT && !(flags[node]! & BLANK)) said++;
  return said;
}

/**
 * Whether a page's version of a part is older than that of an example page, by the links that only one of them has; undefined where that
 * does not show.
 * @param findings how they differ.
 * @param runs where the example has the part.
 */
export function versionAge(
  findings: readonly Finding[],
  page: ComparedPage,
  example: ComparedPage,
  runs: readonly PartRun[],
  exists: (path: string) => boolean,
): OnePart['age'] {
  const there = findings.flatMap(({ repair }) => (repair && 'from' in repair ? [repair.from.node] : []));
  const all = linksOf(textOf(example, runs));
  const missing = linksIn(example, there);
  // What is missing is missing in a node, which may be the whole page: then most of its links are not of the part.
  const nodes = [...new Set(findings.map(({ node }) => node))].slice(0, thresholds.mostNodesOfAge);
  const own = nodes.flatMap(node => {
    const links = linksIn(page, [node]);
    const additional = without(links, all);
    return additional.size * 2 <= links.size ? [...additional] : [];
  });
  const gone = goneLink({ own: new Set(own), common: missing, shared: without(all, missing) }, exists);
  if (!gone) return undefined;
  return gone.own === undefined
    ? { isOlder: false, why: `the other pages link to ${gone.common}, which does not exist` }
    : { isOlder: true, why: `it links to ${gone.own}, which does not exist` };
}

function linksIn(page: ComparedPage, nodes: readonly number[]): Set<string> {
  return linksOf(
    textOf(
      page,
      nodes.map(first => ({ first, end: page.tree.subtreeEnd[first]! })),
    ),
  );
}

function textOf({ name, source, tree }: ComparedPage, runs: readonly { first: number; end: number }[]) {
  return { page: name, source, ranges: runs.map(({ first, end }) => ({ start: tree.start[first]!, end: tree.end[end - 1]! })) };
}

function without(links: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...links].filter(path => !others.has(path)));
}
