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

/** A rule of a style sheet, with the addresses of the files that its declarations load. */
export interface LoadingRule {
  /** Empty for `@import`. */
  readonly selector: string;
  readonly addresses: string[];
}

/** The tokens of a style sheet that `loadingRules` needs: addresses, strings, which may contain braces, and the braces and semicolons. */
const mark = new RegExp(`${address.source}|"(?:\\\\.|[^"\\\\\n])*"|'(?:\\\\.|[^'\\\\\n])*'|[{};]`, 'gi');

/** Returns the rules of a style sheet that load files, in source order. Skips `data:` addresses, and all after `mostInSheet` addresses. */
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
