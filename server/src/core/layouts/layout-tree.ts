import type { LayoutLevel, LayoutTreeNode, MergeNode } from 'templens-shared/labels';
import { groupId } from './group-id.ts';
import type { Grouping, GroupingTree, TreeNode } from './grouping.ts';
import { LayoutNames, nameCandidates } from './layout-names.ts';
import { PathSummary } from './path-summary.ts';

/** A layout of the site, which is a component of its grouping, with its names in JSON: `template` is the id, `layout` the name. */
export interface NamedComponent {
  component: number;
  name: { template: string; layout: string; pages: string[] };
}

interface Page {
  name: string;
  hash: number;
}

/** A frame, layout or variant. `template` is its id, `layout` its name, `layouts` are numbers of sets in the grouping (see `Grouping`). */
interface Entry {
  template: string;
  layout: string;
  pages: string[];
  layouts: number[];
}

/** The frames, layouts and variants of a site, with names and pages. */
export interface NamedLayoutTree {
  frames: LayoutTreeNode[];
  /** All entries of each level, the largest first. */
  levels: Record<LayoutLevel, Entry[]>;
  /** Null if the grouping makes no tree. */
  heights: GroupingTree['heights'] | null;
  merges: MergeNode[];
}

/**
 * Returns the tree of a site's layouts with names and pages. If the grouping makes no tree, each layout has one frame and one variant.
 * @param components the layouts of the site
 * @param pagesOf pages that have a set of the grouping
 */
export function layoutTree(
  components: readonly NamedComponent[],
  grouping: Grouping,
  pagesOf: (layout: number) => readonly Page[],
): NamedLayoutTree {
  const tree = grouping.tree?.();
  const members = (component: number) => [...grouping.members(component)];
  const frames = tree?.frames ?? components.map(({ component }) => [component]);
  const nameOf = new Map(components.map(({ component, name }) => [component, name]));
  const entryOf = (level: 'frame' | 'variant', layouts: readonly number[]): Entry => unnamed(level, layouts, pagesOf);

  const frameEntries = frames.map(each => entryOf('frame', each.flatMap(members)));
  const layoutEntries = components.map(({ component, name }): Entry => ({ ...name, layouts: members(component) }));
  const variantsOf = new Map(
    components.map(({ component }) => [
      component,
      (tree?.variants.get(component) ?? [members(component)]).map(layouts => entryOf('variant', layouts)),
    ]),
  );
  nameAll(frameEntries);
  nameAll([...variantsOf.values()].flat());

  const node = (level: LayoutLevel, { template, layout, pages }: Entry, children: LayoutTreeNode[]): LayoutTreeNode => ({
    level,
    template,
    layout,
    pages,
    children: children.sort(bySize),
  });
  const layoutNode = (component: number) =>
    node(
      'layout',
      { ...nameOf.get(component)!, layouts: [] },
      variantsOf.get(component)!.map(variant => node('variant', variant, [])),
    );
  return {
    frames: frames.map((each, index) => node('frame', frameEntries[index]!, each.map(layoutNode))).sort(bySize),
    levels: {
      frame: frameEntries.sort(bySize),
      layout: layoutEntries.sort(bySize),
      variant: [...variantsOf.values()].flat().sort(bySize),
    },
    heights: tree?.heights ?? null,
    merges: (tree?.roots ?? []).map(root => mergeNode(root, pagesOf)).sort(byFirstPage),
  };
}

/** A frame or variant without a name. */
function unnamed(level: LayoutLevel, layouts: readonly number[], pagesOf: (layout: number) => readonly Page[]): Entry {
  const pages = layouts.flatMap(layout => pagesOf(layout));
  return {
    template: groupId(
      pages.map(({ hash }) => hash),
      level,
    ),
    layout: '',
    pages: pages.map(({ name }) => name).sort(),
    layouts: [...layouts],
  };
}

/** Sets the names of frames or of variants, by their pages. */
function nameAll(entries: readonly Entry[]): void {
  const names = new LayoutNames<Entry>();
  for (const entry of entries) {
    const { template, pages } = entry;
    for (const page of pages) names.addPage(page);
    names.set(entry, {
      id: template,
      size: pages.length,
      candidates: nameCandidates(new PathSummary(pages), undefined, undefined),
    });
  }
  names.settle();
  for (const entry of entries) entry.layout = names.get(entry);
}

function bySize(a: { template: string; pages: string[] }, b: { template: string; pages: string[] }): number {
  return b.pages.length - a.pages.length || (a.template < b.template ? -1 : 1);
}

/** A node with its children ordered by their pages. */
function mergeNode(node: TreeNode, pagesOf: (layout: number) => readonly Page[]): MergeNode {
  if ('layouts' in node) {
    const pages = node.layouts.flatMap(layout => pagesOf(layout)).map(({ name }) => name);
    return { height: node.height, pages: pages.sort() };
  }
  const [left, right] = node.children.map(child => mergeNode(child, pagesOf)).sort(byFirstPage) as [MergeNode, MergeNode];
  return { height: node.height, children: [left, right] };
}

function byFirstPage(a: MergeNode, b: MergeNode): number {
  return firstPage(a) < firstPage(b) ? -1 : 1;
}

function firstPage(node: MergeNode): string {
  return 'pages' in node ? node.pages[0]! : firstPage(node.children[0]);
}
