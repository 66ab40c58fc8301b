import type { Label } from 'templens-shared/labels';
import { nearest } from 'templens-shared/nearest';
import { attributeEnd } from '../../html/access.ts';
import { overrideAttribute } from '../../html/attribute-names.ts';
import { decodeAttribute } from '../../html/normalise.ts';
import { detached, shortened } from '../../html/strings.ts';
import { ISLAND, type PageTree } from '../../html/tree.ts';
import type { DirectiveProblem, LabelDirective } from './page-directives.ts';

const values = new Map<string, { kind: 'override' | 'ignore'; label: Label }>([
  ['content', { kind: 'override', label: 'content' }],
  ['template', { kind: 'override', label: 'template' }],
  ['ignore', { kind: 'ignore', label: 'content' }],
]);

/** Reads the attributes `data-templens` of a page, in document order; of two on one element the first counts. */
export function labelOverrides(tree: PageTree, source: string, problems: DirectiveProblem[]): LabelDirective[] {
  const overrides: LabelDirective[] = [];
  let last = -1;
  for (let at = 0; at < tree.attrNameStart.length; at++) {
    const nameStart = tree.attrNameStart[at]!;
    const nameEnd = tree.attrNameEnd[at]!;
    if (nameEnd - nameStart !== overrideAttribute.length) continue;
    if (source.slice(nameStart, nameEnd).toLowerCase() !== overrideAttribute) continue;
    const node = elementOf(tree, at);
    if (node === last) continue;
    last = node;
    const written = decodeAttribute(source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!)).trim();
    const value = values.get(written.toLowerCase());
    if (value) overrides.push({ ...value, name: '', start: tree.start[node]!, end: tree.end[node]!, node });
    // A template language may write the value when the page is served.
    else if (!(tree.flags[node]! & ISLAND)) {
      const meant = nearest(shortened(written), [...values.keys()]);
      problems.push({
        about: 'directive',
        start: nameStart,
        end: attributeEnd(tree, source, at),
        message: detached(`${overrideAttribute} is content, template or ignore, not "${shortened(written)}"; it has no effect.`),
        ...(meant !== undefined && { suggestion: `${overrideAttribute}="${meant}"` }),
      });
    }
  }
  return overrides;
}

/** The element that has an attribute: the last one whose first attribute is at or before it. */
function elementOf(tree: PageTree, attribute: number): number {
  let low = 0;
  let high = tree.size - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tree.attrFirst[middle]! <= attribute) low = middle;
    else high = middle - 1;
  }
  return low;
}
