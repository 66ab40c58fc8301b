import type { PackedTree } from '../../html/packed-tree.ts';
import type { PageLinkTargets, PageTree } from '../../html/tree.ts';
import type { PackedKeys } from '../counts/packed-keys.ts';
import type { PageKeys } from '../counts/page-counts.ts';
import type { PackedChecks } from '../digest/packed-checks.ts';
import type { PlacedPage } from '../directives/moved-page.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { PackedHashes } from '../keys/packed-hashes.ts';
import type { RuleMatch } from '../labels/label-rules.ts';
import type { PageFeatures } from '../labels/page-features.ts';
import type { DeclaredElement } from '../parts/declared-elements.ts';
import type { PageInParts } from '../parts/page-in-parts.ts';
import type { GroupedPage } from './site-group.ts';

/** The empty list that all pages without matches of label rules share. */
export const noMatches: readonly RuleMatch[] = [];

/** The record of a page in the model of a site. */
export interface SitePage extends GroupedPage {
  packed: PackedTree;
  hashes: PackedHashes;
  /** Language tag of the page; empty if unknown. */
  language: string;
  directives: PageDirectives | undefined;
  /** Elements that the setting `parts` declares to be parts. */
  declared: readonly DeclaredElement[] | undefined;
  /** Elements that rules of the setting `labels` match, whatever the page's layout is. */
  ruleMatches: readonly RuleMatch[] | undefined;
  /** Matches in `ruleMatches` whose rules apply to the page's layout, as determined by the last `settle`. */
  applied: readonly RuleMatch[];
  /** Nodes, labels and selectors of `applied`, as a string that shows whether they changed. */
  appliedSummary: string;
  /** Facts of the page that checks count; undefined if no findings are wanted, or for a half-typed page whose file cannot be used instead. */
  checks: PackedChecks | undefined;
  features: PageFeatures;
  /** Tree and directives of the page with offsets into the editor's text; undefined if that is the text that the page was added with. */
  shown: PlacedPage | undefined;
  /** By tree node, the id of its node key in the site's counts; `places` has the ids of places. -1 for nodes without a key or place. */
  nodes: PackedKeys;
  places: PackedKeys;
}

/** A page as `SiteParts` reads it. Tree, keys, places and links are unpacked at the first access. */
export class UnpackedPage implements PageInParts {
  readonly id: number;
  readonly hash: number;
  readonly name: string;
  readonly directives: PageDirectives | undefined;
  readonly declared: readonly DeclaredElement[] | undefined;
  readonly language: string;
  readonly #page: SitePage;
  #tree: PageTree | undefined;
  #keys: PageKeys | undefined;
  #places: PageKeys | undefined;
  #links: PageLinkTargets | undefined;

  constructor(page: SitePage) {
    const { id, hash, name, directives, declared, language } = page;
    this.#page = page;
    this.id = id;
    this.hash = hash;
    this.name = name;
    this.directives = directives;
    this.declared = declared;
    this.language = language;
  }

  get tree(): PageTree {
    this.#tree ??= this.#page.packed.tree;
    return this.#tree;
  }

  get keys(): PageKeys {
    this.#keys ??= this.#page.nodes.keys;
    return this.#keys;
  }

  get places(): PageKeys {
    this.#places ??= this.#page.places.keys;
    return this.#places;
  }

  get links(): PageLinkTargets {
    this.#links ??= this.#page.hashes.links;
    return this.#links;
  }
}

/** Returns the tree and directives of a page, with offsets into the editor's text if `shown` is set, else into the text that it was added with. */
export function shownPage({ shown, packed, directives }: SitePage): PlacedPage {
  return shown ?? { tree: packed.tree, directives };
}
