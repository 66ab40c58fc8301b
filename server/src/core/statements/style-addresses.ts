import { attributeValue } from '../../html/access.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { IN_STYLE } from '../keys/normal-form/node-traits.ts';

/** Addresses of a page, and rules of a style sheet, that are kept. */
const mostKept = 50;
const comment = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g;
/** Addresses that hold the file itself. */
const data = /url\(\s?(?:"data:[^"]*"|'data:[^']*'|data:[^)]*)\s?\)/gi;
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
    const element = tree.kind[node] === ELEMENT ? node : tree.parent[node]!;
    for (const { value } of addressesIn(css.replace(comment, ''))) found.push([value, element]);
  }
  return found;
}

/** The addresses in CSS without comments, each with its offset. */
function* addressesIn(css: string): Generator<{ value: string; at: number }> {
  for (const match of css.matchAll(address)) {
    const [, ...values] = match;
    // A backslash stands before a character that would have a meaning in CSS, such as a space.
    const value = values.find(value => value !== undefined)!.replace(/\\(?=[^\da-f\n])/gi, '');
    if (!/[{}<>$]/.test(value)) yield { value, at: match.index };
  }
}

/** The files that a rule of a style sheet loads. */
export interface LoadingRule {
  /** Of `@import`, empty. */
  readonly selector: string;
  readonly addresses: string[];
}

/** The rules of a style sheet that load files, in the order of the sheet: the first ones, if there are many. */
export function loadingRules(sheet: string): LoadingRule[] {
  const css = sheet.replace(comment, '').replace(data, '');
  const rules = new Map<number, LoadingRule>();
  for (const { value, at } of addressesIn(css)) {
    const open = css.lastIndexOf('{', at);
    const isInside = open > css.lastIndexOf('}', at);
    const begin = Math.max(...['{', '}', ';'].map(mark => css.lastIndexOf(mark, open - 1))) + 1;
    const key = isInside ? open : at;
    const rule = rules.get(key) ?? { selector: isInside ? css.slice(begin, open).trim() : '', addresses: [] };
    rule.addresses.push(value);
    if (rules.set(key, rule).size === mostKept) break;
  }
  return [...rules.values()];
}
