import type { GroupingSummary, GroupSummary, LayoutLevel } from 'templens-shared/labels';
import type { GroupingName, LabelRule } from 'templens-shared/settings';
import { nameId } from '../../html/names.ts';
import { PackedTree } from '../../html/packed-tree.ts';
import type { PageTree, ParsedPage } from '../../html/tree.ts';
import { BandCrossings } from '../counts/band-crossings.ts';
import { KeyTable } from '../counts/key-table.ts';
import { PackedKeys } from '../counts/packed-keys.ts';
import { type Bands, type CountChange, crossed, PageCounts } from '../counts/page-counts.ts';
import { PackedChecks } from '../digest/packed-checks.ts';
import { digestPage, type PackedDigest, type PageDigest } from '../digest/page-digest.ts';
import { decidingDirectives } from '../directives/deciding-directives.ts';
import type { PlacedPage } from '../directives/moved-page.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import { PackedHashes } from '../keys/packed-hashes.ts';
import { bandWithoutCopies, leastMoved, siteBand } from '../labels/bands.ts';
import type { CandidateLabels } from '../labels/candidate-labels.ts';
import { Copies } from '../labels/copies.ts';
import { decidedRows, directedLabels } from '../labels/directed-labels.ts';
import { type LabelEvidence, nodeEvidence } from '../labels/evidence.ts';
import type { PageScores } from '../labels/extractor.ts';
import { type ExtractorChoice, neededFeatures, type PreparedExtractor, prepareExtractor } from '../labels/extractors.ts';
import { type FeatureRows, labelFeatures } from '../labels/features.ts';
import type { StatedElement } from '../labels/label-rules.ts';
import { LearnedScores } from '../labels/learned-scores.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import { type PageFeature, type PageFeatures, requireFeatures } from '../labels/page-features.ts';
import { countLabels } from '../labels/page-labels.ts';
import { PageSample } from '../labels/page-sample.ts';
import { PartBands } from '../labels/part-bands.ts';
import { PooledScores, type PoolKeys, poolKeys } from '../labels/pooled-scores.ts';
import { pageHash } from '../layouts/group-id.ts';
import { makeGrouping } from '../layouts/groupings.ts';
import { translationKey } from '../layouts/translations.ts';
import type { DeclaredElement } from '../parts/declared-elements.ts';
import type { PartOptions } from '../parts/instances.ts';
import type { Instance } from '../parts/page-instances.ts';
import type { Part } from '../parts/part.ts';
import { PartQueries } from '../parts/part-queries.ts';
import type { Sharing } from '../parts/sharing.ts';
import { SiteParts } from '../parts/site-parts.ts';
import { AppliedRules } from './applied-rules.ts';
import { candidateLabelsOf, noExtractor } from './candidates.ts';
import { counterparts } from './counterparts.ts';
import { SiteGroup } from './site-group.ts';
import {
  type ChangedGroup,
  type GroupName,
  type LayoutSettings,
  type RestatedGroup,
  SiteGroups,
  ungrouped,
} from './site-groups.ts';
import { noneStated, type SitePage, StoredPage, shownPage } from './site-page.ts';
import { TemplateShares } from './template-shares.ts';

export interface SiteModelOptions extends ExtractorChoice {
  /** Default: `default`. */
  grouping?: GroupingName;
  /** Largest distance, in [0,1], between two pages that links their groups; null is the grouping's own. */
  groupThreshold: number | null;
  /** Default: as documented in docs/parts.md. */
  parts?: PartOptions;
  /** What the user says of layouts; the default grouping heeds it. */
  layouts?: LayoutSettings;
  /** Corrections of labels; digests have what these match. */
  labelRules?: readonly LabelRule[];
  /** Pages whose scores are pooled for the default labels, at least 1. Default: 32. */
  pooledPages?: number;
}

