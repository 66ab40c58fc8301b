import type { PartDifference, PartSlot, PartSummary } from 'templens-shared/parts';
import { attributeValue, nodeName } from '../page/access.ts';
import { ELEMENT, type PageTree } from '../page/tree.ts';
import type { Run } from './instances.ts';
import type { ListedPart } from './listing.ts';
import { type PageText, type PartKind, partKind, uniqueNames } from './names.ts';
import { idOf } from './part-ids.ts';
import type { Sharing } from './sharing.ts';
import type { Version } from './versions.ts';

/** What summaries need to know of a page. */
export interface SummaryPage extends PageText {
  readonly name: string;
  /** 53-bit hash of its path. */
  readonly hash: number;
  readonly layout: string;
}

/** How summaries get at pages and their instances. */
export interface SummarySource {
  page(id: number): SummaryPage;
  /** Runs of a part on a page, in document order. */
  runs(part: ListedPart['part'], page: number): readonly Run[];
  sharing(page: number): Sharing;
  /** Token of every fixed node of a run. */
  tokens(page: number, run: Run): Map<number, number>;
}

/** Slots told of a part at most. */
const MOST_SLOTS = 12;

/** The page whose path has the smallest hash stands for a version. */
function examplePage(version: Version, source: Pick<SummarySource, 'page'>): number {
  let best = -1;
  let smallest = Number.POSITIVE_INFINITY;
  for (const id of version.pages) {
    const { hash } = source.page(id);
    if (hash < smallest) {
      smallest = hash;
      best = id;
    }
  }
  return best;
}

/** Summaries of the parts of a site, in the given order. */
export function partSummaries(parts: readonly ListedPart[], source: SummarySource): PartSummary[] {
  const examples = parts.map(({ part, versions }) => {
    const id = examplePage(versions.versions[0]!, source);
    return { id, page: source.page(id), runs: source.runs(part, id) };
  });
  const kinds = parts.map(({ part }, at): PartKind & { pages: number } => {
    const { page, runs } = examples[at]!;
    const kind = partKind(page, runs[0]!);
    return { ...kind, ...(part.declared !== undefined && { name: fileStem(part.declared) }), pages: part.pages.size };
  });
  const names = uniqueNames(kinds);
  return parts.map(({ id, part, versions }, at) => {
    const { page, runs, id: example } = examples[at]!;
    return {
      id,
      name: names[at]!,
      ...(part.declared !== undefined && { declared: part.declared }),
      place: placeOf(page.tree, runs[0]!.parent),
      pages: part.pages.size,
      nodes: versions.core.length,
      layouts: [...new Set([...part.pages.keys()].map(key => source.page(key).layout))].sort(),
      versions: versions.versions.map(version => ({
        id: idOf('v', version.hash),
        ...(version.language !== '' && { language: version.language }),
        pages: [...version.pages].map(key => source.page(key).name).sort(),
      })),
      slots: slotsOf(versions, page, runs, source.sharing(example)),
    };
  });
}

/** `footer` of `/Library/footer.lbi`. */
function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '') || path;
}

function placeOf(tree: PageTree, parent: number): string {
  const names: string[] = [];
  for (let node = parent; node >= 0 && node !== tree.root; node = tree.parent[node]!) names.unshift(nodeName(tree, node));
  return names.join(' > ');
}

function slotsOf(
  { hasCurrentItem, choices }: ListedPart['versions'],
  page: PageText,
  runs: readonly Run[],
  sharing: Sharing,
): PartSlot[] {
  const slots: PartSlot[] = [];
  if (hasCurrentItem) slots.push({ name: 'link to the page itself', rule: 'current' });
  if (choices.size > 0) slots.push({ name: choices.size === 1 ? 'one place' : `${choices.size} places`, rule: 'choice' });
  const names = new Set<string>();
  for (const { first, last } of runs) {
    for (let node = first; node < page.tree.subtreeEnd[last]!; node++)
      if (sharing.informative[node] === 1) names.add(nodeLabel(page, node));
  }
  for (const name of [...names].slice(0, MOST_SLOTS)) slots.push({ name, rule: 'varies' });
  return slots;
}

/** A node as in a selector: `a.next`, `text of h1.title`. */
function nodeLabel({ tree, source }: PageText, node: number): string {
  const element = tree.kind[node] === ELEMENT ? node : tree.parent[node]!;
  const classes = (attributeValue(tree, source, element, 'class') ?? '').split(/\s+/).filter(token => /^[\w-]+$/.test(token));
  const label = [nodeName(tree, element), ...classes.slice(0, 2)].join('.');
  return element === node ? label : `text of ${label}`;
}

/** Differences told of a version at most. */
const MOST_DIFFERENCES = 100;

/** What a version lacks of the most common one of its language, and has beside it; the topmost nodes, in document order. */
export function versionDifferences({ part, versions }: ListedPart, version: Version, source: SummarySource): PartDifference[] {
  const common = versions.versions.find(({ language }) => language === version.language)!;
  if (common === version) return [];
  const tokensOf = (of: Version): { page: number; nodes: Map<number, number> } => {
    const page = examplePage(of, source);
    const nodes = new Map<number, number>();
    for (const run of source.runs(part, page)) for (const [node, token] of source.tokens(page, run)) nodes.set(node, token);
    return { page, nodes };
  };
  const theirs = tokensOf(common);
  const own = tokensOf(version);
  return [...lacking(theirs, own.nodes, 'missing', source), ...lacking(own, theirs.nodes, 'extra', source)];
}

/** Nodes of one example whose tokens the other has not. */
function lacking(
  { page, nodes }: { page: number; nodes: ReadonlyMap<number, number> },
  other: ReadonlyMap<number, number>,
  kind: PartDifference['kind'],
  source: SummarySource,
): PartDifference[] {
  const held = new Set(other.values());
  const { tree, source: text, name } = source.page(page);
  const differences: PartDifference[] = [];
  let end = 0;
  for (const [node, token] of nodes) {
    if (held.has(token) || node < end || differences.length === MOST_DIFFERENCES) continue;
    const isElement = tree.kind[node] === ELEMENT;
    // A link that is missing takes its words with it.
    if (isElement && tree.subtreeEnd[node]! - node <= 3) end = tree.subtreeEnd[node]!;
    const from = tree.start[node]!;
    const to = isElement && end > node ? tree.end[node]! : tree.tagEnd[node]!;
    differences.push({ kind, what: text.slice(from, to).trim().replace(/\s+/g, ' '), page: name, start: from, end: to });
  }
  return differences;
}
