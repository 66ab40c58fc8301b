import type { PartDifference, PartVersionSummary } from 'templens-shared/parts';
import { ELEMENT } from '../../html/tree.ts';
import type { ListedPart } from './listing.ts';
import type { PageText } from './names.ts';
import { type SummarySource, versionSummary } from './summaries.ts';
import { limits } from './thresholds.ts';
import type { DeclaredVersion, Version } from './versions.ts';

/** A page, or a template file, that stands for a version, and where the part stands there. */
export interface VersionExample {
  readonly page: string;
  readonly ranges: readonly { start: number; end: number }[];
}

/** A version and its differences from the right one: that of its template file in the site, else the most common one of its language. */
export interface ComparedVersion extends PartVersionSummary {
  /** Topmost nodes, in document order; empty for the right version. */
  readonly difference: PartDifference[];
  readonly example: VersionExample;
  /** That of the version it is compared with; absent for the right one. */
  readonly common?: VersionExample;
}

interface Example {
  readonly text: PageText;
  /** Token of every fixed node. */
  readonly nodes: ReadonlyMap<number, number>;
  readonly place: VersionExample;
}

/** Every version of a part, the one on the most pages first, compared with the right one. */
export function comparedVersions(listed: ListedPart, source: SummarySource): ComparedVersion[] {
  const { part, versions } = listed;
  const examples = new Map<Version | string, Example>();
  const keep = (of: Version | string, make: () => Example): Example => {
    const example = examples.get(of) ?? make();
    examples.set(of, example);
    return example;
  };
  const exampleOf = (version: Version): Example =>
    keep(version, () => {
      const { id } = version.pages.first;
      const page = source.page(id);
      const runs = source.runs(part, id).map(run => ({ run, tokens: source.tokens(id, run) }));
      return exampleIn(page.name, page, runs);
    });
  const templateExample = (path: string): Example =>
    keep(path, () => {
      const template = source.template(part, path);
      return exampleIn(path, template, template.runs);
    });
  return versions.versions.map(version => {
    const right = rightVersion(version, listed);
    const own = exampleOf(version);
    const summary = { ...versionSummary(version, source), example: own.place };
    if (right === version) return { ...summary, difference: [] };
    const theirs = typeof right === 'string' ? templateExample(right) : exampleOf(right);
    const { tokens }: DeclaredVersion | Version = typeof right === 'string' ? versions.declared.get(right)! : right;
    const missing = nodesOf(theirs, 'missing', token => tokens.has(token) && !version.tokens.has(token));
    const extra = nodesOf(own, 'extra', token => version.tokens.has(token) && !tokens.has(token));
    return { ...summary, difference: [...missing, ...extra], common: theirs.place };
  });
}

/** What a version is compared with: itself, another one, or what a template file has where no page has it, by its path. */
function rightVersion(version: Version, { versions: { versions, declared } }: ListedPart): Version | string {
  if (version.declaredBy.length > 0) return version;
  const [template] = version.templates;
  if (template === undefined) return versions.find(({ language }) => language === version.language)!;
  return versions.find(({ hash }) => hash === declared.get(template)!.hash) ?? template;
}

function exampleIn(
  name: string,
  text: PageText,
  runs: readonly { run: { first: number; last: number }; tokens: ReadonlyMap<number, number> }[],
): Example {
  const { tree } = text;
  const ranges = runs.map(({ run: { first, last } }) => ({ start: tree.start[first]!, end: tree.end[last]! }));
  return { text, nodes: new Map(runs.flatMap(({ tokens }) => [...tokens])), place: { page: name, ranges } };
}

/** The nodes of an example whose tokens are wanted. */
function nodesOf(
  { text: { tree, source }, nodes, place: { page } }: Example,
  kind: PartDifference['kind'],
  isWanted: (token: number) => boolean,
): PartDifference[] {
  const differences: PartDifference[] = [];
  let end = 0;
  for (const [node, token] of nodes) {
    if (node < end || !isWanted(token) || differences.length === limits.differences) continue;
    const isElement = tree.kind[node] === ELEMENT;
    // A link that differs takes its words with it.
    if (isElement && tree.subtreeEnd[node]! - node <= 3) end = tree.subtreeEnd[node]!;
    const from = tree.start[node]!;
    const to = isElement && end > node ? tree.end[node]! : tree.tagEnd[node]!;
    differences.push({ kind, what: source.slice(from, to).trim().replace(/\s+/g, ' '), page, start: from, end: to });
  }
  return differences;
}
