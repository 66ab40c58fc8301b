import { attributeValue } from '../../html/access.ts';
import { isCurrentToken } from '../../html/state-tokens.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { mergeRuns, type PartOnPage, type TokenChange } from './merge-runs.ts';
import type { PageSource } from './page-source.ts';
import type { Repair } from './repair.ts';
import { repairEdits } from './repair-edits.ts';
import { joinTouching, type TextEdit } from './text-edit.ts';

/** What `adoptVersion` found: edits, or why there are none. */
export type Adoption = { readonly edits: readonly TextEdit[] } | { readonly refused: string };

/**
 * The edits that bring a version of a part to a page, copied from the first of the examples that they can be copied from. What both
 * versions have, and slots, stay as they stand on the page; relative addresses are written for its folder.
 * @param examples pages that have the version, the best first.
 */
export function adoptVersion(target: PartOnPage, examples: Iterable<PartOnPage>, change: TokenChange): Adoption {
  let refused = 'No page has the version now.';
  for (const example of examples) {
    if (example.runs.length !== target.runs.length) {
      refused = `It has the part ${times(target.runs.length)}, the pages of the version ${times(example.runs.length)}.`;
      continue;
    }
    const repairs = mergeRuns(target, example, change);
    if (!repairs) {
      refused = 'The two versions are built too differently to be merged.';
      continue;
    }
    if (repairs.some(repair => marksCurrent(repair, example.page))) {
      refused = "What would be copied marks another page's entry as the current one.";
      continue;
    }
    const edits = editsOf(repairs, target.page, example.page);
    if (edits) return { edits };
    refused = 'The version cannot be written for this page.';
  }
  return { refused };
}

function editsOf(repairs: readonly Repair[], target: PageSource, example: PageSource): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const repair of repairs) {
    const more = repairEdits(repair, target, () => example);
    if (!more) return undefined;
    edits.push(...more);
  }
  return joinTouching(edits);
}

/** Does a repair copy a mark of the current item? That of the example's page is another one. */
function marksCurrent(repair: Repair, { tree, source }: PageSource): boolean {
  if (repair.kind !== 'insert' && repair.kind !== 'replace') return false;
  const { node } = repair.from;
  const end = repair.kind === 'insert' ? tree.subtreeEnd[node]! : node + 1;
  for (let at = node; at < end; at++) if (tree.kind[at] === ELEMENT && isCurrent(tree, source, at)) return true;
  return false;
}

function isCurrent(tree: PageTree, source: string, node: number): boolean {
  const tokens = (attributeValue(tree, source, node, 'class') ?? '').split(/\s+/);
  if (tokens.some(token => isCurrentToken(token))) return true;
  return ['aria-current', 'aria-selected', 'selected'].some(
    name => (attributeValue(tree, source, node, name) ?? 'false') !== 'false',
  );
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