/** What an update changed. */
export interface SiteChange {
  /** Pages whose labels may have changed; sorted. */
  relabel: string[];
  /** Pages whose group is another one, or has another id; sorted. */
  regrouped: string[];
  /** Groups of whose pages something else is said, because it says what the group is called and how many they are. */
  restated: readonly RestatedGroup[];
  groups: ChangedGroup[];
  /** Pages whose `sharedShare` may have changed although they did not; sorted. */
  reshared: string[];
  /** Pages that may have other parts, or have them at other nodes; sorted. */
  reparted: string[];
  /** What is said of parts may have changed. */
  parts: boolean;
  /** Tree nodes visited and keys changed. */
  work: { nodesTouched: number };
}

/** So many pages must have a node so that each shares it with others. */
const FEWEST_SHARING = 3;

const noFeatures: PageFeatures = {};
const noPackedKeys = new PackedKeys();

/** The pure model of a site: what all pages together say. No file system, no clock; a function of the pages it holds. */
export class SiteModel {
  #options: SiteModelOptions;
  #extractor: PreparedExtractor;
  readonly #neededFeatures: readonly PageFeature[];
  /** Where pages are not compared with their layouts. */
  #candidateLabels: CandidateLabels | undefined;
  #pages = new Map<string, SitePage>();
  #byId: (SitePage | undefined)[] = [];
  #freeIds: number[] = [];
  readonly #nodeCounts = new PageCounts();
  #site = {
    nodes: this.#nodeCounts,
    places: new PageCounts(),
    size: () => this.#pages.size,
    parts: {
      instances: (page: number) => this.#parts.instances(page),
      need: () => this.#parts.need,
      sharing: (page: number) => this.#parts.sharing(page),
    },
    copies: new Copies(
      this.#nodeCounts,
      id => this.#byId[id]!,
      () => [...this.#pages.values()].map(({ id }) => id),
    ),
    pool: new PooledScores(),
    learned: new LearnedScores(),
  };
  readonly #crossings = new BandCrossings(this.#nodeCounts);
  #parts: SiteParts;
  /** Of style sequences and link targets. */
  readonly #hashes = new KeyTable();
  /** The keys by which checks compare pages. */
  readonly checkKeys = new KeyTable();
  /** Questions about the shared parts, as of the last `settle`. */
  readonly parts: PartQueries;
  readonly #partBands = new PartBands(() => this.#parts.all());
  /** The pages whose scores are pooled. */
  readonly #sample: PageSample<SitePage>;
  #groups: SiteGroups;
  #dirty = new Set<SitePage>();
  /** Trees and keys of replaced and removed pages. Groups read them until the end of the next `settle`. */
  readonly #replaced: { release(): void }[] = [];
  /** Pages put in and taken out since the last `settle`. */
  #changes = 0;
  #allChanged = false;
  readonly #rules: AppliedRules;
  /** Pages at the last `settle`. */
  #sizeBefore = 0;
  #nodeChange: CountChange = { raised: [], lowered: [] };
  #nodesTouched = 0;
  #nodesLabelled = 0;
  /** The labels that were asked for last: questions about one page come together. */
  #labelled: { page: SitePage; labels: NodeLabels } | undefined;
  readonly #templateShares = new TemplateShares<SitePage>(({ name, packed }) =>
    countLabels(packed.tree, this.labels(name).label),
  );
  /** The scores of the one page that changed, which is mostly labelled next. */
  #scored: { page: SitePage; scores: PageScores } | undefined;

  constructor(options: SiteModelOptions) {
    this.#options = options;
    this.#extractor = prepareExtractor(options);
    this.#neededFeatures = neededFeatures(options);
    this.#candidateLabels = candidateLabelsOf(this.#extractor, this.#site);
    this.#sample = new PageSample(() => this.#pages.values(), options.pooledPages);
    const grouping = options.grouping ?? 'default';
    this.#groups = new SiteGroups(
      makeGrouping(grouping, options.groupThreshold),
      grouping === 'default' ? options.layouts : undefined,
      () => new SiteGroup(this.#site, this.#candidateLabels ? noExtractor : this.#extractor),
    );
    this.#rules = new AppliedRules(options.labelRules ?? [], {
      pages: this.#pages,
      byId: id => this.#byId[id]!,
      layout: page => this.#groups.name(page),
    });
    this.#parts = new SiteParts(
      this.#site,
      id => new StoredPage(this.#byId[id]!),
      () => [...this.#pages.values()].map(({ id }) => id),
      options.parts,
    );
    this.parts = new PartQueries(this.#parts, {
      id: name => this.#page(name).id,
      hash: id => this.#byId[id]!.hash,
      page: id => {
        const page = this.#byId[id]!;
        const { layout } = this.#groups.name(page);
        return {
          name: page.name,
          layout,
          get tree() {
            return shownPage(page).tree;
          },
        };
      },
    });
  }

  get pageCount(): number {
    return this.#pages.size;
  }

  /** Distinct keys, layouts, style nodes, groups and things that parts are made of: all zero when there are no pages. */
  get sizes(): { nodes: number; places: number; layouts: number; styles: number; groups: number; parts: number } {
    return {
      nodes: this.#site.nodes.size,
      places: this.#site.places.size,
      ...this.#groups.sizes,
      parts: this.#parts.size + this.#site.pool.size + this.#site.learned.size + this.#site.copies.size,
    };
  }

  /**
   * Bytes of what grows with the pages and is kept in arrays: packed trees; key ids of pages; hashes of styles and links; what checks count of
   * pages; and the tables of keys, with the pages that hold them.
   */
  get bytes(): { trees: number; keys: number; hashes: number; checks: number; tables: number } {
    const bytes = { trees: 0, keys: 0, hashes: 0, checks: 0 };
    for (const { packed, nodes, places, hashes, checks } of this.#pages.values()) {
      bytes.trees += packed.bytes;
      bytes.keys += nodes.bytes + places.bytes;
      bytes.hashes += hashes.bytes;
      bytes.checks += checks?.bytes ?? 0;
    }
    const { nodes, places } = this.#site;
    return { ...bytes, tables: nodes.bytes + places.bytes + this.#hashes.bytes + this.checkKeys.bytes };
  }

  has(page: string): boolean {
    return this.#pages.has(page);
  }

  /** Adds or replaces a page. Groups and labels follow with `settle`. Throws if `features` lack something that `neededFeatures` names. */
  upsert(name: string, input: PageDigest | PackedDigest | ParsedPage, features: PageFeatures = noFeatures): void {
    requireFeatures(name, features, this.#neededFeatures);
    const digest = 'hashes' in input ? digestPage(input, this.#options.grouping) : input;
    const { tree, styles, links, language, directives, declared, stated } = digest;
    const packed = new PackedTree(tree);
    const checks = digest.checks && new PackedChecks(digest.checks, this.checkKeys);
    const hashes = new PackedHashes(styles, links, this.#hashes);
    const said = { packed, hashes, language, directives, declared, stated, checks, features, shown: undefined };
    const known = this.#pages.get(name);
    if (known) this.#release(known);
    const page: SitePage = known
      ? Object.assign(known, said)
      : {
          id: this.#freeIds.pop() ?? this.#byId.length,
          name,
          hash: pageHash(name),
          translations: pageHash(translationKey(name)),
          ...said,
          applied: noneStated,
          said: '',
          layout: -1,
          nodes: noPackedKeys,
          places: noPackedKeys,
          group: undefined,
        };
    this.#groups.put(page, digest.shingles);
    const { nodes, places } = this.#site;
    page.nodes = new PackedKeys(nodes.replace(page.id, page.nodes.keys, digest.nodes, this.#recorded(this.#nodeChange)));
    page.places = new PackedKeys(places.replace(page.id, page.places.keys, digest.places, undefined));
    if (!known) this.#sample.add(page);
    this.#pages.set(name, page);
    this.#byId[page.id] = page;
    this.#dirty.add(page);
    this.#changes++;
    this.#forgetLabels();
  }

  /**
   * Puts other rules about labels in the place of those that there are; labels follow with `settle`. What new rules match on pages that are
   * here is to be put in with `restate`.
   * @param kept by new rule, see `keptRules`
   */
  setLabelRules(rules: readonly LabelRule[], kept: readonly number[]): void {
    this.#rules.replace(rules, kept);
    this.#forgetLabels();
  }

  /** What the rules about labels match on a page; labels follow with `settle`. */
  restate(name: string, stated: readonly StatedElement[]): void {
    this.#rules.restate(this.#page(name), stated);
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
    this.#parts.putTemplate(path, digest, source);
  }

  /** Path of the template file that a page is made from, if it lies in the site. */
  template(name: string): string | undefined {
    return this.#parts.template(this.#page(name).id)?.path;
  }

  /** Removes a page; nothing of it stays behind. */
  remove(name: string): void {
    const page = this.#pages.get(name);
    if (!page) return;
    this.#site.nodes.replace(page.id, page.nodes.keys, undefined, this.#recorded(this.#nodeChange));
    this.#site.places.replace(page.id, page.places.keys, undefined, undefined);
    this.#nodesTouched += this.#groups.delete(page);
    if (page.group) this.#candidateLabels?.delete(page.id);
    this.#release(page);
    this.#parts.delete(page.id);
    this.#site.copies.delete(page.id);
    this.#pages.delete(name);
    this.#sample.delete(page);
    this.#rules.forget(page);
    this.#templateShares.delete(page);
    this.#byId[page.id] = undefined;
    this.#freeIds.push(page.id);
    this.#dirty.delete(page);
    this.#changes++;
    this.#forgetLabels();
  }

  /** Brings groups up to date, and names what changed since the last call. */
  settle(): SiteChange {
    this.#forgetLabels();
    const { byParts, moved: reparted, parts } = this.#settleParts();
    const byCopies = this.#settleCopies();
    const { moved, work } = this.#groups.regroup(this.#dirty);
    this.#nodesTouched += work;
    const relabel = new Set<string>();
    if (this.#extractor.usesSiteCounts) {
      for (const { id } of moved) for (const page of this.#site.copies.copiedBy(id)) byCopies.add(page);
      for (const id of [...byParts, ...byCopies]) relabel.add(this.#byId[id]!.name);
    }
    for (const group of this.#groups.touched) {
      const changed = group.settle();
      this.#nodesTouched += group.takeWork();
      if (!this.#candidateLabels) for (const id of changed) relabel.add(this.#byId[id]!.name);
    }
    for (const page of this.#dirty) this.#nodesTouched += this.#candidateLabels?.put(ungrouped(page)) ?? 0;
    for (const id of this.#candidateLabels?.settle() ?? []) relabel.add(this.#byId[id]!.name);
    this.#nodesTouched += this.#candidateLabels?.takeWork() ?? 0;
    this.#relabelBySite(relabel);
    this.#nodesTouched += this.#crossings.takeWork();
    this.#settlePool(relabel);
    this.#nodesTouched += this.#sample.takeWork();
    const { regrouped, restated, groups, work: renaming } = this.#groups.rename();
    this.#nodesTouched += renaming;
    for (const name of this.#rules.settle({ put: this.#dirty, regrouped, restated })) relabel.add(name);
    this.#settleLearned(relabel);
    this.#nodesTouched += this.#rules.takeWork();
    for (const name of relabel) this.#templateShares.lower(this.#page(name));
    const change: SiteChange = {
      relabel: [...relabel].sort(),
      regrouped: [...regrouped].sort(),
      restated,
      groups,
      reshared: this.#reshared(),
      reparted: [...reparted].map(id => this.#byId[id]!.name).sort(),
      parts: parts || groups.length > 0,
      work: { nodesTouched: this.#nodesTouched },
    };
    this.#dirty.clear();
    this.#changes = 0;
    this.#allChanged = false;
    this.#sizeBefore = this.#pages.size;
    this.#nodeChange = { raised: [], lowered: [] };
    this.#nodesTouched = 0;
    for (const packed of this.#replaced.splice(0)) packed.release();
    return change;
  }

  /** Gives the pages whose labels may have changed with their parts, and whether parts changed. */
  #settleParts(): { byParts: Set<number>; moved: Set<number>; parts: boolean } {
    const size = this.#pages.size;
    const put = [...this.#dirty].map(({ id }) => id);
    const { walked, moved, touched, work } = this.#parts.settle(size, { put, nodes: this.#nodeChange, all: this.#allChanged });
    this.#nodesTouched += work;
    const changed = this.#partBands.settle(touched, size, this.#parts.need);
    this.#nodesTouched += this.#partBands.takeWork();
    // With another number of needed pages, parts come and go untouched; then all pages are walked.
    return { byParts: new Set([...walked, ...changed]), moved, parts: walked.size > 0 || touched.size > 0 };
  }

  /** Pages with a node that came to be shared, or ceased to be, because of other pages. */
  #reshared(): string[] {
    if (this.#allChanged) return [...this.#pages.keys()].sort();
    const { nodes } = this.#site;
    const band = (count: number): number => (count >= FEWEST_SHARING ? 1 : 0);
    const pages = new Set<string>();
    for (const key of crossed(nodes, this.#nodeChange, { before: band, after: band, resized: false }))
      nodes.forEachPage(key, page => pages.add(this.#byId[page]!.name));
    this.#nodesTouched += pages.size;
    return [...pages].sort();
  }

  /** Gives the pages whose labels may have changed with their copies. */
  #settleCopies(): Set<number> {
    if (!this.#extractor.usesSiteCounts) return new Set();
    const put = [...this.#dirty].map(({ id }) => id);
    const { changed, work } = this.#site.copies.settle({ put, nodes: this.#nodeChange, all: this.#allChanged });
    this.#nodesTouched += work;
    return changed;
  }

  /** What other pages have, too, as of the last `settle`. */
  sharing(name: string): Sharing {
    return this.#parts.sharing(this.#page(name).id);
  }

  /** What is done when somebody asks: tokens and pages visited for the versions of parts, and nodes labelled, since the last call. */
  takeWorkOfAnswers(): number {
    const work = this.#nodesLabelled + this.#parts.takeVersionWork() + (this.#candidateLabels?.takeWork() ?? 0);
    this.#nodesLabelled = 0;
    return work;
  }

  /** Where a page has shared parts, as of the last `settle`, in document order. */
  partInstances(name: string): { instance: Instance; part: Part }[] {
    return this.#parts.instances(this.#page(name).id);
  }

  /** The elements of all pages that the settings declare to be parts. */
  *declaredElements(): Generator<DeclaredElement> {
    for (const { declared } of this.#pages.values()) if (declared) yield* declared;
  }

  /** Labels of a page as of the last `settle`: what the page itself or the settings say of them, else what the evidence does. */
  labels(name: string): NodeLabels {
    const page = this.#page(name);
    if (this.#labelled?.page === page) return this.#labelled.labels;
    const byEvidence = this.labelsByEvidence(name);
    this.#nodesLabelled += page.packed.size;
    const directives = this.#rules.directives(page);
    const labels = directives ? directedLabels(page.packed.tree, byEvidence, directives) : byEvidence;
    this.#labelled = { page, labels };
    return labels;
  }

  /** As `labels`, of the evidence alone: what the extractor says. */
  labelsByEvidence(name: string): NodeLabels {
    const page = this.#page(name);
    if (this.#candidateLabels) return this.#candidateLabels.label(page.id);
    return page.group!.label(page.id, this.#scored?.page === page ? this.#scored.scores : undefined);
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
    return this.#site.nodes.lanes(this.#page(name).nodes.keys);
  }

  /** Paths of all pages. */
  pageNames(): string[] {
    return [...this.#pages.keys()];
  }

  /** What a page says of its own labels and findings; undefined where it says nothing. */
  directives(name: string): PageDirectives | undefined {
    return this.#page(name).directives;
  }

  /** What checks count of a page; undefined where findings are not wanted. */
  checks(name: string): PackedChecks | undefined {
    return this.#page(name).checks;
  }

  /** Share, in [0,1], of the nodes in a page's body that at least two other pages of the site hold at the same path. */
  sharedShare(name: string): number {
    const { packed, nodes } = this.#page(name);
    const { tree } = packed;
    const { keys } = nodes;
    const body = tree.name.indexOf(bodyName);
    let shared = 0;
    let all = 0;
    for (let node = body + 1; node < (body < 0 ? 0 : tree.subtreeEnd[body]!); node++) {
      const key = keys[node]!;
      if (key < 0) continue;
      all++;
      if (this.#site.nodes.count(key) >= FEWEST_SHARING) shared++;
    }
    return all === 0 ? 0 : shared / all;
  }

  /** What a page was put in with; filling another model with these gives the same model. */
  digest(name: string): PageDigest {
    const page = this.#page(name);
    const { packed, hashes, language, directives, nodes, places, declared, stated, checks } = page;
    return {
      tree: packed.tree,
      nodes: this.#site.nodes.lanes(nodes.keys),
      places: this.#site.places.lanes(places.keys),
      shingles: this.#groups.shingles(page),
      styles: hashes.styles,
      links: hashes.links,
      language,
      directives,
      ...(declared && { declared }),
      ...(stated?.length && { stated }),
      ...(checks && { checks: checks.digest }),
    };
  }

  /** The features that a page was put in with. */
  features(name: string): PageFeatures {
    return this.#page(name).features;
  }

  group(name: string): GroupName {
    return this.#groups.name(this.#page(name));
  }

  groups(): GroupSummary[] {
    return this.grouping().groups;
  }

  /** Rules of the setting `labels`, by index, that match nothing on any page that they are about. */
  unusedLabelRules(): number[] {
    return this.#rules.unused();
  }

  /** Globs of the settings' layout entries, by index, that match no page. */
  unusedLayouts(): { entry: number; glob: number }[] {
    return this.#groups.unusedLayouts;
  }

  /** The groups at a level, the largest first (of one size, by id), how well they are set apart, and the tree that they come from. */
  grouping(level: LayoutLevel = 'layout'): GroupingSummary {
    return this.#groups.summary(level, pages => this.#templateShares.of(pages.map(name => this.#page(name))));
  }

  /** Pages to count nodes of for `templateShare` of `grouping`, which otherwise does that at once. */
  get uncounted(): number {
    return this.#templateShares.due;
  }

  /** Counts the nodes of so many pages. */
  countSome(pages: number): void {
    this.#templateShares.slice(pages);
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
    const page = this.#page(name);
    const group = page.group!;
    const { tree } = page.packed;
    const directives = this.#rules.directives(page);
    const { start, end } = shownPage(page).tree;
    const { template, layout } = this.#groups.name(page);
    const evidence = nodeEvidence(group, group.pages.get(page.id)!, node, {
      labels: this.labels(name),
      extractor: this.#options.extractor,
      details,
      template,
      layout,
      directive: directives?.labels[decidingDirectives(tree, directives)[node]!],
      page: id => {
        const other = this.#byId[id]!;
        return {
          name: other.name,
          get tree() {
            return shownPage(other).tree;
          },
          get nodes() {
            return other.nodes.keys;
          },
          get places() {
            return other.places.keys;
          },
        };
      },
    });
    return { ...evidence, start: start[node]!, end: end[node]! };
  }

  /** The same node on other pages of the group, see `counterparts`; by page path. */
  counterparts(name: string, node: number): { page: string; node: number }[] {
    const page = this.#page(name);
    const group = page.group!;
    return counterparts(group, group.pages.get(page.id)!, node)
      .map(other => ({ page: this.#byId[other.page]!.name, node: other.node }))
      .sort((a, b) => (a.page < b.page ? -1 : 1));
  }

  /** The nodes of a page that are the same as one of them: label path, name and attributes, or text. In document order. */
  repetitions(name: string, node: number): number[] {
    const ids = this.#page(name).nodes.keys;
    const id = ids[node] ?? -1;
    return id < 0 ? [node] : [...ids.keys()].filter(other => ids[other] === id);
  }

  #forgetLabels(): void {
    this.#labelled = undefined;
    this.#scored = undefined;
  }

  /** Learns from the nodes that rules decide, on the pages that are labelled anew, and adds the pages about whose nodes other things are known. */
  #settleLearned(relabel: Set<string>): void {
    const { learned } = this.#site;
    const teaches = !this.#rules.isEmpty && this.#extractor.usesSiteCounts && !this.#candidateLabels;
    if (!teaches && learned.size === 0) return;
    const teaching = teaches ? this.#rules.teaching : [];
    this.#keepScores(learned, teaching, relabel, (page, { rows, keys, logOdds }) =>
      learned.put(page.id, keys, logOdds, decidedRows(page.packed.tree, rows.nodes, this.#rules.directives(page)!)),
    );
  }

  /** Frees what is kept of a page: hashes and checks now, tree and keys after the next `settle`. */
  #release({ checks, hashes, packed, nodes, places }: SitePage): void {
    checks?.release();
    hashes.release();
    this.#replaced.push(packed, nodes, places);
  }

  #page(name: string): SitePage {
    const page = this.#pages.get(name);
    if (!page) throw new Error(`there is no page ${name} in the site`);
    return page;
  }

  /** Where half of the site changes, all of it is labelled anew, and from then on it does not matter which keys change. */
  #recorded(change: CountChange): CountChange | undefined {
    if (this.#changes * 2 >= this.#pages.size) this.#allChanged = true;
    return this.#allChanged ? undefined : change;
  }

  /** Scores the sampled pages that are labelled anew, and adds the pages that hold a key whose mean score changed. */
  #settlePool(relabel: Set<string>): void {
    const { pool } = this.#site;
    if (this.#candidateLabels || !this.#extractor.usesSiteCounts) return;
    this.#keepScores(pool, this.#sample.pages, relabel, ({ id }, { keys, logOdds }) => pool.put(id, keys, logOdds));
  }

  /**
   * Keeps the scores of these pages and of no others: puts in what is new and what is labelled anew. Adds the pages that hold a key about
   * which something else is known since.
   */
  #keepScores(
    store: PooledScores | LearnedScores,
    pages: Iterable<SitePage>,
    relabel: Set<string>,
    put: (page: SitePage, scores: PageScores) => void,
  ): void {
    const kept = [...pages];
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of [...store.pages.keys()]) if (!ids.has(id)) store.delete(id);
    for (const page of kept) {
      if (store.pages.has(page.id) && !relabel.has(page.name)) continue;
      const scores = page.group!.scores(page.id);
      if (!scores) continue;
      if (this.#dirty.size === 1 && this.#dirty.has(page)) this.#scored = { page, scores };
      put(page, scores);
      this.#nodesTouched += page.packed.size;
    }
    const changed = store.takeChanged();
    for (const kind of ['nodes', 'places'] as const)
      for (const id of changed[kind])
        this.#site[kind].forEachPage(id, page => {
          this.#nodesTouched++;
          relabel.add(this.#byId[page]!.name);
        });
  }

  /** Pages of any group that hold a key whose count in the site passed a band. */
  #relabelBySite(relabel: Set<string>): void {
    if (!this.#extractor.usesSiteCounts) return;
    if (this.#allChanged) {
      this.#crossings.reindex(leastMoved(this.#pages.size, this.#pages.size));
      for (const page of this.#pages.keys()) relabel.add(page);
      return;
    }
    const size = this.#pages.size;
    const bands: Bands = {
      before: count => siteBand(count, this.#sizeBefore),
      after: count => siteBand(count, size),
      resized: this.#sizeBefore !== size,
    };
    const { nodes, copies } = this.#site;
    const least = leastMoved(this.#sizeBefore, size);
    for (const id of this.#crossings.crossed(this.#nodeChange, bands, least))
      nodes.forEachPage(id, page => relabel.add(this.#byId[page]!.name));
    if (copies.size === 0) return;
    const withoutCopies: Bands = {
      before: count => bandWithoutCopies(siteBand, count, this.#sizeBefore),
      after: count => bandWithoutCopies(siteBand, count, size),
      resized: bands.resized,
    };
    for (const id of this.#crossings.crossed(this.#nodeChange, withoutCopies, least))
      nodes.forEachPage(id, page => {
        if (copies.has(page)) relabel.add(this.#byId[page]!.name);
      });
  }
}

const bodyName = nameId('body');
