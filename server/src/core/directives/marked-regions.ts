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

/** Kind of the region that a pair of markers encloses. */
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
/** Family of the editable regions inside a locked region. */
const editableIn: Partial<Record<MarkerFamily, MarkerFamily>> = { Instance: 'InstanceEditable', '#Template': '#Editable' };

/**
 * Returns the regions of a page that pairs of markers enclose, sorted by start, an outer one before an inner one.
 *
 * A marker without a partner has no effect and is added to `problems`. If an editable region lacks one of its two markers, it is unknown what is
 * locked around it: then nothing is locked, complete editable regions stay content, and the extractor labels the rest.
 */
export function markedRegions(tree: PageTree, markers: readonly Marker[], problems: DirectiveProblem[]): LabelDirective[] {
  const { pairs, broken } = pairUp(markers, problems);
  const regions: LabelDirective[] = [];
  const add = (kind: LabelDirective['kind'], name: string, start: number, end: number): void => {
    regions.push({ kind, label: kind === 'editable' ? 'content' : 'template', name, start, end, node: -1 });
  };
  const regionStarts = pairs.flatMap(({ family, start }) => (family === 'TemplateEditable' ? [start] : [])).sort((a, b) => a - b);
  // A page that defines editable regions is a template: everything else in it is locked.
  if (regionStarts.length > 0 && !broken.has('TemplateEditable')) add('locked', '', 0, tree.sourceLength);
  for (const pair of pairs) {
    const { family, name, start, end, opener } = pair;
    const open = editableIn[family];
    if (open !== undefined) {
      if (!broken.has(open)) add('locked', name, lockedFrom(tree, opener), end);
    } else if (family === 'InstanceEditable' && anyBetween(regionStarts, start, end)) {
      // A template made from a template: a region that defines editable regions is editable only in these.
      add('locked', '', start, end);
    } else add(kinds[family], name, start, end);
  }
  return regions.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** True if one of the sorted offsets is in `from <= offset < to`. */
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

/** Pairs begin and end markers of the same family like brackets, and reports markers without a partner. */
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
    // The parser moves misplaced elements, so markers may be in another order in the tree than in the source.
    if (opener && opener.end <= marker.start) {
      pairs.push({ family, name: opener.name, start: opener.end, end: marker.start, opener });
    } else report(marker);
  }
  for (const left of open.values()) left.forEach(report);
  return { pairs, broken };
}

/** Start of a locked region: the end of its marker, or the start of `<html>` if the marker is directly inside it. */
function lockedFrom(tree: PageTree, opener: Marker): number {
  const parent = tree.parent[opener.node]!;
  return parent === tree.root && !(tree.flags[parent]! & IMPLIED) ? tree.start[parent]! : opener.end;
}
