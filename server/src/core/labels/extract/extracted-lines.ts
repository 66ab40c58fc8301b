import type { PageTree } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { templateParts } from './template-parts.ts';

/**
 * Maps each line of the extracted template (`extractTemplate`), or of the content as HTML (`extractContent`), to the line of the page that it
 * begins on. Lines count from 0.
 * @param label by tree node, 1 for template
 */
export function extractedLines(
  tree: PageTree,
  source: string,
  label: Uint8Array,
  what: 'template' | 'content',
  directives?: PageDirectives,
): number[] {
  const lineOf = lineCounter(source);
  const lines: number[] = [];
  let atLineStart = true;
  const add = (start: number, end: number): void => {
    for (let at = start; at < end; ) {
      if (atLineStart) lines.push(lineOf(at));
      const lineEnd = source.indexOf('\n', at);
      atLineStart = lineEnd >= 0 && lineEnd < end;
      at = atLineStart ? lineEnd + 1 : end;
    }
  };
  let end = 0;
  for (const part of templateParts(tree, source, label, directives)) {
    if ('text' in part) {
      if (what === 'template') add(end, end + part.text.length);
      end += part.text.length;
      continue;
    }
    if (what === 'content') {
      add(part.start, part.end);
      // `extractContent` ends each region with a line break.
      atLineStart = true;
    } else {
      if (atLineStart) lines.push(lineOf(part.start));
      atLineStart = false;
    }
    end = part.end;
  }
  return lines;
}

/** Returns a function that converts offsets to lines, from 0. Its calls must have ascending offsets. */
function lineCounter(source: string): (offset: number) => number {
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
