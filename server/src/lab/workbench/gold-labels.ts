import { compile, selectAll } from 'css-select';
import { parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import type { Label, LabelledNode } from 'templens-shared/labels';
import type { GoldRule } from './gold-file.ts';

// Gold labels use the tree of an HTML5 parser, so that they are independent of the page trees that they score.

type ParentNode = Htmlparser2TreeAdapterMap['parentNode'];
export type GoldDocument = Htmlparser2TreeAdapterMap['document'];
export type GoldElement = Htmlparser2TreeAdapterMap['element'];

/** An element with a start tag in the source or a text that is not only white space. Offsets are UTF-16 code units, `end` exclusive. */
export type GoldNode = Omit<LabelledNode, 'score'>;

const textSuffix = '::text';

/** Parses a page with an HTML5 parser. */
export function parseGoldPage(html: string): GoldDocument {
  return parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: true });
}

/** True if the node is an element. */
export function isElement(node: { type: string }): node is GoldElement {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

/** The labels that rules give to the nodes of a page; all other nodes inherit. */
export interface RuleLabels {
  elements: ReadonlyMap<unknown, Label>;
  /** By element, the label of the texts that are its children. */
  texts: ReadonlyMap<unknown, Label>;
  /** By rule, the number of elements that it selects (with `::text`, only elements with a text that is not blank). */
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

/** The error message for a rule's selector; undefined if it is valid. */
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

/** Visits every element and every text that is not blank, parents first, with its label. Throws if a selector is invalid. */
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
        // The content of a `template` element is a separate document.
      } else if (child.type === 'root') walk(child, inherited, depth);
    }
  };
  walk(document, 'template', 0);
}
