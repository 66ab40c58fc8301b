import type { GroupingName, LabelRule } from 'templens-shared/settings';
import { PackedTree } from '../../html/packed-tree.ts';
import { KeyTable } from '../counts/key-table.ts';
import { PackedKeys } from '../counts/packed-keys.ts';
import { type CountChange, PageCounts } from '../counts/page-counts.ts';
import { PageSample } from '../counts/page-sample.ts';
import { PackedChecks } from '../digest/packed-checks.ts';
import { digestPage, type PackedDigest, type PageDigest } from '../digest/page-digest.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';
import { PackedHashes } from '../keys/packed-hashes.ts';
import type { CandidateLabels } from '../labels/candidate-labels.ts';
import { Copies } from '../labels/copies.ts';
import { type ExtractorChoice, neededFeatures, type PreparedExtractor, prepareExtractor } from '../labels/extractors.ts';
import type { GroupCounts } from '../labels/group-counts.ts';
import { LearnedScores } from '../labels/learned-scores.ts';
import { type PageFeature, type PageFeatures, requireFeatures } from '../labels/page-features.ts';
import type { LabelCount } from '../labels/page-labels.ts';
import { PooledScores } from '../labels/pooled-scores.ts';
import { thresholds } from '../labels/thresholds.ts';
import { pageHash } from '../layouts/group-id.ts';
import { makeGrouping } from '../layouts/groupings.ts';
import { translationKey } from '../layouts/translations.ts';
import type { PartOptions } from '../parts/instances.ts';
import { SiteParts } from '../parts/site-parts.ts';
import { AppliedRules } from './applied-rules.ts';
import { candidateLabelsOf, noExtractor } from './candidates.ts';
import { SiteGroup } from './site-group.ts';
import { type LayoutSettings, SiteGroups } from './site-groups.ts';
import { noMatches, type SitePage, UnpackedPage } from './site-page.ts';
import { TemplateShares } from './template-shares.ts';

/** Settings of a site's model. */
export interface SiteModelOptions extends ExtractorChoice {
  /** The algorithm that divides pages into layouts. Default: `default`. */
  grouping?: GroupingName;
  /** Largest distance, in [0,1], that links two pages into one group; null for the grouping's default. */
  groupThreshold: number | null;
  /** Options of the search for parts. Default: `defaultPartOptions`. */
  parts?: PartOptions;
  /** Corrections of layouts; only the default grouping applies them. */
  layouts?: LayoutSettings;
  /** Corrections of labels. The digest of each page must contain their matches (`ruleMatches`). */
  labelRules?: readonly LabelRule[];
  /** Number of sample pages whose scores are pooled for the default labels, at least 1. Default: 32. */
  pooledPages?: number;
  /** Keeps the scores that `settle` computes until the next change, for pages that are all labelled afterwards. */
  keepsScores?: boolean;
}

const noPackedKeys = new PackedKeys();

/**
 * The pages of a site and the counts over them, which are up to date after each change. `Settling` then brings groups, parts and labels up to
 * date.
 */
export class ModelStore {
  readonly options: SiteModelOptions;
  readonly extractor: PreparedExtractor;
  readonly #neededFeatures: readonly PageFeature[];
  /** Labels pages by comparison with candidate pages; undefined if each page is compared with its layout. */
  readonly candidateLabels: CandidateLabels | undefined;
  /** Pages by path. */
  readonly pages = new Map<string, SitePage>();
  readonly #byId: (SitePage | undefined)[] = [];
  readonly #freeIds: number[] = [];
  readonly site: GroupCounts['site'];
  readonly parts: SiteParts;
  readonly groups: SiteGroups;
  readonly rules: AppliedRules;
  /** Hashes of style sequences and link targets. */
  readonly #hashes = new KeyTable();
  /** The keys by which checks compare pages. */
  readonly checkKeys = new KeyTable();
  /** The pages whose scores are pooled. */
  readonly sample: PageSample<SitePage>;
  readonly templateShares: TemplateShares<SitePage>;
  /** Pages added or replaced since the last `settle`. */
  readonly dirty = new Set<SitePage>();
  /** Trees and keys of replaced and removed pages. Groups read them until the end of the next `settle`, which releases them. */
  readonly #replaced: { release(): void }[] = [];
  /** Number of additions, replacements and removals of pages since the last `settle`. */
  #changes = 0;
  /** True if so many pages changed since the last `settle` that all pages are labelled again; `nodeChange` is incomplete then. */
  allChanged = false;
  /** Node keys whose page counts changed since the last `settle`; incomplete if `allChanged`. */
  nodeChange: CountChange = { raised: [], lowered: [] };
  /** Number of tree nodes, keys and pages visited since the last `settle`. */
  nodesTouched = 0;
  /** Number of pages at the last `settle`. */
  sizeBefore = 0;

  /** @param countLabels counts the labels of a page as of the last `settle`. */
  constructor(options: SiteModelOptions, countLabels: (page: SitePage) => LabelCount) {
    this.options = options;
    const nodes = new PageCounts();
    const ids = (): number[] => [...this.pages.values()].map(({ id }) => id);
    this.site = {
      nodes,
      places: new PageCounts(),
      size: () => this.pages.size,
      parts: {
        instances: page => this.parts.instances(page),
        minimumPages: () => this.parts.minimumPages,
        sharing: page => this.parts.sharing(page),
      },
      copies: new Copies(nodes, id => this.byId(id), ids),
      pool: new PooledScores(),
      learned: new LearnedScores(),
    };
    this.extractor = prepareExtractor(options);
    this.#neededFeatures = neededFeatures(options);
    this.candidateLabels = candidateLabelsOf(this.extractor, this.site);
    this.sample = new PageSample(() => this.pages.values(), options.pooledPages ?? thresholds.pooledPages);
    this.templateShares = new TemplateShares(countLabels);
    const grouping = options.grouping ?? 'default';
    this.groups = new SiteGroups(
      makeGrouping(grouping, options.groupThreshold),
      grouping === 'default' ? options.layouts : undefined,
      () => new SiteGroup(this.site, this.candidateLabels ? noExtractor : this.extractor),
    );
    this.rules = new AppliedRules(options.labelRules ?? [], {
      pages: this.pages,
      byId: id => this.byId(id),
      layout: page => this.groups.name(page),
    });
    this.parts = new SiteParts(this.site, id => new UnpackedPage(this.byId(id)), ids, options.parts);
  }

