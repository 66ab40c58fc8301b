import type { PageTree } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { editableRegions, type LabelRun, pageRuns } from '../regions.ts';
import { holeNames } from './hole-names.ts';

/** A piece of template in the page's source, or a hole: a content region. */
export type TemplatePart = { text: string } | Hole;

/** A content region of the page. */
export interface Hole {
  /** Name, unique in the page. */
  hole: string;
  /** Range in the source: UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
}

/**
 * Splits a page into pieces of template and holes, in source order. The pieces and the source of the holes, concatenated, are the whole source.
 * An editable region of the page's template is a hole even if it is empty.
 * @param label by tree node, 1 for template
 */
export function templateParts(tree: PageTree, source: string, label: Uint8Array, directives?: PageDirectives): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const runs = withEmptyRegions(pageRuns(tree, label, directives), directives);
  const names = holeNames(tree, source, runs);
  let done = 0;
  runs.forEach(({ kind, start, end }, i) => {
    if (kind === 'template') return;
    if (done < start) parts.push({ text: source.slice(done, start) });
    parts.push({ hole: names[i]!, start, end });
    done = end;
  });
  if (done < source.length) parts.push({ text: source.slice(done) });
  return parts;
}

/** Adds a content run for every empty editable region. */
function withEmptyRegions(runs: LabelRun[], directives: PageDirectives | undefined): LabelRun[] {
  const editable = editableRegions(directives);
  if (editable.length === 0) return runs;
  const all = [...runs];
  let next = 0;
  for (const region of editable) {
    while (next < runs.length && runs[next]!.end <= region.start) next++;
    if (next < runs.length && runs[next]!.start < region.end) continue;
    all.push({ start: region.start, end: region.end, kind: 'content', first: -1, region });
  }
  return all.sort((a, b) => a.start - b.start);
}

/** Returns the page's template as HTML: its source with a comment `<!-- templens:hole NAME -->` in place of each content region. */
export function extractTemplate(tree: PageTree, source: string, label: Uint8Array, directives?: PageDirectives): string {
  return templateParts(tree, source, label, directives)
    .map(part => ('text' in part ? part.text : `<!-- templens:hole ${part.hole} -->`))
    .join('');
}
