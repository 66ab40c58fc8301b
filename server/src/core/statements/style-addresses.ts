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
  /** Only of an `@font-face` rule: the selectors of the rules in the same style sheet that use its font. */
  readonly users?: readonly string[];
}

/** The tokens of a style sheet that `loadingRules` needs: addresses, strings, which may contain braces, and the braces and semicolons. */
const mark = new RegExp(`${address.source}|"(?:\\\\.|[^"\\\\\n])*"|'(?:\\\\.|[^'\\\\\n])*'|[{};]`, 'gi');

const fontFace = /^@font-face$/i;
const fontDeclaration = /^\s*font(?:-family)?\s*:(.*)/is;

/** Returns the rules of a style sheet that load files, in source order. Skips `data:` addresses, and all after `mostInSheet` addresses. */
export function loadingRules(sheet: string): LoadingRule[] {
  const css = sheet.replace(comment, '');
  const rules = new Set<LoadingRule>();
  const blocks: LoadingRule[] = [];
  /** The value of `font` or `font-family` in each rule. */
  const fonts = new Map<LoadingRule, string>();
  let count = 0;
  let after = 0;
  for (const match of css.matchAll(mark)) {
    const [text] = match;
    const value = addressOf(match);
    const rule = blocks.at(-1) ?? { selector: '', addresses: [] };
    if (value !== undefined) {
      if (/^data:/i.test(value)) continue;
      rule.addresses.push(value);
      rules.add(rule);
      if (++count === mostInSheet) break;
    } else if (/^[{};]$/.test(text)) {
      const before = css.slice(after, match.index);
      const font = fontDeclaration
        .exec(before)?.[1]
        ?.replace(/["']|!important/g, '')
        .replace(/\s+/g, ' ')
        .trim()
        .toLowerCase();
      if (text === '{') blocks.push({ selector: before.trim(), addresses: [] });
      else if (font !== undefined) fonts.set(rule, font);
      if (text === '}') blocks.pop();
      after = match.index + 1;
    }
  }
  const users = fontUsers(fonts);
  return [...rules].map(rule =>
    fontFace.test(rule.selector) ? { ...rule, users: users.get(fonts.get(rule) ?? '') ?? [] } : rule,
  );
}

/**
 * Returns the selectors of the rules that use each font of a style sheet, by the font's family.
 * @param fonts the value of `font` or `font-family` in each rule; in an `@font-face` it is the family
 */
function fontUsers(fonts: ReadonlyMap<LoadingRule, string>): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const [{ selector }, font] of fonts) if (fontFace.test(selector)) users.set(font, []);
  for (const [{ selector }, font] of fonts) {
    if (fontFace.test(selector)) continue;
    // A size and other words may stand before the family.
    for (const item of font.split(','))
      for (const [family, selectors] of users) if (` ${item.trim()}`.endsWith(` ${family}`)) selectors.push(selector);
  }
  return users;
}
