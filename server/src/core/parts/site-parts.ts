import { hash53 } from '../../html/hash.ts';
import type { PageTree } from '../../html/tree.ts';
import { type CountChange, crossed } from '../counts/page-counts.ts';
import { Work } from '../counts/work.ts';
import { declaredTemplate } from '../layouts/default-layout-set.ts';
import { Containers } from './containers.ts';
import { type Declaration, declaredRuns } from './declared.ts';
import { defaultPartOptions, type PartOptions, type Run, sharedRuns } from './instances.ts';
import { type ListedPart, listParts } from './listing.ts';
import { type LiveTemplate, LiveTemplates, type TemplateFile } from './live-templates.ts';
import { ownAddresses } from './own-address.ts';
import type { PageInParts } from './page-in-parts.ts';
import { type Instance, InstancesByKind, PageInstances, standingOf } from './page-instances.ts';
import type { Part } from './part.ts';
import { PartPlace } from './part-place.ts';
import { Sharing } from './sharing.ts';
import { runsOfPart, templateNodes } from './template-nodes.ts';
import { limits, thresholds } from './thresholds.ts';
import { TranslatedBlocks } from './translated-blocks.ts';
import {
  eachSharedNode,
  type FixedNodes,
  type InstanceNodes,
  instanceHash,
  instanceNodes,
  labelPath,
  type SiteCounts,
  type Variant,
} from './variant.ts';
import { VersionIndex } from './version-index.ts';
import { VersionPages } from './version-pages.ts';
import { joinLanguages, type PartVersions, partVersions, type VersionedPage } from './versions.ts';

const noTemplates: ReadonlyMap<string, FixedNodes> = new Map();

/** What happened since the last `settle`. */
export interface PartsChange {
  /** Pages that came, or were replaced. */
  readonly put: Iterable<number>;
  /** Keys whose page counts changed; all may have, where `all` is set. */
  readonly nodes: CountChange;
  readonly all: boolean;
}

/** What `settle` did. */
export interface PartsSettled {
  readonly walked: Set<number>;
  /** Pages whose instances may be of other parts than before. */
  readonly moved: Set<number>;
  readonly touched: Set<Part>;
  readonly work: number;
}

/**
 * The parts that the pages of a site share, found over the whole site without groups (docs/parts.md). A function of the set of pages. After
 * an edit only the pages are walked again whose nodes came to be shared or ceased to be.
 */
export class SiteParts {
  readonly #options: PartOptions;
  readonly #counts: SiteCounts;
  readonly #page: (id: number) => PageInParts;
  readonly #pages: () => Iterable<number>;
  readonly #containers = new Containers();
  readonly #translated = new TranslatedBlocks();
  readonly #places = new Map<number, PartPlace>();
  /** Paths of places that instances came to or left. */
  readonly #changedPlaces = new Set<number>();
  readonly #instances = new Map<number, PageInstances>();
  /** Versions of the parts that did not change since they were asked for. */
  readonly #versions = new Map<Part, PartVersions>();
  readonly #versionIndices = new WeakMap<Part, VersionIndex>();
  readonly #versionWork = new Work();
  readonly #ownAddresses = new Map<number, Float64Array>();
  /** The parts that enough pages shared at the last `settle`. */
  readonly #shared = new Set<Part>();
  readonly #templates: LiveTemplates;
  /** Pages that name a template, whether its file lies in the site or not. */
  readonly #templated = new Set<number>();
  #list: ListedPart[] | undefined;
  #need = 0;
  /** What was asked for last, or the one page walked: questions about one page come together. */
  #lastSharing: { page: number; sharing: Sharing } | undefined;

  /** @param page a page that the counts hold; `pages` are all of them. */
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

  /** Pages that must have a node, or a part, so that it is shared. */
  get need(): number {
    return this.#need;
  }

  /** Number of things held: zero when there are no pages. */
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

  /** Takes a page out. */
  delete(id: number): void {
    this.#countOut(id, this.#instances.get(id)?.all ?? []);
    this.#instances.delete(id);
    this.#containers.delete(id);
    this.#translated.delete(id);
    this.#ownAddresses.delete(id);
    this.#templated.delete(id);
    this.#list = undefined;
  }

  /** Puts a template file in, or takes it out where there is no digest: its pages follow with `settle`. */
  putTemplate(path: string, digest: TemplateFile | undefined, source = ''): void {
    if (digest) this.#templates.put(path, digest, source);
    else this.#templates.delete(path);
  }

  /** The template file that a page is made from, if it lies in the site. */
  template(page: number): LiveTemplate | undefined {
    return this.#templates.of(this.#page(page));
  }

