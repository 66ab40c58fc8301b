import type { PartSlot, PartSummary, PartVersionSummary } from 'templens-shared/parts';
import { attributeValue, nodeName } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { NamedPart, PartDescription, PartDescriptions } from './descriptions.ts';
import type { Run } from './instances.ts';
import type { ListedPart } from './listing.ts';
import { idOf } from './part-ids.ts';
import { partKind } from './part-kind.ts';
import type { PageText } from './part-vocabulary.ts';
import type { Sharing } from './sharing.ts';
import { limits } from './thresholds.ts';
import { uniqueNames } from './unique-names.ts';
import type { Version } from './versions.ts';

/** A page as summaries read it. */
export interface SummaryPage extends PageText {
  /** Path from the site's root. */
  readonly name: string;
  /** Name of its layout. */
  readonly layout: string;
}

/** Access to the pages of a site and their instances. */
export interface SummarySource {
  /** Returns a page by its id. */
  page(id: number): SummaryPage;
  /** Returns the 53-bit hash of a page's path. */
  hash(page: number): number;
  /** Returns the runs of a part on a page, in document order. */
  runs(part: ListedPart['part'], page: number): readonly Run[];
  /** Returns the shared nodes of a page. */
  sharing(page: number): Sharing;
  /** Identifies the last walk over a page, see `SiteParts.lastWalk`. */
  readonly lastWalk: (page: number) => object | undefined;
  /** Returns the token of every fixed node of a run, by tree node. */
  tokens(page: number, run: Run): Map<number, number>;
  /** Returns a template file with its runs of a part, and the token of every fixed node by tree node. */
  template(
    part: ListedPart['part'],
    path: string,
  ): PageText & { readonly runs: readonly { run: Run; tokens: ReadonlyMap<number, number> }[] };
}

/** Returns the parts of a site with names and descriptions, in the given order. Returns the same array as before if nothing changed. */
export function namedParts(
  parts: readonly ListedPart[],
  source: SummarySource,
  descriptions: PartDescriptions,
): readonly NamedPart[] {
  const described = parts.map(({ part, versions }) =>
    descriptions.of(versions, source.lastWalk, (): PartDescription => {
      const example = versions.versions[0]!.pages.first.id;
      const page = source.page(example);
      const runs = source.runs(part, example);
      const sharing = source.sharing(example);
      const run = largestRun(runs, sharing);
      const core = coreNodes(versions.core, source.tokens(example, run));
      const kind = partKind(page, { run, isShared: node => sharing.informative[node] === 2 && core.has(node), side: run.side });
      const { declared } = part;
      return {
        example,
        walk: source.lastWalk(example),
        kind:
          declared === undefined ? kind : { name: fileStem(declared), words: kind.words, links: kind.links, wantsWords: false },
        place: placeOf(page.tree, run.parent),
        configured: descriptions.matching(page, run),
        slots: slotsOf(versions, page, runs, sharing),
      };
    }),
  );
  const known = descriptions.named;
  if (known?.parts === parts && known.named.every(({ description }, at) => description === described[at])) return known.named;
  const found = uniqueNames(
    described.map(({ kind, configured }, at) => ({
      ...kind,
      pages: parts[at]!.part.pages.size,
      configured: parts[at]!.part.configured ?? descriptions.configured[configured[0] ?? -1]?.name,
    })),
  );
  const named = parts.map((part, at) => ({ ...part, ...found[at]!, description: described[at]! }));
  descriptions.named = { parts, named };
  return named;
}

/** Returns the nodes whose tokens most pages with the part have. */
function coreNodes(core: readonly number[], tokens: ReadonlyMap<number, number>): Set<number> {
  const common = new Set(core);
  return new Set([...tokens].flatMap(([node, token]) => (common.has(token) ? [node] : [])));
}

/** Returns summaries of parts, in the given order. */
export function partSummaries(parts: readonly NamedPart[], source: Pick<SummarySource, 'page'>): PartSummary[] {
  return parts.map(({ id, name, isFragment, part, versions, description }) => {
    description.versions ??= versions.versions.map(version => versionSummary(version, source));
    return {
      id,
      name,
      ...(part.declared !== undefined && { declared: part.declared }),
      place: description.place,
      pages: part.pages.size,
      nodes: versions.core.length,
      ...(isFragment && { isFragment: true as const }),
      layouts: [...new Set([...part.pages.keys()].map(key => source.page(key).layout))].sort(),
      versions: description.versions,
      slots: description.slots,
    };
  });
}

/** Returns a version's id, language, template files and pages. */
export function versionSummary(version: Version, source: Pick<SummarySource, 'page'>): PartVersionSummary {
  return {
    id: idOf('v', version.hash),
    ...(version.language !== '' && { language: version.language }),
    ...(version.declaredBy.length > 0 && { templates: [...version.declaredBy] }),
    pages: [...version.pages].map(key => source.page(key).name).sort(),
  };
}

/** Returns the run with the most informative nodes, shared or not; the first of several. */
export function largestRun(runs: readonly Run[], sharing: Sharing): Run {
  const { subtreeEnd } = sharing.tree;
  const size = ({ first, last }: Run): number => sharing.count(first, subtreeEnd[last]!);
  return runs.reduce((best, run) => (size(run) > size(best) ? run : best));
}

/** Name of a file without folders and extension: `footer` for `/Library/footer.lbi`. */
function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '') || path;
}

/** Names of a node and its ancestors below the root, such as `body > div`. */
function placeOf(tree: PageTree, parent: number): string {
  const names: string[] = [];
  for (let node = parent; node >= 0 && node !== tree.root; node = tree.parent[node]!) names.unshift(nodeName(tree, node));
  return names.join(' > ');
}

/** Slots of a part, with names from a page that has the part. */
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
  for (const name of [...names].slice(0, limits.slots)) slots.push({ name, rule: 'varies' });
  return slots;
}

/** Label of a node for people: `a.next`, `text of h1.title`. */
function nodeLabel({ tree, source }: PageText, node: number): string {
  const element = tree.kind[node] === ELEMENT ? node : tree.parent[node]!;
  const classes = (attributeValue(tree, source, element, 'class') ?? '').split(/\s+/).filter(token => /^[\w-]+$/.test(token));
  const label = [nodeName(tree, element), ...classes.slice(0, 2)].join('.');
  return element === node ? label : `text of ${label}`;
}
