import type { PageTree } from '../../html/tree.ts';
import { type CountChange, keysWithChangedBand, type PageCounts } from '../counts/page-counts.ts';
import { Work } from '../counts/work.ts';
import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { Containers } from './containers.ts';
import { foundRuns } from './found-runs.ts';
import { type FrozenParts, frozenPart } from './frozen-parts.ts';
import { defaultPartOptions, type PartOptions, type Run } from './instances.ts';
import { type ListedPart, listParts } from './listing.ts';
import { type LiveTemplate, LiveTemplates, type TemplateFile } from './live-templates.ts';
import { ownAddresses } from './own-address.ts';
import type { PageInParts } from './page-in-parts.ts';
import { type Instance, InstancesByKind, instanceFlags, PageInstances } from './page-instances.ts';
import { minimumPages, type Part } from './part.ts';
import { PartPlace } from './part-place.ts';
import { Sharing } from './sharing.ts';
import { runsOfPart, templateNodes } from './template-nodes.ts';
import { limits } from './thresholds.ts';
import { TranslatedBlocks } from './translated-blocks.ts';
import { eachSharedNode, type FixedNodes, type InstanceNodes, instanceNodes, type Variant } from './variant.ts';
import { VersionIndex } from './version-index.ts';
import { VersionPages } from './version-pages.ts';
import { joinLanguages, type PartVersions, partVersions, type VersionedPage } from './versions.ts';

const noTemplates: ReadonlyMap<string, FixedNodes> = new Map();

/** The page counts of a site's node keys and places. */
interface SiteCounts {
  readonly nodes: PageCounts;
  readonly places: PageCounts;
}

/** Changes of the site since the last `settle`. */
export interface PartsChange {
  /** Pages that were added or replaced. */
  readonly put: Iterable<number>;
  /** Node keys whose page counts changed; incomplete if `all` is set. */
  readonly nodes: CountChange;
  /** True if the instances of every page must be searched again. */
  readonly all: boolean;
}

/** Result of `settle`. */
export interface PartsSettled {
  /** Pages whose instances were searched again. */
  readonly walked: Set<number>;
  /** Pages whose instances may belong to other parts than before, or that have a part that became shared or is no longer shared. */
  readonly moved: Set<number>;
  /** Parts that changed. */
  readonly touched: Set<Part>;
  /** Nodes visited and instances compared. */
  readonly work: number;
}

/**
 * Finds the parts that pages of a site share, whatever the layouts of the pages are (docs/parts.md). The result depends only on the set of pages,
 * not on the order of changes. `settle` searches only pages that changed, or on which shared nodes, containers or the template file changed.
 */
export class SiteParts {
  readonly #options: PartOptions;
  readonly #counts: SiteCounts;
  readonly #page: (id: number) => PageInParts;
  readonly #pages: () => Iterable<number>;
  readonly #containers = new Containers();
  readonly #translated = new TranslatedBlocks();
  /** Places by the hash of their paths, see `Part.path`. */
  readonly #places = new Map<number, PartPlace>();
  /** Hashes of the paths of places whose instances changed since the last `settle`. */
  readonly #changedPlaces = new Set<number>();
  readonly #instances = new Map<number, PageInstances>();
  /** Cache of versions, without the parts that changed. */
  readonly #versions = new Map<Part, PartVersions>();
  readonly #versionIndices = new WeakMap<Part, VersionIndex>();
  readonly #versionWork = new Work();
  /** Result of `ownAddresses` by page. */
  readonly #ownAddresses = new Map<number, Float64Array>();
  /** The parts that enough pages shared at the last `settle`. */
  readonly #shared = new Set<Part>();
  readonly #templates: LiveTemplates;
  /** Pages that declare a template, whether its file lies in the site or not. */
  readonly #templated = new Set<number>();
  #list: ListedPart[] | undefined;
  #minimumPages = 0;
  /** The shared nodes of the page that `sharing` or `settle` visited last: consecutive queries are mostly about one page. */
  #lastSharing: { page: number; sharing: Sharing } | undefined;

