import type { PartDifference, PartVersionSummary } from 'templens-shared/parts';
import { ELEMENT } from '../../html/tree.ts';
import type { ListedPart } from './listing.ts';
import type { PageText } from './part-vocabulary.ts';
import { type SummarySource, versionSummary } from './summaries.ts';
import { limits } from './thresholds.ts';
import type { DeclaredVersion, Version } from './versions.ts';

/** An example of a version: the path of a page or template file, and the ranges of the part in its source. */
export interface VersionExample {
  readonly page: string;
  readonly ranges: readonly { start: number; end: number }[];
}

/** A version compared with the expected one: that of the template file of its pages, else the most common one of its language. */
export interface ComparedVersion extends PartVersionSummary {
  /** Topmost differing nodes, the missing ones first; empty for the expected version. */
  readonly difference: PartDifference[];
  readonly example: VersionExample;
  /** Example of the expected version; absent for the expected version itself. */
  readonly common?: VersionExample;
}

/** An example with its tokens. */
interface Example {
  readonly text: PageText;
  /** Token of every fixed node, by tree node. */
  readonly nodes: ReadonlyMap<number, number>;
  readonly place: VersionExample;
}

/** Compares every version of a part with the expected one; the version on the most pages comes first. */
export function comparedVersions(listed: ListedPart, source: SummarySource): ComparedVersion[] {
  const { part, versions } = listed;
  const examples = new Map<Version | string, Example>();
  const cached = (of: Version | string, make: () => Example): Example => {
    const example = examples.get(of) ?? make();
    examples.set(of, example);
    return example;
  };
  const exampleOf = (version: Version): Example =>
    cached(version, () => {
      const { id } = version.pages.first;
      const page = source.page(id);
      const runs = source.runs(part, id).map(run => ({ run, tokens: source.tokens(id, run) }));
      return exampleIn(page.name, page, runs);
    });
  const templateExample = (path: string): Example =>
    cached(path, () => {
      const template = source.template(part, path);
      return exampleIn(path, template, template.runs);
    });
  return versions.versions.map(version => {
    const expected = expectedVersion(version, listed);
    const own = exampleOf(version);
    const summary = { ...versionSummary(version, source), example: own.place };
    if (expected === version) return { ...summary, difference: [] };
    const theirs = typeof expected === 'string' ? templateExample(expected) : exampleOf(expected);
    const { tokens }: DeclaredVersion | Version = typeof expected === 'string' ? versions.declared.get(expected)! : expected;
    const missing = nodesOf(theirs, 'missing', token => tokens.has(token) && !version.tokens.has(token));
    const extra = nodesOf(own, 'extra', token => version.tokens.has(token) && !tokens.has(token));
    return { ...summary, difference: [...missing, ...extra], common: theirs.place };
  });
}

/** Returns the expected version: the version itself, another one, or the path of the template file if no page has the file's version. */
function expectedVersion(version: Version, { versions: { versions, declared } }: ListedPart): Version | string {
  if (version.declaredBy.length > 0) return version;
  const [template] = version.templates;
  if (template === undefined) return versions.find(({ language }) => language === version.language)!;
  return versions.find(({ hash }) => hash === declared.get(template)!.hash) ?? template;
}

/** Makes an example from a page or template file. */
function exampleIn(
  name: string,
  text: PageText,
  runs: readonly { run: { first: number; last: number }; tokens: ReadonlyMap<number, number> }[],
): Example {
  const { tree } = text;
  const ranges = runs.map(({ run: { first, last } }) => ({ start: tree.start[first]!, end: tree.end[last]! }));
  return { text, nodes: new Map(runs.flatMap(({ tokens }) => [...tokens])), place: { page: name, ranges } };
}

/** Returns the topmost nodes of an example with wanted tokens, as differences. */
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
    // A small element, such as a link that differs, is one difference with its text.
    if (isElement && tree.subtreeEnd[node]! - node <= 3) end = tree.subtreeEnd[node]!;
    const from = tree.start[node]!;
    const to = isElement && end > node ? tree.end[node]! : tree.tagEnd[node]!;
    differences.push({ kind, what: source.slice(from, to).trim().replace(/\s+/g, ' '), page, start: from, end: to });
  }
  return differences;
}
