import { compile, type Options } from 'css-select';
import { attributeValue, firstChild, nextSibling, nodeName, nodeText } from '../page/access.ts';
import { step } from '../page/steps.ts';
import { ELEMENT, type PageTree, TEXT } from '../page/tree.ts';

/** A compiled CSS selector. Searching takes steps (see `withStepLimit`), at least one an element. */
export interface Selector {
  /** The elements of a page that match, in document order. `source` is the page's text. */
  all(tree: PageTree, source: string): number[];
  /** Does any element match? */
  any(tree: PageTree, source: string): boolean;
}

type Adapter = NonNullable<Options<number, number>['adapter']>;

/** The page that is being searched: nodes are numbers, so that a selector is compiled once for all pages. */
let tree: PageTree;
let source: string;

const children = (node: number): number[] => {
  const all: number[] = [];
  for (let child = firstChild(tree, node); child >= 0; child = nextSibling(tree, child)) all.push(child);
  step(1 + all.length);
  return all;
};
const textOf = (node: number): string => {
  if (tree.kind[node] === TEXT) return nodeText(tree, source, node);
  return children(node).map(textOf).join('');
};

const attributeOf = (node: number, name: string): string | undefined => {
  step(1 + tree.attrFirst[node + 1]! - tree.attrFirst[node]!);
  return attributeValue(tree, source, node, name.toLowerCase());
};

/** Every look at a node is a step: selectors come from settings, and some take more than any power of the page's length. */
const adapter: Adapter = {
  isTag: (node): node is number => tree.kind[node] === ELEMENT,
  getAttributeValue: attributeOf,
  hasAttrib: (node, name) => attributeOf(node, name) !== undefined,
  getChildren: children,
  getName: node => {
    step();
    return nodeName(tree, node);
  },
  getParent: node => {
    step();
    return tree.parent[node]! < 0 ? null : tree.parent[node]!;
  },
  getSiblings: node => (tree.parent[node]! < 0 ? [node] : children(tree.parent[node]!)),
  getText: textOf,
  removeSubsets: nodes => nodes.filter(node => !nodes.some(other => other < node && node < tree.subtreeEnd[other]!)),
};

/**
 * Compiles a CSS selector.
 * @throws Error with a sentence, where it is none.
 */
export function compileSelector(selector: string): Selector {
  const matches = compileOrSay(selector);
  const search = (ofTree: PageTree, ofSource: string, found: (node: number) => boolean): void => {
    tree = ofTree;
    source = ofSource;
    for (let node = 0; node < tree.size; node++) if (tree.kind[node] === ELEMENT && matches(node) && found(node)) return;
  };
  return {
    all(ofTree, ofSource) {
      const nodes: number[] = [];
      search(ofTree, ofSource, node => nodes.push(node) < 0);
      return nodes;
    },
    any(ofTree, ofSource) {
      let any = false;
      search(ofTree, ofSource, () => {
        any = true;
        return true;
      });
      return any;
    },
  };
}

function compileOrSay(selector: string): (node: number) => boolean {
  try {
    return compile<number, number>(selector, { adapter, cacheResults: false });
  } catch (error) {
    throw new Error(`"${selector}" is no CSS selector: ${(error as Error).message}`, { cause: error });
  }
}
