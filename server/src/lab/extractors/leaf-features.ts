import { attributeValue, nodeName, nodeText } from '../../html/access.ts';
import { hash53 } from '../../html/hash.ts';
import { normaliseText } from '../../html/normalise.ts';
import { ELEMENT, OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';

/** Features of the leaves of a page for SST: those of node `i` are `keys[first[i]] .. keys[first[i + 1] - 1]`, with duplicates. */
export interface LeafFeatures {
  readonly first: Uint32Array;
  /** 53-bit hashes. */
  readonly keys: Float64Array;
}

/**
 * Returns the features of a page's leaves (Yi, Liu, Li, KDD 2003; docs/lab/algorithms.md). A text has its words and the `href` of the link around
 * it; an `a` without children has its `href`; an `img` has the file name of `src` and the words of `alt`. `href` is taken without its fragment.
 */
export function leafFeatures(tree: PageTree, source: string): LeafFeatures {
  const first = new Uint32Array(tree.size + 1);
  const keys: number[] = [];
  const add = (kind: string, value: string): void => {
    keys.push(hash53(`${kind}:${value}`));
  };
  const addWords = (text: string): void => {
    for (const word of text.split(' ')) if (word) add('word', word);
  };
  for (let node = 0; node < tree.size; node++) {
    first[node] = keys.length;
    if (tree.flags[node]! & OPAQUE) continue;
    if (tree.kind[node] === TEXT) {
      addWords(nodeText(tree, source, node));
      const href = enclosingHref(tree, source, node);
      if (href !== undefined) add('href', href);
    } else if (tree.kind[node] === ELEMENT && tree.subtreeEnd[node] === node + 1) {
      const name = nodeName(tree, node);
      if (name === 'a') add('href', withoutFragment(attributeValue(tree, source, node, 'href') ?? ''));
      if (name === 'img') {
        add('src', (attributeValue(tree, source, node, 'src') ?? '').replace(/[?#].*/s, '').replace(/^.*\//s, ''));
        addWords(normaliseText(attributeValue(tree, source, node, 'alt') ?? ''));
      }
    }
  }
  first[tree.size] = keys.length;
  return { first, keys: Float64Array.from(keys) };
}

function enclosingHref(tree: PageTree, source: string, node: number): string | undefined {
  for (let at = tree.parent[node]!; at >= 0; at = tree.parent[at]!) {
    if (nodeName(tree, at) === 'a') {
      const href = attributeValue(tree, source, at, 'href');
      return href === undefined ? undefined : withoutFragment(href);
    }
  }
  return undefined;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, '');
}