  /**
   * @param counts page counts of node keys and places
   * @param page returns a page of the site
   * @param pages returns the ids of all pages of the site
   */
  constructor(
    counts: SiteCounts,
    page: (id: number) => PageInParts,
    pages: () => Iterable<number>,
    options: PartOptions = defaultPartOptions,
  ) {
    this.#options = options;
    this.#counts = counts;
    this.#page = page;
    this.#pages = pages;
    this.#templates = new LiveTemplates(options);
  }

  /** Least number of pages of a shared node or part. */
  get minimumPages(): number {
    return this.#minimumPages;
  }

  /** Number of entries, to detect leaks: 0 without pages. */
  get size(): number {
    return (
      this.#places.size +
      this.#instances.size +
      this.#containers.size +
      this.#translated.size +
      this.#templated.size +
      this.#templates.size
    );
  }

  /** Removes a page. */
  delete(id: number): void {
    this.#removeInstances(id, this.#instances.get(id)?.all ?? []);
    this.#instances.delete(id);
    this.#containers.delete(id);
    this.#translated.delete(id);
    this.#ownAddresses.delete(id);
    this.#templated.delete(id);
    this.#list = undefined;
  }

  /** Adds or replaces a template file; removes it if `digest` is undefined. `settle` updates its pages. */
  putTemplate(path: string, digest: TemplateFile | undefined, source = ''): void {
    if (digest) this.#templates.put(path, digest, source);
    else this.#templates.delete(path);
  }

  /** Returns the template file that a page is made from, if it lies in the site. */
  template(page: number): LiveTemplate | undefined {
    return this.#templates.of(this.#page(page));
  }

