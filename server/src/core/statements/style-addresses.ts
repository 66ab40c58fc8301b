import { attributeValue } from '../../html/access.ts';
import { compileSelector } from '../../html/select.ts';
import { withStepLimit } from '../../html/steps.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { IN_STYLE } from '../keys/normal-form/node-traits.ts';

/** Addresses of a page, and of a style sheet, that are kept. */
const mostKept = 50;
const mostInSheet = 500;
/** UTF-16 code units. */
const LONGEST_SELECTOR = 1000;
const comment = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g;
const address = /url\(\s?(?:"([^"\n]*)"|'([^'\n]*)'|((?:\\.|[^\s"'()\\])*))|@import\s(?:"([^"\n]*)"|'([^'\n]*)')/gi;

/** The addresses in the `style` elements and attributes of a page, each with the element. Skips those of fonts that the page does not use. */
export function styleAddresses(page: ComparedPage): [address: string, node: number][] {
  const { tree, source } = page;
  const { traits } = page.signatures;
  const found: [string, number][] = [];
  if (!/url\(|@import/i.test(source)) return found;
  for (let node = 0; node < tree.size && found.length < mostKept; node++) {
    let css: string | undefined;
    if (traits[node]! & IN_STYLE) css = source.slice(tree.start[node]!, tree.end[node]!);
    else if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & ISLAND)) css = attributeValue(tree, source, node, 'style');
    if (css === undefined || !/url\(|@import/i.test(css)) continue;
    const element = tree.kind[node] === ELEMENT ? node : tree.parent[node]!;
    const fonts = /@font-face/i.test(css) ? loadingRules(css).filter(({ users }) => users) : [];
    const idle = new Set(fonts.flatMap(font => (isLoading(font, [page]) ? [] : font.addresses)));
    for (const match of css.replace(comment, '').matchAll(address)) {
      const value = addressOf(match);
      if (value !== undefined && !idle.has(value)) found.push([value, element]);
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
  /** Of an `@font-face`: the selectors of the other rules of the style sheet that name its family; empty if there are none. */
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
  /** The fonts that rules declare, and those of the `@font-face` rules. */
  const [used, families]: Map<LoadingRule, string>[] = [new Map(), new Map()];
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
      const font = fontDeclaration.exec(before)?.[1]?.replace(/["']/g, '').trim().toLowerCase();
      if (text === '{') blocks.push({ selector: before.trim(), addresses: [] });
      else if (font !== undefined) (fontFace.test(rule.selector) ? families : used)!.set(rule, font);
      if (text === '}') blocks.pop();
      after = match.index + 1;
    }
  }
  return [...rules].map(rule => {
    if (!fontFace.test(rule.selector)) return rule;
    const family = families!.get(rule);
    const users = [...used!].flatMap(([{ selector }, font]) => (family !== undefined && font.includes(family) ? selector : []));
    return { ...rule, users };
  });
}

/** True if browsers load the files of a rule with one of the pages: its selector matches an element or, for a font, that of a rule that uses the font. */
export function isLoading({ selector, users = [selector] }: LoadingRule, pages: readonly ComparedPage[]): boolean {
  return selector === '' || users.length === 0 || users.some(user => pages.some(page => isMatch(user, page)));
}

/** True if a selector matches an element of a page, whatever its state; false for one that is too long or takes too many steps. */
function isMatch(selector: string, { tree, source }: ComparedPage): boolean {
  if (selector.length > LONGEST_SELECTOR) return false;
  try {
    const compiled = compileSelector(selector.replace(/::?[\w-]+(?:\([^()]*\))?/g, ''));
    return withStepLimit(source.length, () => compiled.any(tree, source));
  } catch {
    return false;
  }
}
