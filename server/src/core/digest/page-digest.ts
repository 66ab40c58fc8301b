import type { GroupingName } from 'templens-shared/settings';
import { isLabelled } from '../../html/access.ts';
import { combine, hi, lo } from '../../html/hash.ts';
import type { PackedTreeMessage } from '../../html/packed-tree.ts';
import { ELEMENT, type PageLinkTargets, type PageTree } from '../../html/tree.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';
import { styleSequence } from '../keys/style-sequence.ts';
import type { RuleMatch } from '../labels/label-rules.ts';
import { shinglesOf } from '../layouts/groupings.ts';
import type { DeclaredElement } from '../parts/declared-elements.ts';
import type { CheckDigest } from './check-digest.ts';

/** Everything that the model of a site needs to know about a page: its tree and its counted keys. */
export interface PageDigest {
  readonly tree: PageTree;
  /** Keys of nodes, see `nodeKeys`. */
  readonly nodeKeys: Int32Array;
  /** Keys of places, see `placeKeys`. */
  readonly placeKeys: Int32Array;
  /** Sorted hashes that represent the page in the site's grouping, see `shinglesOf`. */
  readonly shingles: Float64Array;
  /** Sequences of children for the site style tree, see `styleSequence`. */
  readonly styles: Int32Array;
  readonly links: PageLinkTargets;
  /** Language tag of the page, see `pageLanguage`. */
  readonly language: string;
  /** Directives in the page's source that decide labels or ignore findings; undefined if it has none. */
  readonly directives: PageDirectives | undefined;
  /** Elements that the settings declare to be parts. */
  readonly declared?: readonly DeclaredElement[];
  /** Elements that the setting `labels` matches. */
  readonly ruleMatches?: readonly RuleMatch[];
  /** Facts for checks; undefined if no findings are wanted. */
  readonly checks?: CheckDigest;
}

/** A `PageDigest` with a packed tree. */
export type PackedDigest = Omit<PageDigest, 'tree'> & { readonly tree: PackedTreeMessage };

/** Digests a parsed page. The result does not refer to the page's hashes. */
export function digestPage(page: ParsedPage, grouping: GroupingName = 'default'): PageDigest {
  return {
    tree: treeAlone(page),
    nodeKeys: nodeKeys(page),
    placeKeys: placeKeys(page),
    shingles: shinglesOf(grouping, page),
    styles: styleSequence(page),
    links: page.hashes.links,
    language: page.language,
    directives: page.directives,
  };
}

/** The tree without its hashes, copied by field: object rest is several times slower. */
function treeAlone(page: ParsedPage): PageTree {
  return {
    sourceLength: page.sourceLength,
    size: page.size,
    kind: page.kind,
    flags: page.flags,
    name: page.name,
    otherNames: page.otherNames,
    parent: page.parent,
    subtreeEnd: page.subtreeEnd,
    start: page.start,
    tagEnd: page.tagEnd,
    closeStart: page.closeStart,
    end: page.end,
    attrFirst: page.attrFirst,
    attrNameStart: page.attrNameStart,
    attrNameEnd: page.attrNameEnd,
    attrValueStart: page.attrValueStart,
    attrValueEnd: page.attrValueEnd,
    textLength: page.textLength,
    depthExceeded: page.depthExceeded,
    root: page.root,
  };
}

/** Keys of a page's nodes, two lanes a node: hashes of the label path and of the name with attributes, or the text; zeros for unlabelled nodes. */
function nodeKeys(tree: ParsedPage): Int32Array {
  const { path, own } = tree.hashes;
  const keys = new Int32Array(tree.size * 2);
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (!isLabelled(tree, node)) continue;
    combine(path[at]!, path[at + 1]!, own[at]!, own[at + 1]!);
    keys[at] = lo;
    keys[at + 1] = hi;
  }
  return keys;
}

/** Keys of the places of a page's elements, two lanes a node: hashes of the path with display attributes; zeros for other nodes. */
function placeKeys(tree: ParsedPage): Int32Array {
  const { place } = tree.hashes;
  const keys = new Int32Array(tree.size * 2);
  for (let node = 0, at = 0; node < tree.size; node++, at += 2) {
    if (tree.kind[node] !== ELEMENT || !isLabelled(tree, node)) continue;
    keys[at] = place[at]!;
    keys[at + 1] = place[at + 1]!;
  }
  return keys;
}
