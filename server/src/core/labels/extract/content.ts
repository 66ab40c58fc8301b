import type { PageTree } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { readableTexts } from './readable-text.ts';
import { type Hole, templateParts } from './template-parts.ts';
import { wholeBlocks } from './whole-blocks.ts';

/**
 * Returns the content of a page. Format `html` is the source of its content regions, one after the other; `text` its readable text, one line
 * per block, each whole or not there (`wholeBlocks`); `json` an array of `{name, start, end, html, text}`, one per content region. Ends with a line break unless empty.
 * @param label by tree node, 1 for template
 */
export function extractContent(
  tree: PageTree,
  source: string,
  label: Uint8Array,
  format: 'html' | 'text' | 'json',
  directives?: PageDirectives,
): string {
  if (format === 'text') return blockText(tree, source, wholeBlocks(tree, label, directives));
  const holes = templateParts(tree, source, label, directives).filter((part): part is Hole => 'hole' in part);
  if (format === 'html') return holes.map(({ start, end }) => withLineEnd(source.slice(start, end))).join('');
  const texts = readableTexts(tree, source, holes, node => label[node] !== 1);
  const regions = holes.map(({ hole, start, end }, i) => ({
    name: hole,
    start,
    end,
    html: source.slice(start, end),
    text: texts[i],
  }));
  return `${JSON.stringify(regions, null, 2)}\n`;
}

/**
 * Returns the content as readable text, one line per block. Ends with a line break unless empty.
 * @param whole labels as `wholeBlocks` returns them
 */
export function blockText(tree: PageTree, source: string, whole: Uint8Array): string {
  return withLineEnd(readableTexts(tree, source, [{ start: 0, end: source.length }], node => whole[node] !== 1)[0]!);
}

/** Adds a line break unless the text is empty or ends with one. */
function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
