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
import type { GroupName } from './group-names.ts';
import { LabelsOnDemand } from './labels-on-demand.ts';
import { counterpartsOf, digestOf, evidenceOf, repetitionsOf, sharedShare } from './queries.ts';
import { Settling, type SiteChange } from './settling.ts';
import { type SitePage, shownPage } from './site-page.ts';
import { ModelStore, type SiteModelOptions } from './store.ts';

export type { SiteChange } from './settling.ts';
export type { SiteModelOptions } from './store.ts';

const noFeatures: PageFeatures = {};

/** The pure model of a site: what all pages together say. No file system, no clock; a function of the pages it holds. */
export class SiteModel {
  readonly #store: ModelStore;
  readonly #labels: LabelsOnDemand;
  readonly #settling: Settling;
  /** Questions about the shared parts, as of the last `settle`. */
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

  /** Distinct keys, layouts, style nodes, groups and things that parts are made of: all zero when there are no pages. */
  get sizes(): ModelStore['sizes'] {
    return this.#store.sizes;
  }

  /**
   * Bytes of what grows with the pages and is kept in arrays: packed trees; key ids of pages; hashes of styles and links; what checks count of
   * pages; and the tables of keys, with the pages that hold them.
   */
  get bytes(): ModelStore['bytes'] {
    return this.#store.bytes;
  }

  has(page: string): boolean {
    return this.#store.pages.has(page);
  }

  /** Adds or replaces a page. Groups and labels follow with `settle`. Throws if `features` lack something that `neededFeatures` names. */
  upsert(name: string, input: PageDigest | PackedDigest | ParsedPage, features: PageFeatures = noFeatures): void {
    this.#store.put(name, input, features);
    this.#labels.forget();
  }

  /**
   * Puts other rules about labels in the place of those that there are; labels follow with `settle`. What new rules match on pages that are
   * here is to be put in with `restate`.
   * @param kept by new rule, see `keptRules`
   */
  setLabelRules(rules: readonly LabelRule[], kept: readonly number[]): void {
    this.#store.rules.replace(rules, kept);
    this.#labels.forget();
  }

  /** What the rules about labels match on a page; labels follow with `settle`. */
  restate(name: string, stated: readonly RuleMatch[]): void {
    this.#store.rules.restate(this.#page(name), stated);
  }

  /** An editor shows the page as another text, in which its nodes stand at these places; undefined: as the text that it was put in with. */
  show(name: string, placed: PlacedPage | undefined): void {
    this.#page(name).shown = placed;
  }

  /** The other text that an editor shows, see `show`. */
  shownElsewhere(name: string): PlacedPage | undefined {
    return this.#page(name).shown;
  }

