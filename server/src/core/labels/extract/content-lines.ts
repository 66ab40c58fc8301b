import type { PageTree } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { templateParts } from './template-parts.ts';

/**
 * Maps each line of the content as HTML (`extractContent`) to the line of the page that it begins on. Lines count from 0.
 * @param label by tree node, 1 for template
 */
export function contentLines(tree: PageTree, source: string, label: Uint8Array, directives?: PageDirectives): number[] {
  const lineOf = lineCounter(source);
  const lines: number[] = [];
  for (const part of templateParts(tree, source, label, directives)) {
    if (!('hole' in part)) continue;
    // `extractContent` ends each region with a line break.
    for (let at = part.start; at < part.end; ) {
      lines.push(lineOf(at));
      const lineEnd = source.indexOf('\n', at);
      at = lineEnd >= 0 && lineEnd < part.end ? lineEnd + 1 : part.end;
    }
  }
  return lines;
}

/** Returns a function that converts offsets to lines, from 0. Its calls must have ascending offsets. */
export function lineCounter(source: string): (offset: number) => number {
  let line = 0;
  let next = source.indexOf('\n');
  return offset => {
    while (next >= 0 && next < offset) {
      line++;
      next = source.indexOf('\n', next + 1);
    }
    return line;
  };
}
