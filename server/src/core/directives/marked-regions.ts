import { IMPLIED, type PageTree } from '../../html/tree.ts';
import type { Marker, MarkerFamily } from './marker-comments.ts';
import type { DirectiveProblem, LabelDirective } from './page-directives.ts';

interface Pair {
  readonly family: MarkerFamily;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly opener: Marker;
}

/** What a part of the page is, by its markers. */
const kinds: Record<MarkerFamily, LabelDirective['kind']> = {
  Instance: 'locked',
  '#Template': 'locked',
  InstanceEditable: 'editable',
  TemplateEditable: 'editable',
  '#Editable': 'editable',
  InstanceRepeat: 'repeat',
  TemplateRepeat: 'repeat',
  '#LibraryItem': 'library-item',
  webbot: 'include',
  bbinclude: 'include',
};
/** The editable regions that a locked part leaves open. */
const editableIn: Partial<Record<MarkerFamily, MarkerFamily>> = { Instance: 'InstanceEditable', '#Template': '#Editable' };

/**
 * The parts of a page that pairs of markers set apart, sorted by start, an outer one before an inner one.
 *
 * A marker without its partner has no effect and is reported. Where an editable region has lost one of its two markers, nobody can tell
 * what is locked: the page is then locked nowhere, its whole editable regions stay content, and the rest is left to the evidence.
 */
export function markedRegions(tree: PageTree, markers: readonly Marker[], problems: DirectiveProblem[]): LabelDirective[] {
  const { pairs, broken } = pairUp(markers, problems);
  const regions: LabelDirective[] = [];
  const add = (kind: LabelDirective['kind'], name: string, start: number, end: number): void => {
    regions.push({ kind, label: kind === 'editable' ? 'content' : 'template', name, start, end, node: -1 });
  };
  const offered = pairs.flatMap(({ family, start }) => (family === 'TemplateEditable' ? [start] : [])).sort((a, b) => a - b);
  // A page with editable regions of its own to offer is a template: all else in it is locked.
  if (offered.length > 0 && !broken.has('TemplateEditable')) add('locked', '', 0, tree.sourceLength);
  for (const pair of pairs) {
    const { family, name, start, end, opener } = pair;
    const open = editableIn[family];
    if (open !== undefined) {
      if (!broken.has(open)) add('locked', name, lockedFrom(tree, opener), end);
    } else if (family === 'InstanceEditable' && anyBetween(offered, start, end)) {
      // A template made from a template: a region that offers regions of its own is open in these only.
      add('locked', '', start, end);
    } else add(kinds[family], name, start, end);
  }
  return regions.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Does one of the sorted offsets lie between two others? */
function anyBetween(sorted: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low]! < to;
}

/** Begin and end markers of one family, as brackets. */
function pairUp(markers: readonly Marker[], problems: DirectiveProblem[]): { pairs: Pair[]; broken: Set<MarkerFamily> } {
  const pairs: Pair[] = [];
  const broken = new Set<MarkerFamily>();
  const open = new Map<MarkerFamily, Marker[]>();
  const report = ({ family, opens, start, end }: Marker): void => {
    broken.add(family);
    const partner = opens ? 'end' : 'start';
    problems.push({
      about: 'marker',
      start,
      end,
      message: `This marker has no effect: there is no marker for the ${partner} of its region.`,
    });
  };
  for (const marker of markers) {
    const { family } = marker;
    const opened = open.get(family) ?? [];
    open.set(family, opened);
    if (marker.opens) {
      opened.push(marker);
      continue;
    }
    const opener = opened.pop();
    // Elements out of place, moved in the tree, could bring markers into another order than that of the source.
    if (opener && opener.end <= marker.start) {
      pairs.push({ family, name: opener.name, start: opener.end, end: marker.start, opener });
    } else report(marker);
  }
  for (const left of open.values()) left.forEach(report);
  return { pairs, broken };
}

/** A template's marker stands right after `<html>`; that tag is locked as well. */
function lockedFrom(tree: PageTree, opener: Marker): number {
  const parent = tree.parent[opener.node]!;
  return parent === tree.root && !(tree.flags[parent]! & IMPLIED) ? tree.start[parent]! : opener.end;
}
