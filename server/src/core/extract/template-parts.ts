import { pageRuns } from '../classify/regions.ts';
import type { PageTree } from '../page/tree.ts';
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
 * source. `label` holds 1 for template per tree node.
 */
export function templateParts(tree: PageTree, source: string, label: Uint8Array): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const runs = pageRuns(tree, label);
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

/** The page's template as HTML: its own source, with `<!-- templens:hole NAME -->` where content stands. */
export function extractTemplate(tree: PageTree, source: string, label: Uint8Array): string {
  return templateParts(tree, source, label)
    .map(part => ('text' in part ? part.text : `<!-- templens:hole ${part.hole} -->`))
    .join('');
}
