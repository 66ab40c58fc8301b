import type { GroupingSummary, GroupSummary, LayoutLevel } from 'templens-shared/labels';
import type { LabelRule } from 'templens-shared/settings';
import type { PageTree } from '../../html/tree.ts';
import type { KeyTable } from '../counts/key-table.ts';
import type { PackedChecks } from '../digest/packed-checks.ts';
import type { PackedDigest, PageDigest } from '../digest/page-digest.ts';
import type { PlacedPage } from '../directives/moved-page.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { ParsedPage } from '../directives/parsed-page.ts';
import type { LabelEvidence } from '../labels/evidence.ts';
import { type FeatureRows, labelFeatures } from '../labels/features.ts';
import type { RuleMatch } from '../labels/label-rules.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import type { PageFeatures } from '../labels/page-features.ts';
import { countLabels } from '../labels/page-labels.ts';
import { type PoolKeys, poolKeys } from '../labels/pooled-scores.ts';
import type { DeclaredElement } from '../parts/declared-elements.ts';
import type { Instance } from '../parts/page-instances.ts';
import type { Part } from '../parts/part.ts';
import { PartQueries } from '../parts/part-queries.ts';
import type { Sharing } from '../parts/sharing.ts';
import { type FrozenSite, freezeSite } from './frozen-site.ts';
import type { GroupName } from './group-names.ts';
import { LabelsOnDemand } from './labels-on-demand.ts';
import { counterpartsOf, digestOf, evidenceOf, repetitionsOf, sharedShare } from './queries.ts';
import { Settling, type SiteChange } from './settling.ts';
import { type SitePage, shownPage } from './site-page.ts';
import { ModelStore, type SiteModelOptions } from './store.ts';

export type { SiteChange } from './settling.ts';
export type { SiteModelOptions } from './store.ts';

const noFeatures: PageFeatures = {};

/**
 * The model of a site: groups, parts and labels of its pages. It reads no files and no clock; its state depends only on its pages and settings.
 * Changes take effect with `settle`. A `name` is the path of a page, with `/`. Methods throw if the site has no such page, except `has`,
 * `upsert` and `remove`.
 */
export class SiteModel {
  readonly #store: ModelStore;
  readonly #labels: LabelsOnDemand;
  readonly #settling: Settling;
  /** Queries about the shared parts in the state of the last `settle`. */
  readonly parts: PartQueries;

