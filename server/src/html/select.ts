import { compile, type Options } from 'css-select';
import { attributeValue, firstChild, nextSibling, nodeName, nodeText } from './access.ts';
import { step, TooManySteps } from './steps.ts';
import { ELEMENT, type PageTree, TEXT } from './tree.ts';

/** A compiled CSS selector. */
export interface Selector {
  /** The nodes of the elements that match, in document order. `source` is the page's text. */
  all(tree: PageTree, source: string): number[];
  /** True if any element matches. */
  any(tree: PageTree, source: string): boolean;
}

type Adapter = NonNullable<Options<number, number>['adapter']>;

/**
 * The page that is being searched. css-select gets nodes as numbers, so that a selector is compiled once for all pages; these are one
 * higher than in the tree, since css-select takes 0 for no element.
 */
let tree: PageTree;
let source: string;

const parentOf = (node: number): number => tree.parent[node - 1]! + 1;

const children = (parent: number): number[] => {
  const all: number[] = [];
  for (let child = firstChild(tree, parent - 1); child >= 0; child = nextSibling(tree, child)) all.push(child + 1);
  step(all.length);
  return all;
};

const textOf = (node: number): string => {
  const texts: string[] = [];
  const stop = tree.subtreeEnd[node - 1]!;
  step(stop - node + tree.end[node - 1]! - tree.start[node - 1]!);
  for (let at = node - 1; at < stop; at++) if (tree.kind[at] === TEXT) texts.push(nodeText(tree, source, at));
  return texts.join('');
};

const attribute = (node: number, name: string): string | undefined => {
  step();
  return attributeValue(tree, source, node - 1, name.toLowerCase());
};

// css-select backtracks, so a selector can take very many steps. It reads nodes only by this adapter, which counts them.
const adapter: Adapter = {
  isTag: (node): node is number => tree.kind[node - 1] === ELEMENT,
  getAttributeValue: attribute,
  hasAttrib: (node, name) => attribute(node, name) !== undefined,
  getChildren: children,
  getName: node => {
    step();
    return nodeName(tree, node - 1);
  },
  getParent: node => {
    step();
    return parentOf(node) || null;
  },
  getSiblings: node => {
    const parent = parentOf(node);
    return parent ? children(parent) : [node];
  },
  getText: textOf,
  removeSubsets: nodes => nodes.filter(node => !nodes.some(other => other < node && node <= tree.subtreeEnd[other - 1]!)),
};

/**
 * Compiles a CSS selector. A search with it throws `TooManySteps`, which names the selector, if it exceeds the current step limit.
 * @throws Error if the selector is invalid; its message is a sentence for users
 */
export function compileSelector(selector: string): Selector {
  const matches = compileOrExplain(selector);
  // Calls `found` for each matching element until it returns true.
  const search = (ofTree: PageTree, ofSource: string, found: (node: number) => boolean): void => {
    tree = ofTree;
    source = ofSource;
    try {
      for (let node = 0; node < tree.size; node++) if (tree.kind[node] === ELEMENT && matches(node + 1) && found(node)) return;
    } catch (error) {
      throw error instanceof TooManySteps ? new TooManySteps(selector) : error;
    }
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

/** Compiles a selector, or throws an error whose message explains what is wrong with it. */
function compileOrExplain(selector: string): (node: number) => boolean {
  try {
    return compile<number, number>(selector, { adapter, cacheResults: false });
  } catch (error) {
    throw new Error(`"${selector}" is no CSS selector: ${(error as Error).message}`, { cause: error });
  }
}
