import { COMMENT, type PageTree } from '../../html/tree.ts';
import { isSpace } from '../../html/white-space.ts';
import { IgnoreReader } from './ignore-comments.ts';
import { labelOverrides } from './label-overrides.ts';
import { markedRegions } from './marked-regions.ts';
import { type Marker, readMarker } from './marker-comments.ts';
import type { DirectiveProblem, PageDirectives } from './page-directives.ts';

/** Reads the directives in the source of a page; undefined if it has none. */
export function readDirectives(tree: PageTree, source: string): PageDirectives | undefined {
  const problems: DirectiveProblem[] = [];
  const reader = new IgnoreReader(tree, source, problems);
  const markers: Marker[] = [];
  for (let node = tree.kind.indexOf(COMMENT); node >= 0; node = tree.kind.indexOf(COMMENT, node + 1)) {
    const at = firstWord(tree, source, node);
    const marker = readMarker(tree, source, node, at);
    if (marker) markers.push(marker);
    else reader.read(node, at);
  }
  const labels = markers.length > 0 ? markedRegions(tree, markers, problems) : [];
  for (const override of labelOverrides(tree, source, problems)) labels.push(override);
  const { ignores } = reader;
  if (labels.length === 0 && ignores.length === 0 && problems.length === 0) return undefined;
  problems.sort((a, b) => a.start - b.start || a.end - b.end);
  return { labels, ignores, problems };
}

/** Offset of the first word of a comment. */
function firstWord(tree: PageTree, source: string, comment: number): number {
  let at = tree.start[comment]! + '<!--'.length;
  while (at < tree.end[comment]! && isSpace(source.charCodeAt(at))) at++;
  return at;
}
