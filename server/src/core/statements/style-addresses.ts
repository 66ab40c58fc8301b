import { attributeValue } from '../../html/access.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { IN_STYLE } from '../keys/normal-form/node-traits.ts';

/** Addresses of a page that are kept. */
const mostKept = 50;
const comment = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g;
const address = /url\(\s?(?:"([^"\n]*)"|'([^'\n]*)'|((?:\\.|[^\s"'()\\])*))|@import\s(?:"([^"\n]*)"|'([^'\n]*)')/gi;

/** The addresses in the `style` elements and attributes of a page, each with the element. */
export function styleAddresses({ tree, source, signatures: { traits } }: ComparedPage): [address: string, node: number][] {
  const found: [string, number][] = [];
  if (!/url\(|@import/i.test(source)) return found;
  for (let node = 0; node < tree.size && found.length < mostKept; node++) {
    let css: string | undefined;
    if (traits[node]! & IN_STYLE) css = source.slice(tree.start[node]!, tree.end[node]!);
    else if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & ISLAND)) css = attributeValue(tree, source, node, 'style');
    if (css === undefined || !/url\(|@import/i.test(css)) continue;
    for (const [, ...values] of css.replace(comment, '').matchAll(address)) {
      // A backslash stands before a character that would have a meaning in CSS, such as a space.
      const value = values.find(value => value !== undefined)!.replace(/\\(?=[^\da-f\n])/gi, '');
      if (!/[{}<>$]/.test(value)) found.push([value, tree.kind[node] === ELEMENT ? node : tree.parent[node]!]);
    }
  }
  return found;
}
