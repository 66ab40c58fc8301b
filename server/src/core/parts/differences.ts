import type { PartDifference, PartVersionSummary } from 'templens-shared/parts';
import { ELEMENT } from '../page/tree.ts';
import type { ListedPart } from './listing.ts';
import { examplePage, type SummarySource, versionSummary } from './summaries.ts';
import type { Version } from './versions.ts';

/** Differences listed of a version at most. */
const MOST_DIFFERENCES = 100;

/** A page that stands for a version, and where the part stands there. */
export interface VersionExample {
  readonly page: string;
  readonly ranges: readonly { start: number; end: number }[];
}

/** A version and its differences from the most common one of its language. */
export interface ComparedVersion extends PartVersionSummary {
  /** Topmost nodes, in document order; empty for the most common version. */
  readonly difference: PartDifference[];
  readonly example: VersionExample;
  /** That of the version it is compared with; absent for the most common one. */
  readonly common?: VersionExample;
}

interface Example {
  readonly page: number;
  /** Token of every fixed node. */
  readonly nodes: ReadonlyMap<number, number>;
  readonly place: VersionExample;
}

/** Every version of a part, the one on the most pages first, compared with the most common one of its language. */
export function comparedVersions({ part, versions: { versions } }: ListedPart, source: SummarySource): ComparedVersion[] {
  const examples = new Map<Version, Example>();
  const exampleOf = (version: Version): Example => {
    let example = examples.get(version);
    if (!example) {
      const page = examplePage(version, source);
      const runs = source.runs(part, page);
      const nodes = new Map(runs.flatMap(run => [...source.tokens(page, run)]));
      const { name, tree } = source.page(page);
      const ranges = runs.map(({ first, last }) => ({ start: tree.start[first]!, end: tree.end[last]! }));
      example = { page, nodes, place: { page: name, ranges } };
      examples.set(version, example);
    }
    return example;
  };
  return versions.map(version => {
    const common = versions.find(({ language }) => language === version.language)!;
    const own = exampleOf(version);
    const summary = { ...versionSummary(version, source), example: own.place };
    if (common === version) return { ...summary, difference: [] };
    const theirs = exampleOf(common);
    const missing = nodesOf(theirs, 'missing', source, token => common.tokens.has(token) && !version.tokens.has(token));
    const extra = nodesOf(own, 'extra', source, token => version.tokens.has(token) && !common.tokens.has(token));
    return { ...summary, difference: [...missing, ...extra], common: theirs.place };
  });
}

/** The nodes of an example whose tokens are wanted. */
function nodesOf(
  { page, nodes }: Example,
  kind: PartDifference['kind'],
  source: SummarySource,
  isWanted: (token: number) => boolean,
): PartDifference[] {
  const { tree, source: text, name } = source.page(page);
  const differences: PartDifference[] = [];
  let end = 0;
  for (const [node, token] of nodes) {
    if (node < end || !isWanted(token) || differences.length === MOST_DIFFERENCES) continue;
    const isElement = tree.kind[node] === ELEMENT;
    // A link that differs takes its words with it.
    if (isElement && tree.subtreeEnd[node]! - node <= 3) end = tree.subtreeEnd[node]!;
    const from = tree.start[node]!;
    const to = isElement && end > node ? tree.end[node]! : tree.tagEnd[node]!;
    differences.push({ kind, what: text.slice(from, to).trim().replace(/\s+/g, ' '), page: name, start: from, end: to });
  }
  return differences;
}
