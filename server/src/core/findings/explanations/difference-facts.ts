import { attributeValue, nodeText } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import { sameName } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { isSpeltOtherwise } from '../../keys/spelling.ts';
import { elementText } from '../../statements/element-text.ts';
import { holdsLink } from '../../statements/kinds-of-nodes.ts';
import { isSampleText } from '../../statements/sample-text.ts';
import type { Difference } from '../agreement/difference.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';
import type { DifferenceFacts } from '../finding.ts';
import { thresholds } from '../thresholds.ts';

/**
 * The facts of a difference between a page and an example page, in time linear in both.
 * @param exists true if there is a file or folder at this path from the site's root
 */
export function differenceFacts(
  difference: Difference,
  page: ComparedPage,
  example: ExamplePage,
  exists: (path: string) => boolean,
): DifferenceFacts {
  const { kind } = difference;
  const isAlone = kind === 'extra' || kind === 'duplicated' || kind === 'moved';
  const here = 'node' in difference ? difference.node : -1;
  const there = isAlone ? -1 : difference.example;
  const depth = kind === 'attributes' ? 'tag' : 'all';
  const isOwnWorded = difference.kind === 'missing' && !difference.isWhole;
  const instead = isOwnWorded ? difference.instead : undefined;
  // An element with another name stands in the place of the missing one.
  const isRenamed = instead !== undefined && !sameName(page, instead, example, difference.example);
  const [text, other] =
    kind === 'text' ? [nodeText(page.tree, page.source, here), nodeText(example.tree, example.source, there)] : ['', ''];
  return {
    content: isRenamed ? 0 : 1 - leastScore(example, difference.example),
    older: Math.max(0, leadsNowhere(page, here, depth, exists) - leadsNowhere(example, there, depth, exists)),
    ownWords: isOwnWorded && !isRenamed ? 1 : 0,
    isNamed: kind === 'extra' && holdsId(page, here) ? 1 : 0,
    size: kind === 'extra' ? Math.min(1, Math.log2(page.tree.subtreeEnd[here]! - here) / 5) : 0,
    isSpelling: isSpeltOtherwise(text, other) ? 1 : 0,
    isLink: isAboutLink(difference, page, example, exists) ? 1 : 0,
  };
}

/** True if the same words are linked on one of two pages only, or lead to another file that exists. */
function isAboutLink(...[difference, page, example, exists]: Parameters<typeof differenceFacts>): boolean {
  const { kind } = difference;
  if (kind === 'attributes') {
    const file = fileOf(attributeValue(page.tree, page.source, difference.node, 'href') ?? '', page.context.base);
    return difference.names.join() === 'href' && file !== undefined && exists(file);
  }
  const here = kind === 'replaced' ? difference.node : kind === 'missing' ? difference.instead : undefined;
  if (here === undefined || holdsLink(page, here) === holdsLink(example, difference.example)) return false;
  return elementText(page, here) === elementText(example, difference.example);
}

/** Returns the lowest probability that a node, or one inside it, is template. */
function leastScore({ tree, labels }: ExamplePage, node: number): number {
  step(tree.subtreeEnd[node]! - node);
  return labels.score.subarray(node, tree.subtreeEnd[node]).reduce((least, score) => Math.min(least, score), 1);
}

/** True if the node or one of its descendants has an id. */
function holdsId({ tree, source }: ComparedPage, node: number): boolean {
  for (let at = node; at < tree.subtreeEnd[node]!; at++) {
    step();
    if (tree.kind[at] === ELEMENT && attributeValue(tree, source, at, 'id')) return true;
  }
  return false;
}

/** Returns the share of the links and texts of a node that lead to no file of the site, to no place, or are placeholders. */
function leadsNowhere(page: ComparedPage, node: number, depth: 'tag' | 'all', exists: (path: string) => boolean): number {
  if (node < 0) return 0;
  const { tree, source, context } = page;
  let all = 0;
  let nowhere = 0;
  for (let at = node; at < (depth === 'tag' ? node + 1 : tree.subtreeEnd[node]!) && all < thresholds.mostLinks; at++) {
    step();
    if (tree.kind[at] === TEXT) {
      if (!isSampleText(nodeText(tree, source, at))) continue;
      all++;
      nowhere++;
      continue;
    }
    if (tree.kind[at] !== ELEMENT) continue;
    if (depth === 'tag' && isSampleText(source.slice(tree.start[at]!, tree.tagEnd[at]!))) return 1;
    const address = (attributeValue(tree, source, at, 'href') ?? attributeValue(tree, source, at, 'src'))?.trim();
    if (address === undefined) continue;
    all++;
    const file = fileOf(address, context.base);
    if (/^(?:#?|javascript:.*)$/is.test(address) || (file !== undefined && !exists(file))) nowhere++;
  }
  return all === 0 ? 0 : nowhere / all;
}