  /**
   * Brings parts up to date; gives the pages walked, those whose instances may be of other parts than before, the parts that changed, and
   * the nodes visited and instances compared.
   */
  settle(siteSize: number, { put, nodes, all }: PartsChange): PartsSettled {
    const before = this.#need;
    const need = minimumPages(siteSize);
    this.#need = need;
    this.#translated.need = need;
    this.#lastSharing = undefined;
    const walk = new Set<number>(all || need !== before ? this.#pages() : put);
    const newTemplates = this.#templates.takeChanged();
    if (newTemplates) for (const id of this.#templated) walk.add(id);
    if (!all && need === before) {
      const band = (count: number): number => (count >= need ? 1 : 0);
      for (const key of crossed(this.#counts.nodes, nodes, { before: band, after: band, resized: false }))
        this.#counts.nodes.forEachPage(key, page => walk.add(page));
    }
    let work = 0;
    const inWords = new Map<number, Sharing>();
    let room: number = limits.keptNodes;
    const language = (id: number): string => this.#page(id).language;
    for (const id of this.#translated.change(walk, this.#pages, language)) {
      const page = this.#page(id);
      const sharing = this.#sharingInWords(page);
      this.#translated.put(page, sharing, this.#counts.nodes);
      room -= page.tree.size;
      if (room >= 0) inWords.set(id, sharing);
      work += page.tree.size;
    }
    for (const id of this.#translated.takeChanged(this.#counts.nodes, language)) walk.add(id);
    const known = new Map<number, { page: PageInParts; sharing: Sharing }>();
    room = limits.keptNodes;
    for (const id of walk) {
      const page = this.#page(id);
      const words = inWords.get(id) ?? this.#sharingInWords(page);
      const sharing = this.#translated.withTranslations(page, words, this.#counts.nodes);
      this.#containers.put(page, sharing, words, this.#counts.nodes);
      room -= page.tree.size;
      if (room >= 0) known.set(id, { page, sharing });
      work += page.tree.size;
    }
    for (const place of this.#containers.takeChanged())
      if (this.#counts.places.count(place) > 0) this.#counts.places.forEachPage(place, page => walk.add(page));
    for (const id of walk) {
      const kept = known.get(id);
      const page = kept?.page ?? this.#page(id);
      const sharing = kept?.sharing ?? this.#sharingOf(page);
      this.#walk(page, sharing);
      this.#lastSharing = { page: id, sharing };
      work += page.tree.size;
    }
    const touched = new Set<Part>();
    const moved = new Set(walk);
    for (const path of this.#changedPlaces) {
      const place = this.#places.get(path)!;
      const change = place.settle();
      work += change.comparisons;
      for (const part of change.touched) touched.add(part);
      for (const variant of change.moved) for (const page of variant.pages.keys()) moved.add(page);
      // What a template has at a place belongs to the part there that is most like it.
      if (change.touched.size > 0) for (const part of place.parts) if (part.locked > 0) touched.add(part);
      if (place.isEmpty) this.#places.delete(path);
    }
    if (newTemplates) for (const part of this.all()) if (part.locked > 0) touched.add(part);
    this.#changedPlaces.clear();
    for (const part of touched) this.#versions.delete(part);
    for (const part of need === before ? touched : [...touched, ...this.all()]) {
      const isShared = part.isShared(need);
      if (isShared === this.#shared.has(part)) continue;
      if (isShared) this.#shared.add(part);
      else this.#shared.delete(part);
      for (const page of part.pages.keys()) moved.add(page);
    }
    if (touched.size > 0 || need !== before) this.#list = undefined;
    return { walked: walk, moved, touched, work };
  }

  /** All sets of alike instances, also those that too few pages share. */
  *all(): Generator<Part> {
    for (const place of this.#places.values()) yield* place.parts;
  }

  /** The parts that enough pages share. */
  *parts(): Generator<Part> {
    for (const part of this.all()) if (part.isShared(this.#need)) yield part;
  }

  /** The same with ids and versions, the most common first; made when first asked for after a change. */
  list(): readonly ListedPart[] {
    if (!this.#list) {
      this.#list = listParts(this.parts(), part => this.#versionsOf(part));
      this.#versionWork.add(this.#list.length);
    }
    return this.#list;
  }

  /** Is a node shared, as of the last `settle`? */
  sharing(id: number): Sharing {
    const page = this.#page(id);
    const last = this.#lastSharing;
    if (last?.page === id && last.sharing.tree === page.tree) return last.sharing;
    const sharing = this.#sharingOf(page);
    this.#lastSharing = { page: id, sharing };
    return sharing;
  }

  /** Token of every fixed node of a run, in document order. */
  tokens(page: number, run: Run): Map<number, number> {
    const tokens = new Map<number, number>();
    eachSharedNode(this.#page(page), run, this.sharing(page), this.#counts.nodes, (node, _key, token) => {
      if (token !== undefined) tokens.set(node, token);
    });
    return tokens;
  }

  #sharingOf(page: PageInParts): Sharing {
    return this.#translated.withTranslations(page, this.#sharingInWords(page), this.#counts.nodes);
  }

  #sharingInWords(page: PageInParts): Sharing {
    return new Sharing(
      page,
      key => this.#counts.nodes.count(key) >= this.#need,
      this.#templates.regions(page, this.#counts.nodes),
    );
  }

  /** What the templates of a part's pages have of it, by the paths of their files. */
  #templateNodes(part: Part): ReadonlyMap<string, FixedNodes> {
    if (part.locked === 0) return noTemplates;
    const templates = new Set<LiveTemplate>();
    for (const id of part.pages.keys()) {
      const template = this.template(id);
      if (template) templates.add(template);
    }
    return templateNodes(part, this.#places.get(part.path)?.parts ?? [], templates);
  }

  /** The runs of a template file that belong to a part, with the token of every fixed node. */
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

  /** Tokens and pages visited for versions since the last call. */
  takeVersionWork(): number {
    return this.#versionWork.take();
  }

  /** Where a page has a part, in document order. */
  instances(id: number): { instance: Instance; part: Part }[] {
    return (this.#instances.get(id)?.all ?? []).flatMap(instance => {
      const part = this.#places.get(instance.path)!.partOf(instance.variant)!;
      return part.isShared(this.#need) ? [{ instance, part }] : [];
    });
  }

  /** Another object after every walk over a page: what is said of the page by its parts and nodes may be kept until then. */
  walk(id: number): object | undefined {
    return this.#instances.get(id);
  }

  #walk(page: PageInParts, sharing: Sharing): void {
    if (declaredTemplate(page.directives) === undefined) this.#templated.delete(page.id);
    else this.#templated.add(page.id);
    const { tree, language } = page;
    const declared = declaredRuns(tree, page.directives, page.declared);
    const isContainer = (place: number): boolean => this.#containers.isContainer(place);
    const found: (Run & { declaration?: Declaration })[] = [
      ...declared,
      ...sharedRuns(page, sharing, isContainer, this.#options, declared),
    ].sort((a, b) => a.first - b.first);
    /** Those that the page has no more. A part is not touched by instances that stay as they are. */
    const gone = new InstancesByKind(this.#instances.get(page.id)?.all ?? []);
    let parent = -1;
    let parentPath = 0;
    const variants = found.map((run): Variant => {
      const { declaration } = run;
      // Runs side by side stand in one element.
      if (run.parent !== parent) {
        parent = run.parent;
        parentPath = labelPath(tree, parent);
      }
      const path = declaration ? declaredPath(declaration) : parentPath;
      const hash = instanceHash(page, run, sharing, this.#counts);
      const same = gone.take(path, hash, run, language);
      if (same) return same.variant;
      let place = this.#places.get(path);
      if (!place) {
        place = new PartPlace(path, declaration);
        this.#places.set(path, place);
      }
      this.#changedPlaces.add(path);
      const nodes = (): InstanceNodes => instanceNodes(page, run, sharing, this.#counts);
      return place.add(page, hash, standingOf(run), nodes);
    });
    this.#countOut(page.id, gone.rest());
    this.#instances.set(page.id, new PageInstances(language, found, variants));
  }

  /** New instances are counted in already, so that a variant that stays is never without any. */
  #countOut(id: number, instances: Iterable<Instance>): void {
    for (const instance of instances) {
      const { path, variant, language } = instance;
      this.#places.get(path)!.delete({ id, language }, variant, standingOf(instance));
      this.#changedPlaces.add(path);
    }
  }
}

/** All instances of a declared part have one place. */
function declaredPath({ by, name }: Declaration): number {
  return hash53(`${by === 'settings' ? 'configured' : 'declared'} ${name}`);
}

/**
 * Returns the number of pages that must have a node before it counts as shared: 5 % of the pages, at least 3 and at most 50; 2 on small sites.
 * It moves in steps of a quarter, so that it seldom changes while a site grows.
 */
function minimumPages(pages: number): number {
  const { smallSite, smallestMinimum, largestMinimum, minimumStep, minimumShare } = thresholds;
  if (pages < smallSite) return 2;
  let minimum: number = smallestMinimum;
  while (minimum < largestMinimum && minimum * minimumStep <= pages * minimumShare) minimum *= minimumStep;
  return Math.min(largestMinimum, Math.floor(minimum));
}