  /** Returns a page of the site by its id, which must be in use. */
  byId(id: number): SitePage {
    return this.#byId[id]!;
  }

  /** Returns a page by its path. Throws if the site has no such page. */
  page(name: string): SitePage {
    const page = this.pages.get(name);
    if (!page) throw new Error(`there is no page ${name} in the site`);
    return page;
  }

  /** Numbers of distinct keys, layout sets, style nodes, groups, and entries of parts, scores and copies: all zero if there are no pages. */
  get sizes(): { nodes: number; places: number; layouts: number; styles: number; groups: number; parts: number } {
    return {
      nodes: this.site.nodes.size,
      places: this.site.places.size,
      ...this.groups.sizes,
      parts: this.parts.size + this.site.pool.size + this.site.learned.size + this.site.copies.size,
    };
  }

  /**
   * Bytes of the arrays that grow with the pages: packed trees; key ids of pages; hashes of styles and links; counts of checks; and tables of
   * keys with the pages that have them.
   */
  get bytes(): { trees: number; keys: number; hashes: number; checks: number; tables: number } {
    const bytes = { trees: 0, keys: 0, hashes: 0, checks: 0 };
    for (const { packed, nodes, places, hashes, checks } of this.pages.values()) {
      bytes.trees += packed.bytes;
      bytes.keys += nodes.bytes + places.bytes;
      bytes.hashes += hashes.bytes;
      bytes.checks += checks?.bytes ?? 0;
    }
    const { nodes, places } = this.site;
    return { ...bytes, tables: nodes.bytes + places.bytes + this.#hashes.bytes + this.checkKeys.bytes };
  }

  /** Adds or replaces a page, see `SiteModel.upsert`. */
  put(name: string, input: PageDigest | PackedDigest | ParsedPage, features: PageFeatures): void {
    requireFeatures(name, features, this.#neededFeatures);
    const digest = 'hashes' in input ? digestPage(input, this.options.grouping) : input;
    const { tree, styles, links, language, directives, declared, ruleMatches } = digest;
    const packed = new PackedTree(tree);
    const checks = digest.checks && new PackedChecks(digest.checks, this.checkKeys);
    const hashes = new PackedHashes(styles, links, this.#hashes);
    const data = { packed, hashes, language, directives, declared, ruleMatches, checks, features, shown: undefined };
    const known = this.pages.get(name);
    if (known) this.#release(known);
    const page: SitePage = known
      ? Object.assign(known, data)
      : {
          id: this.#freeIds.pop() ?? this.#byId.length,
          name,
          hash: pageHash(name),
          translations: pageHash(translationKey(name)),
          ...data,
          applied: noMatches,
          appliedSummary: '',
          layoutSet: -1,
          nodes: noPackedKeys,
          places: noPackedKeys,
          group: undefined,
        };
    this.groups.put(page, digest.shingles);
    const { nodes, places } = this.site;
    page.nodes = new PackedKeys(nodes.replace(page.id, page.nodes.keys, digest.nodeKeys, this.#recorded(this.nodeChange)));
    page.places = new PackedKeys(places.replace(page.id, page.places.keys, digest.placeKeys, undefined));
    if (!known) this.sample.add(page);
    this.pages.set(name, page);
    this.#byId[page.id] = page;
    this.dirty.add(page);
    this.#changes++;
  }

  /** Removes a page and everything that was counted of it. */
  remove(name: string): void {
    const page = this.pages.get(name);
    if (!page) return;
    this.site.nodes.replace(page.id, page.nodes.keys, undefined, this.#recorded(this.nodeChange));
    this.site.places.replace(page.id, page.places.keys, undefined, undefined);
    this.nodesTouched += this.groups.delete(page);
    if (page.group) this.candidateLabels?.delete(page.id);
    this.#release(page);
    this.parts.delete(page.id);
    this.site.copies.delete(page.id);
    this.pages.delete(name);
    this.sample.delete(page);
    this.rules.forget(page);
    this.templateShares.delete(page);
    this.#byId[page.id] = undefined;
    this.#freeIds.push(page.id);
    this.dirty.delete(page);
    this.#changes++;
  }

  /** Ends a `settle`: drops the record of changes, and releases data of replaced pages. */
  endSettle(): void {
    this.dirty.clear();
    this.#changes = 0;
    this.allChanged = false;
    this.sizeBefore = this.pages.size;
    this.nodeChange = { raised: [], lowered: [] };
    this.nodesTouched = 0;
    for (const packed of this.#replaced.splice(0)) packed.release();
  }

  /** Releases the memory of a page: hashes and checks at once, tree and keys at the end of the next `settle`. */
  #release({ checks, hashes, packed, nodes, places }: SitePage): void {
    checks?.release();
    hashes.release();
    this.#replaced.push(packed, nodes, places);
  }

  /** Returns `change`, or undefined once half of the site's pages changed: then all pages are labelled again, and changed keys need no record. */
  #recorded(change: CountChange): CountChange | undefined {
    if (this.#changes * 2 >= this.pages.size) this.allChanged = true;
    return this.allChanged ? undefined : change;
  }
}
