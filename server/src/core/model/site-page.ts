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

/** Shared by the pages on which no rule matches anything. */
export const noneStated: readonly RuleMatch[] = [];

/** What a site's model keeps of a page. */
export interface SitePage extends GroupedPage {
  packed: PackedTree;
  hashes: PackedHashes;
  language: string;
  directives: PageDirectives | undefined;
  declared: readonly DeclaredElement[] | undefined;
  /** Of these, `applied` are of rules that are about its layout, as of the last `settle`; `said` is what these say. */
  stated: readonly RuleMatch[] | undefined;
  applied: readonly RuleMatch[];
  said: string;
  checks: PackedChecks | undefined;
  features: PageFeatures;
  /** Where its nodes stand in the text that is shown, if that is another one. */
  shown: PlacedPage | undefined;
  nodes: PackedKeys;
  places: PackedKeys;
}

/** What shared parts are found by; its tree and keys are unpacked when they are asked for. */
export class StoredPage implements PageInParts {
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

/** Its nodes and directives, at their places in the text that is shown. */
export function shownPage({ shown, packed, directives }: SitePage): PlacedPage {
  return shown ?? { tree: packed.tree, directives };
}