  constructor(options: SiteModelOptions) {
    const store = new ModelStore(options, page => countLabels(page.packed.tree, this.#labels.of(page).label));
    this.#store = store;
    this.#labels = new LabelsOnDemand(store);
    this.#settling = new Settling(store, (page, scores) => this.#labels.scored(page, scores));
    this.parts = new PartQueries(store.parts, {
      id: name => store.page(name).id,
      hash: id => store.byId(id).hash,
      page: id => {
        const page = store.byId(id);
        const { layout } = store.groups.name(page);
        return {
          name: page.name,
          layout,
          get tree() {
            return page.packed.tree;
          },
          get shown() {
            return shownPage(page).tree;
          },
        };
      },
    });
  }

  /** The keys by which checks compare pages. */
  get checkKeys(): KeyTable {
    return this.#store.checkKeys;
  }

  get pageCount(): number {
    return this.#store.pages.size;
  }

  /** See `ModelStore.sizes`. */
  get sizes(): ModelStore['sizes'] {
    return this.#store.sizes;
  }

  /** See `ModelStore.bytes`. */
  get bytes(): ModelStore['bytes'] {
    return this.#store.bytes;
  }

  has(page: string): boolean {
    return this.#store.pages.has(page);
  }

  /** Adds or replaces a page. Throws if `features` lacks a feature that the extractor reads, see `neededFeatures`. */
  upsert(name: string, input: PageDigest | PackedDigest | ParsedPage, features: PageFeatures = noFeatures): void {
    this.#store.put(name, input, features);
    this.#labels.forget();
  }

  /**
   * Replaces the rules of the setting `labels`. Call `setRuleMatches` for each page on which a new rule can match something.
   * @param kept the result of `keptRules`.
   */
  setLabelRules(rules: readonly LabelRule[], kept: readonly number[]): void {
    this.#store.rules.replace(rules, kept);
    this.#labels.forget();
  }

  /** Replaces the matches of label rules on a page. */
  setRuleMatches(name: string, ruleMatches: readonly RuleMatch[]): void {
    this.#store.rules.setMatches(this.#page(name), ruleMatches);
  }

  /** Sets the tree and directives of a page with offsets into the editor's text; undefined if that is the text that the page was added with. */
  setShown(name: string, placed: PlacedPage | undefined): void {
    this.#page(name).shown = placed;
  }

  /** Returns what `setShown` set. */
  shownOverride(name: string): PlacedPage | undefined {
    return this.#page(name).shown;
  }

  /** Returns the tree and directives of a page, with offsets into the text that `setShown` set, else into the text that it was added with. */
  shown(name: string): PlacedPage {
    return shownPage(this.#page(name));
  }

  /**
   * Adds or replaces a Dreamweaver template file; removes it if `digest` is undefined. It is not a page; the locked regions of the pages made
   * from it are compared with it.
   * @param path from the site's root, with `/`; `source` is its text.
   */
  putTemplate(path: string, digest: PageDigest | undefined, source = ''): void {
    this.#store.parts.putTemplate(path, digest, source);
  }

  /** Returns the path of the Dreamweaver template file that a page is made from; undefined if the site does not have this file. */
  template(name: string): string | undefined {
    return this.#store.parts.template(this.#page(name).id)?.path;
  }

  /** Removes a page and everything that was counted of it. Does nothing if there is no such page. */
  remove(name: string): void {
    this.#store.remove(name);
    this.#labels.forget();
  }

  /** Brings groups, parts and labels up to date. Returns what changed since the last call. */
  settle(): SiteChange {
    this.#labels.forget();
    return this.#settling.settle();
  }

  /** Returns which nodes of a page other pages have as well, as of the last `settle`. */
  sharing(name: string): Sharing {
    return this.#store.parts.sharing(this.#page(name).id);
  }

  /** Returns the work that queries did since the last call: tokens and pages visited for versions of parts, and nodes labelled. */
  takeWorkOfAnswers(): number {
    return this.#labels.takeWork() + this.#store.parts.takeVersionWork() + (this.#store.candidateLabels?.takeWork() ?? 0);
  }

  /** Returns the instances of parts on a page, as of the last `settle`, in document order. */
  partInstances(name: string): { instance: Instance; part: Part }[] {
    return this.#store.parts.instances(this.#page(name).id);
  }

  /** Yields the elements of all pages that the setting `parts` declares to be parts. */
  *declaredElements(): Generator<DeclaredElement> {
    for (const { declared } of this.#store.pages.values()) if (declared) yield* declared;
  }

  /** Returns the labels of a page as of the last `settle`: the extractor's labels, overridden by its directives and by the settings. */
  labels(name: string): NodeLabels {
    return this.#labels.of(this.#page(name));
  }

  /** Returns the extractor's labels of a page, without directives and settings. */
  labelsByEvidence(name: string): NodeLabels {
    return this.#labels.byEvidence(this.#page(name));
  }

  /** Returns the tree of a page, with offsets into the text that it was added with. */
  tree(name: string): PageTree {
    return this.#page(name).packed.tree;
  }

  /** Returns, by tree node, the id of its place in the site's counts. */
  places(name: string): Int32Array {
    return this.#page(name).places.keys;
  }

  /** Returns the node keys of a page in the form of `PageDigest.nodes`. */
  nodeLanes(name: string): Int32Array {
    return this.#store.site.nodes.lanes(this.#page(name).nodes.keys);
  }

  /** Returns the paths of all pages. */
  pageNames(): string[] {
    return [...this.#store.pages.keys()];
  }

  /** Returns the directives of a page: its own comments and attributes about labels and findings; undefined if there are none. */
  directives(name: string): PageDirectives | undefined {
    return this.#page(name).directives;
  }

  /** Returns the id of a page and the 53-bit hash of its path. Ids of removed pages are reused. */
  identity(name: string): { readonly id: number; readonly hash: number } {
    return this.#page(name);
  }

  /** Returns the facts of a page that checks count; undefined if no findings are wanted, or for a half-typed page without a usable file. */
  checks(name: string): PackedChecks | undefined {
    return this.#page(name).checks;
  }

  /** Returns the share, in [0,1], of the nodes in a page's body whose node keys at least two other pages of the site have. */
  sharedShare(name: string): number {
    return sharedShare(this.#store, this.#page(name));
  }

  /** Returns the digest that a page was added with. Another model to which the digests of all pages are added has the same state. */
  digest(name: string): PageDigest {
    return digestOf(this.#store, this.#page(name));
  }

  /** Returns what the site says about its pages, as of the last `settle`, to label other pages by (`HostModel`). */
  freeze(): FrozenSite {
    return freezeSite(this.#store);
  }

  /** Returns the features that a page was added with. */
  features(name: string): PageFeatures {
    return this.#page(name).features;
  }

  /** Returns the group of a page. */
  group(name: string): GroupName {
    return this.#store.groups.name(this.#page(name));
  }

  /** Returns the groups at the level of layouts, see `grouping`. */
  groups(): GroupSummary[] {
    return this.grouping().groups;
  }

  /** Returns the indices of entries of the setting `labels` that match nothing on the pages to which they apply. */
  unusedLabelRules(): number[] {
    return this.#store.rules.unused();
  }

  /** Returns the globs of the setting `layouts` that match no page: indices of the entry and of the glob in it. */
  unusedLayouts(): { entry: number; glob: number }[] {
    return this.#store.groups.unusedLayouts;
  }

  /** Returns the groups at a level, the largest first (groups of the same size by id), how well they are separated, and the tree of layouts. */
  grouping(level: LayoutLevel = 'layout'): GroupingSummary {
    return this.#store.groups.summary(level, pages => this.#store.templateShares.of(pages.map(name => this.#page(name))));
  }

  /** Number of pages whose template nodes `grouping` has to count first; `countSome` does that in slices. */
  get uncounted(): number {
    return this.#store.templateShares.due;
  }

  /** Counts the template nodes of at most `pages` of the uncounted pages. */
  countSome(pages: number): void {
    this.#store.templateShares.slice(pages);
  }

  /** Returns the features of a page's nodes by which the default extractor labels them; used to train its model. */
  labelFeatures(name: string): FeatureRows {
    const page = this.#page(name);
    return labelFeatures(page.group!.pages.get(page.id)!, page.group!);
  }

  /** Returns the keys under which the scores of these rows are pooled, and the page's hash, by which pages are sampled; for training. */
  pooling(name: string, rows: FeatureRows): { keys: PoolKeys; hash: number } {
    const page = this.#page(name);
    return { keys: poolKeys(page.group!.pages.get(page.id)!, rows), hash: page.hash };
  }

  /** Returns the evidence for the label of a node. With `details`, includes the node importance, for which it may build the layout's style tree. */
  evidence(name: string, node: number, details = false): LabelEvidence {
    return evidenceOf(this.#store, this.#labels, this.#page(name), node, details);
  }

  /** Returns the counterparts of a node on other pages of its group, sorted by page path; see `counterparts`. */
  counterparts(name: string, node: number): { page: string; node: number }[] {
    return counterpartsOf(this.#store, this.#page(name), node);
  }

  /** Returns the nodes of a page with the same node key as the given node, which is one of them, in document order. */
  repetitions(name: string, node: number): number[] {
    return repetitionsOf(this.#page(name), node);
  }

  #page(name: string): SitePage {
    return this.#store.page(name);
  }
}
