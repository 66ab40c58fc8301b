import { attributeValue } from '../../html/access.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { IN_STYLE } from '../keys/normal-form/node-traits.ts';

/** Addresses of a page, and of a style sheet, that are kept. */
const mostKept = 50;
const mostInSheet = 500;
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
    const element = tree.kind[node] === ELEMENT ? node : tree.parent[node]!;
    for (const match of css.replace(comment, '').matchAll(address)) {
      const value = addressOf(match);
      if (value !== undefined) found.push([value, element]);
    }
  }
  return found;
}

/** The address of a match of `address`; undefined without one, and where it has template-language code. */
function addressOf([, ...values]: RegExpMatchArray): string | undefined {
  // A backslash stands before a character that would have a meaning in CSS, such as a space.
  const value = values.find(value => value !== undefined)?.replace(/\\(?=[^\da-f\n])/gi, '');
  return value === undefined || /[{}<>$]/.test(value) ? undefined : value;
}

/** The files that a rule of a style sheet loads. */
export interface LoadingRule {
  /** Empty for `@import`. */
  readonly selector: string;
  readonly addresses: string[];
}

/** What divides a style sheet, beside addresses: strings, and the ends of selectors, declarations and blocks. */
const mark = new RegExp(`${address.source}|"(?:\\\\.|[^"\\\\\n])*"|'(?:\\\\.|[^'\\\\\n])*'|[{};]`, 'gi');

/** The rules of a style sheet that load files, in the order of the sheet: the first ones, if there are many. `data:` addresses are left out. */
export function loadingRules(sheet: string): LoadingRule[] {
  const css = sheet.replace(comment, '');
  const rules = new Set<LoadingRule>();
  const blocks: LoadingRule[] = [];
  let count = 0;
  let after = 0;
  for (const match of css.matchAll(mark)) {
    const [text] = match;
    const value = addressOf(match);
    if (value !== undefined) {
      if (/^data:/i.test(value)) continue;
      const rule = blocks.at(-1) ?? { selector: '', addresses: [] };
      rule.addresses.push(value);
      rules.add(rule);
      if (++count === mostInSheet) break;
    } else if (text === '{') blocks.push({ selector: css.slice(after, match.index).trim(), addresses: [] });
    else if (text === '}') blocks.pop();
    if (/^[{};]$/.test(text)) after = match.index + 1;
  }
  return [...rules];
}
