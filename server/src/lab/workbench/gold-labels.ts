import { compile, selectAll } from 'css-select';
import { parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import type { Label, LabelledNode } from 'templens-shared/labels';
import type { GoldRule } from './gold-file.ts';

// Gold labels are those of the tree of an HTML5 parser, and take nothing from the page trees that they judge.

type ParentNode = Htmlparser2TreeAdapterMap['parentNode'];
export type GoldDocument = Htmlparser2TreeAdapterMap['document'];
export type GoldElement = Htmlparser2TreeAdapterMap['element'];

/** An element with a start tag in the source or a text that is not only white space. Offsets are UTF-16 code units, `end` exclusive. */
export type GoldNode = Omit<LabelledNode, 'score'>;

const textSuffix = '::text';

/** The reference tree of a page: that of an HTML5 parser. */
export function parseGoldPage(html: string): GoldDocument {
  return parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: true });
}

/** Is the node an element? */
export function isElement(node: { type: string }): node is GoldElement {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

/** The gold label of every element and text of a page; others inherit. Throws if a selector is invalid. */
export interface RuleLabels {
  elements: ReadonlyMap<unknown, Label>;
  /** Of the texts directly inside an element. */
  texts: ReadonlyMap<unknown, Label>;
  /** For each rule, how many elements it selects (with `::text`, only those that hold a text that is not blank). */
  matches: number[];
}

/** Applies rules to a page; on one element the last rule counts. Throws if a selector is invalid. */
export function applyRules(document: GoldDocument, rules: readonly GoldRule[]): RuleLabels {
  const elements = new Map<unknown, Label>();
  const texts = new Map<unknown, Label>();
  const matches = rules.map(({ css, label }) => {
    const ofTexts = css.endsWith(textSuffix);
    let selected = selectAll(selectorOf(css), document) as unknown as GoldElement[];
    if (ofTexts) selected = selected.filter(({ children }) => children.some(child => child.type === 'text' && child.data.trim()));
    for (const element of selected) (ofTexts ? texts : elements).set(element, label);
    return selected.length;
  });
  return { elements, texts, matches };
}

/** Why a rule's selector cannot be used, or undefined. */
export function selectorProblem({ css }: GoldRule): string | undefined {
  try {
    compile(selectorOf(css));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function selectorOf(css: string): string {
  return css.endsWith(textSuffix) ? css.slice(0, -textSuffix.length) : css;
}

/** The gold nodes of a page in document order. Throws if a selector is invalid. */
export function goldNodes(html: string, rules: readonly GoldRule[]): GoldNode[] {
  const nodes: GoldNode[] = [];
  forEachLabelled(parseGoldPage(html), rules, (node, label) => {
    const at = node.sourceCodeLocation;
    if (!at) return;
    nodes.push({ start: at.startOffset, end: at.endOffset, kind: node.type === 'text' ? 'text' : 'element', label });
  });
  return nodes.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Calls back with every element and every text that is not blank, parents first, and its label. */
export function forEachLabelled(
  document: GoldDocument,
  rules: readonly GoldRule[],
  visit: (node: GoldElement | Htmlparser2TreeAdapterMap['textNode'], label: Label, depth: number) => void,
): void {
  const { elements, texts } = applyRules(document, rules);
  const walk = (parent: ParentNode, inherited: Label, depth: number): void => {
    for (const child of parent.children) {
      if (child.type === 'text') {
        if (child.data.trim()) visit(child, texts.get(parent) ?? inherited, depth);
      } else if (isElement(child)) {
        const label = elements.get(child) ?? inherited;
        visit(child, label, depth);
        walk(child, label, depth + 1);
        // The content of a `template` is a document of its own.
      } else if (child.type === 'root') walk(child, inherited, depth);
    }
  };
  walk(document, 'template', 0);
}