  /** A page's nodes and directives, at their places in the text that is shown. */
  shown(name: string): PlacedPage {
    return shownPage(this.#page(name));
  }

  /**
   * Adds or replaces a template file of Dreamweaver; removes it where there is no digest. It is no page: it says what is right in the locked
   * regions of the pages made from it.
   * @param path from the site's root, with `/`; `source` is its text.
   */
  putTemplate(path: string, digest: PageDigest | undefined, source = ''): void {
    this.#store.parts.putTemplate(path, digest, source);
  }

  /** Path of the template file that a page is made from, if it lies in the site. */
  template(name: string): string | undefined {
    return this.#store.parts.template(this.#page(name).id)?.path;
  }

  /** Removes a page; nothing of it stays behind. */
  remove(name: string): void {
    this.#store.remove(name);
    this.#labels.forget();
  }

  /** Brings groups up to date, and names what changed since the last call. */
  settle(): SiteChange {
    this.#labels.forget();
    return this.#settling.settle();
  }

  /** What other pages have, too, as of the last `settle`. */
  sharing(name: string): Sharing {
    return this.#store.parts.sharing(this.#page(name).id);
  }

  /** What is done when somebody asks: tokens and pages visited for the versions of parts, and nodes labelled, since the last call. */
  takeWorkOfAnswers(): number {
    return this.#labels.takeWork() + this.#store.parts.takeVersionWork() + (this.#store.candidateLabels?.takeWork() ?? 0);
  }

  /** Where a page has shared parts, as of the last `settle`, in document order. */
  partInstances(name: string): { instance: Instance; part: Part }[] {
    return this.#store.parts.instances(this.#page(name).id);
  }

  /** The elements of all pages that the settings declare to be parts. */
  *declaredElements(): Generator<DeclaredElement> {
    for (const { declared } of this.#store.pages.values()) if (declared) yield* declared;
  }

  /** Labels of a page as of the last `settle`: what the page itself or the settings say of them, else what the evidence does. */
  labels(name: string): NodeLabels {
    return this.#labels.of(this.#page(name));
  }

  /** As `labels`, of the evidence alone: what the extractor says. */
  labelsByEvidence(name: string): NodeLabels {
    return this.#labels.byEvidence(this.#page(name));
  }

  tree(name: string): PageTree {
    return this.#page(name).packed.tree;
  }

  /** Keys of the places of a page's nodes. */
  places(name: string): Int32Array {
    return this.#page(name).places.keys;
  }

  /** The keys of a page's nodes as its digest has them. */
  nodeLanes(name: string): Int32Array {
    return this.#store.site.nodes.lanes(this.#page(name).nodes.keys);
  }

  /** Paths of all pages. */
  pageNames(): string[] {
    return [...this.#store.pages.keys()];
  }

  /** What a page says of its own labels and findings; undefined where it says nothing. */
  directives(name: string): PageDirectives | undefined {
    return this.#page(name).directives;
  }

  /** The id of a page, and the 53-bit hash of its path. The id of a page that is removed may be given to another page. */
  identity(name: string): { readonly id: number; readonly hash: number } {
    return this.#page(name);
  }

  /** What checks count of a page; undefined where findings are not wanted. */
  checks(name: string): PackedChecks | undefined {
    return this.#page(name).checks;
  }

  /** Share, in [0,1], of the nodes in a page's body that at least two other pages of the site hold at the same path. */
  sharedShare(name: string): number {
    return sharedShare(this.#store, this.#page(name));
  }

  /** What a page was put in with; filling another model with these gives the same model. */
  digest(name: string): PageDigest {
    return digestOf(this.#store, this.#page(name));
  }

  /** The features that a page was put in with. */
  features(name: string): PageFeatures {
    return this.#page(name).features;
  }

  group(name: string): GroupName {
    return this.#store.groups.name(this.#page(name));
  }

  groups(): GroupSummary[] {
    return this.grouping().groups;
  }

  /** Rules of the setting `labels`, by index, that match nothing on any page that they are about. */
  unusedLabelRules(): number[] {
    return this.#store.rules.unused();
  }

  /** Globs of the settings' layout entries, by index, that match no page. */
  unusedLayouts(): { entry: number; glob: number }[] {
    return this.#store.groups.unusedLayouts;
  }

  /** The groups at a level, the largest first (of one size, by id), how well they are set apart, and the tree that they come from. */
  grouping(level: LayoutLevel = 'layout'): GroupingSummary {
    return this.#store.groups.summary(level, pages => this.#store.templateShares.of(pages.map(name => this.#page(name))));
  }

  /** Pages to count nodes of for `templateShare` of `grouping`, which otherwise does that at once. */
  get uncounted(): number {
    return this.#store.templateShares.due;
  }

  /** Counts the nodes of so many pages. */
  countSome(pages: number): void {
    this.#store.templateShares.slice(pages);
  }

  /** What the default labels of a page are made of; for training them. */
  labelFeatures(name: string): FeatureRows {
    const page = this.#page(name);
    return labelFeatures(page.group!.pages.get(page.id)!, page.group!);
  }

  /** The keys under which the scores of these rows are pooled, and the page's part in the choice of the sample; for training. */
  pooling(name: string, rows: FeatureRows): { keys: PoolKeys; hash: number } {
    const page = this.#page(name);
    return { keys: poolKeys(page.group!.pages.get(page.id)!, rows), hash: page.hash };
  }

  /** Why a node of a page has its label; with `details` also its importance in the style tree of its layout, which is made for that. */
  evidence(name: string, node: number, details = false): LabelEvidence {
    return evidenceOf(this.#store, this.#labels, this.#page(name), node, details);
  }

  /** The same node on other pages of the group, see `counterparts`; by page path. */
  counterparts(name: string, node: number): { page: string; node: number }[] {
    return counterpartsOf(this.#store, this.#page(name), node);
  }

  /** The nodes of a page that are the same as one of them: label path, name and attributes, or text. In document order. */
  repetitions(name: string, node: number): number[] {
    return repetitionsOf(this.#page(name), node);
  }

  #page(name: string): SitePage {
    return this.#store.page(name);
  }
}
