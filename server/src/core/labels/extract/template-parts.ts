import type { PageTree } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { editableRegions, pageRuns, type Run } from '../regions.ts';
import { holeNames } from './hole-names.ts';

/** A piece of the page's source that is template, or the place of a piece of content. */
export type TemplatePart = { text: string } | Hole;

/** A content region of the page, by its range in the source. */
export interface Hole {
  hole: string;
  start: number;
  end: number;
}

/**
 * The page as its template and the holes in it, in source order: the texts and the raw content of the holes, concatenated, are the
 * source. `label` holds 1 for template per tree node. An editable region of the page's template is a hole even where it is empty.
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

/** With a run of content for every editable region that holds nothing. */
function withEmptyRegions(runs: Run[], directives: PageDirectives | undefined): Run[] {
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

/** The page's template as HTML: its own source, with `<!-- templens:hole NAME -->` where content stands. */
export function extractTemplate(tree: PageTree, source: string, label: Uint8Array, directives?: PageDirectives): string {
  return templateParts(tree, source, label, directives)
    .map(part => ('text' in part ? part.text : `<!-- templens:hole ${part.hole} -->`))
    .join('');
}
