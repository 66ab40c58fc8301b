import type { ComparedPage } from '../../keys/compared-page.ts';
import { goneLink, linksOf } from '../../statements/version-age.ts';
import type { OnePart } from '../checks/check.ts';
import type { Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import type { PartRun } from '../votes/page-scopes.ts';

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
