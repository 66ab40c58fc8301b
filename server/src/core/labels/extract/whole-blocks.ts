import { knownNames } from '../../../html/names.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../../html/tree.ts';
import { decidingDirectives } from '../../directives/deciding-directives.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { separatorOf } from './readable-text.ts';

const proseNames = new Set('blockquote caption dd dt figcaption h1 h2 h3 h4 h5 h6 li p pre summary td th'.split(' '));
/** By name id, 1 for block elements whose text reads as one. The text of others, such as `div`, is often a row of links beside a title. */
const isProse = Uint8Array.from(knownNames, name => (proseNames.has(name) ? 1 : 0));

/** Nodes between two edges of block elements: `from` up to and without `end`. */
interface Block {
  from: number;
  end: number;
  /** Characters of its texts, and of those that are content. */
  length: number;
  content: number;
}

/**
 * Returns labels by which a block of prose (a paragraph, a heading, an item, a cell) is content or template as a whole: a block whose texts have
 * both labels gets that of most of its characters, for inline elements, too. A link that many pages have stays in its sentence. Blocks with a
 * node that a directive decides keep their labels.
 * @param label by tree node, 1 for template; the result if no block has both
 */
export function wholeBlocks(tree: PageTree, label: Uint8Array, directives?: PageDirectives): Uint8Array {
  const mixed = mixedBlocks(tree, label);
  if (mixed.length === 0) return label;
  const deciding = directives && directives.labels.length > 0 ? decidingDirectives(tree, directives) : undefined;
  const whole = label.slice();
  for (const { from, end, length, content } of mixed) {
    if (deciding?.subarray(from, end).some(directive => directive >= 0)) continue;
    const decided = content * 2 >= length ? 0 : 1;
    // An inline element that goes on behind the block has texts of other blocks.
    for (let node = from; node < end; node++) if (tree.subtreeEnd[node]! <= end) whole[node] = decided;
  }
  return whole;
}

/** The blocks with texts of both labels, in document order. */
function mixedBlocks(tree: PageTree, label: Uint8Array): Block[] {
  const mixed: Block[] = [];
  /** The open block elements. */
  const open: number[] = [];
  let block: Block = { from: 0, end: 0, length: 0, content: 0 };
  const edge = (end: number, from: number): void => {
    if (block.content > 0 && block.content < block.length && isProse[tree.name[open.at(-1) ?? 0]!]) mixed.push({ ...block, end });
    block = { from, end: from, length: 0, content: 0 };
  };
  for (let node = 0; node < tree.size; node++) {
    while (open.length > 0 && tree.subtreeEnd[open.at(-1)!]! <= node) {
      edge(node, node);
      open.pop();
    }
    if (tree.kind[node] === ELEMENT && separatorOf[tree.name[node]!]) {
      edge(node, node + 1);
      open.push(node);
    } else if (tree.kind[node] === TEXT && !(tree.flags[node]! & (BLANK | OPAQUE))) {
      block.length += tree.textLength[node]!;
      if (label[node] !== 1) block.content += tree.textLength[node]!;
    }
  }
  edge(tree.size, tree.size);
  return mixed;
}