  /**
   * Updates the parts after changes.
   * @param siteSize number of pages
   */
  settle(siteSize: number, { put, nodes, all }: PartsChange): PartsSettled {
    const before = this.#minimumPages;
    const minimum = minimumPages(siteSize);
    this.#minimumPages = minimum;
    this.#translated.minimumPages = minimum;
    this.#lastSharing = undefined;
    const walked = new Set<number>(all || minimum !== before ? this.#pages() : put);
    const templatesChanged = this.#templates.takeChanged();
    if (templatesChanged) for (const id of this.#templated) walked.add(id);
    if (!all && minimum === before) {
      const band = (count: number): number => (count >= minimum ? 1 : 0);
      for (const key of keysWithChangedBand(this.#counts.nodes, nodes, { before: band, after: band, resized: false }))
        this.#counts.nodes.forEachPage(key, page => walked.add(page));
    }
    let work = 0;
    const literal = new Map<number, Sharing>();
    /** Number of tree nodes whose `Sharing` may still be kept for later steps. */
    let room: number = limits.keptNodes;
    const language = (id: number): string => this.#page(id).language;
    for (const id of this.#translated.change(walked, this.#pages, language)) {
      const page = this.#page(id);
      const sharing = this.#literalSharing(page);
      this.#translated.put(page, sharing, this.#counts.nodes);
      room -= page.tree.size;
      if (room >= 0) literal.set(id, sharing);
      work += page.tree.size;
    }
    for (const id of this.#translated.takeChanged(this.#counts.nodes, language)) walked.add(id);
    const unpacked = new Map<number, { page: PageInParts; sharing: Sharing }>();
    room = limits.keptNodes;
    for (const id of walked) {
      const page = this.#page(id);
      const literalSharing = literal.get(id) ?? this.#literalSharing(page);
      const sharing = this.#translated.withTranslations(page, literalSharing, this.#counts.nodes);
      this.#containers.put(page, sharing, literalSharing, this.#counts.nodes);
      room -= page.tree.size;
      if (room >= 0) unpacked.set(id, { page, sharing });
      work += page.tree.size;
    }
    for (const place of this.#containers.takeChanged())
      if (this.#counts.places.count(place) > 0) this.#counts.places.forEachPage(place, page => walked.add(page));
    for (const id of walked) {
      const kept = unpacked.get(id);
      const page = kept?.page ?? this.#page(id);
      const sharing = kept?.sharing ?? this.#sharingOf(page);
      this.#walk(page, sharing);
      this.#lastSharing = { page: id, sharing };
      work += page.tree.size;
    }
    const touched = new Set<Part>();
    const moved = new Set(walked);
    for (const path of this.#changedPlaces) {
      const place = this.#places.get(path)!;
      const change = place.settle();
      work += change.comparisons;
      for (const part of change.touched) touched.add(part);
      for (const variant of change.moved) for (const page of variant.pages.keys()) moved.add(page);
      // Runs of templates belong to the most similar part at the place, which may be another one after any change there.
      if (change.touched.size > 0) for (const part of place.parts) if (part.locked > 0) touched.add(part);
      if (place.isEmpty) this.#places.delete(path);
    }
    if (templatesChanged) for (const part of this.all()) if (part.locked > 0) touched.add(part);
    this.#changedPlaces.clear();
    for (const part of touched) this.#versions.delete(part);
    for (const part of minimum === before ? touched : [...touched, ...this.all()]) {
      const isShared = part.isShared(minimum);
      if (isShared === this.#shared.has(part)) continue;
      if (isShared) this.#shared.add(part);
      else this.#shared.delete(part);
      for (const page of part.pages.keys()) moved.add(page);
    }
    if (touched.size > 0 || minimum !== before) this.#list = undefined;
    return { walked, moved, touched, work };
  }

  /** Yields all parts, including those on too few pages to be shared. */
  *all(): Generator<Part> {
    for (const place of this.#places.values()) yield* place.parts;
  }

  /** Yields the shared parts. */
  *parts(): Generator<Part> {
    for (const part of this.all()) if (part.isShared(this.#minimumPages)) yield part;
  }

  /** Returns the shared parts with ids and versions, the most common first. Cached until the next change. */
  list(): readonly ListedPart[] {
    if (!this.#list) {
      this.#list = listParts(this.parts(), part => this.#versionsOf(part));
      this.#versionWork.add(this.#list.length);
    }
    return this.#list;
  }

  /** Returns the shared nodes of a page, as of the last `settle`. */
  sharing(id: number): Sharing {
    const page = this.#page(id);
    const last = this.#lastSharing;
    if (last?.page === id && last.sharing.tree === page.tree) return last.sharing;
    const sharing = this.#sharingOf(page);
    this.#lastSharing = { page: id, sharing };
    return sharing;
  }

  /** Returns the token of every fixed node of a run, by tree node in document order. */
  tokens(page: number, run: Run): Map<number, number> {
    const tokens = new Map<number, number>();
    eachSharedNode(this.#page(page), run, this.sharing(page), this.#counts.nodes, (node, _key, token) => {
      if (token !== undefined) tokens.set(node, token);
    });
    return tokens;
  }

  /** The shared nodes of a page, translated blocks included. */
  #sharingOf(page: PageInParts): Sharing {
    return this.#translated.withTranslations(page, this.#literalSharing(page), this.#counts.nodes);
  }

  /** The shared nodes of a page, without translated blocks. */
  #literalSharing(page: PageInParts): Sharing {
    return new Sharing(
      page,
      key => this.#counts.nodes.count(key) >= this.#minimumPages,
      this.#templates.regions(page, this.#counts.nodes),
    );
  }

  /** Fixed nodes of a part in the template files of its pages, by their paths. */
  #templateNodes(part: Part): ReadonlyMap<string, FixedNodes> {
    if (part.locked === 0) return noTemplates;
    const templates = new Set<LiveTemplate>();
    for (const id of part.pages.keys()) {
      const template = this.template(id);
      if (template) templates.add(template);
    }
    return templateNodes(part, this.#places.get(part.path)?.parts ?? [], templates);
  }

  /** Returns the runs of a template file that belong to a part, with the token of every fixed node by tree node. `path` must be a known template. */
  templateRuns(part: Part, path: string): { tree: PageTree; runs: { run: Run; tokens: Map<number, number> }[] } {
    const template = this.#templates.get(path)!;
    const runs = runsOfPart(part, this.#places.get(part.path)?.parts ?? [], template);
    return { tree: template.tree, runs: runs.map(run => ({ run, tokens: this.#templates.tokens(path, run) })) };
  }

  #versionsOf(part: Part): PartVersions {
    const known = this.#versions.get(part);
    if (known) return known;
    const page = (id: number): VersionedPage => this.#versionedPage(id, part);
    const newPages = (): VersionPages => new VersionPages(other => this.#page(other).hash, this.#versionWork);
    let versions: PartVersions;
    if (part.locked > 0) {
      versions = partVersions(part, { page, newPages, templates: this.#templateNodes(part) });
      this.#versionWork.add(part.pages.size);
    } else {
      const index = this.#versionIndices.get(part) ?? new VersionIndex(newPages);
      this.#versionIndices.set(part, index);
      const { languages, work } = index.update(part, page);
      versions = joinLanguages(languages);
      this.#versionWork.add(work);
    }
    this.#versions.set(part, versions);
    return versions;
  }

  #versionedPage(id: number, part: Part): VersionedPage {
    const { name, language } = this.#page(id);
    let addresses = this.#ownAddresses.get(id);
    if (!addresses) {
      addresses = Float64Array.from(ownAddresses(name));
      this.#ownAddresses.set(id, addresses);
    }
    return { language, ownAddresses: addresses, template: part.locked > 0 ? this.template(id)?.path : undefined };
  }

  /** Returns the number of tokens and pages visited for versions since the last call. */
  takeVersionWork(): number {
    return this.#versionWork.take();
  }

  /** Returns the instances of shared parts on a page, in document order. */
  instances(id: number): { instance: Instance; part: Part }[] {
    return (this.#instances.get(id)?.all ?? []).flatMap(instance => {
      const part = this.#places.get(instance.path)!.partOf(instance.variant)!;
      return part.isShared(this.#minimumPages) ? [{ instance, part }] : [];
    });
  }

  /** Returns what the parts of a page outside the site are found by, as of the last `settle`. */
  freeze(): FrozenParts {
    const places = [...this.#places].map(([path, place]) => ({ path, parts: [...place.parts].map(frozenPart) }));
    return {
      minimumPages: this.#minimumPages,
      containers: this.#containers.all(),
      translated: this.#translated.freeze(),
      places,
    };
  }

  /** Returns an object that identifies the last walk over a page. Results from the page's parts and nodes are valid while it is the same. */
  lastWalk(id: number): object | undefined {
    return this.#instances.get(id);
  }

  #walk(page: PageInParts, sharing: Sharing): void {
    if (declaredTemplate(page.directives) === undefined) this.#templated.delete(page.id);
    else this.#templated.add(page.id);
    const { language } = page;
    const isContainer = (place: number): boolean => this.#containers.isContainer(place);
    const found = foundRuns(page, sharing, isContainer, this.#options, this.#counts);
    /** Instances of the last walk that were not found again yet. Unchanged instances do not change their part. */
    const gone = new InstancesByKind(this.#instances.get(page.id)?.all ?? []);
    const variants = found.map(({ run, declaration, path, hash }): Variant => {
      const same = gone.take(path, hash, run, language);
      if (same) return same.variant;
      let place = this.#places.get(path);
      if (!place) {
        place = new PartPlace(path, declaration);
        this.#places.set(path, place);
      }
      this.#changedPlaces.add(path);
      const nodes = (): InstanceNodes => instanceNodes(page, run, sharing, this.#counts);
      return place.add(page, hash, instanceFlags(run), nodes);
    });
    this.#removeInstances(page.id, gone.rest());
    const runs = found.map(({ run }) => run);
    this.#instances.set(page.id, new PageInstances(language, runs, variants));
  }

  /** Removes instances of a page. Must run after new ones are added, so that a variant that the page still has is never empty in between. */
  #removeInstances(id: number, instances: Iterable<Instance>): void {
    for (const instance of instances) {
      const { path, variant, language } = instance;
      this.#places.get(path)!.delete({ id, language }, variant, instanceFlags(instance));
      this.#changedPlaces.add(path);
    }
  }
}
