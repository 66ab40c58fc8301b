import type { Label } from 'templens-shared/labels';
import { limits } from '../thresholds.ts';
import type { GoldRule } from './gold-file.ts';
import { forEachLabelled, type GoldElement, isElement, parseGoldPage } from './gold-labels.ts';

interface Line {
  label: Label;
  depth: number;
  node: Parameters<Parameters<typeof forEachLabelled>[2]>[0];
  /** Number of descendants. */
  below: number;
  /** True if all descendants have its label. */
  uniform: boolean;
}

/**
 * Prints a page's gold labels for a reader: one line a node, indented by its depth in the tree of the HTML5 parser. An element with only content
 * is one line; template is shown down to its texts, so that a reader can check each node.
 */
export function goldOutline(html: string, rules: readonly GoldRule[]): string {
  const lines: Line[] = [];
  const open: Line[] = [];
  forEachLabelled(parseGoldPage(html), rules, (node, label, depth) => {
    const line: Line = { label, depth, node, below: 0, uniform: true };
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    for (const outer of open) {
      outer.below++;
      if (outer.label !== label) outer.uniform = false;
    }
    open.push(line);
    lines.push(line);
  });
  let text = '';
  for (let at = 0; at < lines.length; at++) {
    const { label, depth, node, below, uniform } = lines[at]!;
    const folded = below > 0 && uniform && label === 'content';
    const what = isElement(node) ? elementName(node) : quoted(node.data);
    const more = folded && isElement(node) ? ` ${quoted(textOf(node))} (${below} more)` : '';
    text += `${label.padEnd(8)}  ${'  '.repeat(depth)}${what}${more}\n`;
    if (folded) at += below;
  }
  return text;
}

/** Name, id and classes of an element as a selector: `a#home.button`. */
function elementName({ name, attribs }: GoldElement): string {
  const id = attribs.id?.trim();
  const classes = attribs.class?.split(/\s+/).filter(Boolean) ?? [];
  return name + (id ? `#${id}` : '') + classes.map(token => `.${token}`).join('');
}

function textOf(element: GoldElement): string {
  return element.children.map(child => (child.type === 'text' ? child.data : isElement(child) ? textOf(child) : '')).join(' ');
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = [...line].slice(0, limits.outlineText).join('');
  return JSON.stringify(short.length < line.length ? `${short}…` : line);
}
