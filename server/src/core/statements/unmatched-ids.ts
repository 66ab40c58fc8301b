import { attributeValue } from '../../html/access.ts';
import { ELEMENT, FOREIGN, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { UNCOMPARED } from '../keys/normal-form/node-traits.ts';

/** Ids of a page that are looked for in all of it, and ids that are kept. */
const mostAsked = 50;
const mostKept = 8;
/** An attribute with such an id, whatever element it belongs to: most pages have none. */
const suspect = /\sid\s{0,9}=\s{0,9}["'](?:#|[^"'\s]{0,99}\s)/i;

/**
 * Ids that no link and no style rule can match, each with its first element: they contain white space or begin with `#`. Skips ids that the
 * page uses by their exact text, in the `for` of a label or in a script, and those in drawings.
 */
export function unmatchedIds({ tree, source, signatures: { traits } }: ComparedPage): [id: string, node: number][] {
  const found = new Map<string, number>();
  if (!suspect.test(source)) return [];
  const uses = new Map<string, number>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (ISLAND | FOREIGN) || traits[node]! & UNCOMPARED) continue;
    const id = attributeValue(tree, source, node, 'id');
    if (id === undefined || id.trim() === '' || !/\s|^#/.test(id) || /[{}<>$%]/.test(id)) continue;
    uses.set(id, (uses.get(id) ?? 0) + 1);
    if (!found.has(id)) found.set(id, node);
  }
  return [...found]
    .slice(0, mostAsked)
    .filter(([id]) => !isNamed(id, source, uses.get(id)!))
    .slice(0, mostKept);
}

/** True if the page has the id, in quotes, somewhere else than on its elements. */
function isNamed(id: string, source: string, uses: number): boolean {
  if (id.startsWith('#')) return ['"', "'"].some(quote => source.includes(`ById(${quote}${id}${quote}`));
  const named = ['"', "'"].flatMap(quote => [`${quote}${id}${quote}`, `${quote}#${id}${quote}`]);
  return named.reduce((sum, text) => sum + source.split(text).length - 1, 0) > uses;
}
