import { dequal } from 'dequal';
import {
  isListed,
  type PagePart,
  type PartInstance,
  type PartSplit,
  type PartSummary,
  type PartVersionDetail,
  type RareVersion,
  type TranslationGap,
} from 'templens-shared/parts';
import type { PartSetting } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import type { SiteModel } from '../core/model/site-model.ts';
import { type NamedPart, PartDescriptions } from '../core/parts/descriptions.ts';
import type { Part } from '../core/parts/part.ts';
import { differentYears, goneLink, versionLinks } from '../core/statements/version-age.ts';
import { compileSelector } from '../html/select.ts';
import { partWords } from './part-words.ts';
import type { PhaseEvent } from './phases/phase.ts';

/** The site that the catalogue describes. */
interface PartSite {
  readonly model: SiteModel;
  /** See `SiteState`. */
  indexedText(page: string): string | undefined;
  /** True if there is a file at a path from the site's root. */
  exists(path: string): boolean;
}

/** Thrown if a page whose text is needed changed since it was indexed. */
class OutOfDate extends Error {}

/**
 * The parts of a site with their names and versions, computed on demand and kept until parts change. Names are derived from the texts of
 * example pages: a method returns undefined if one of these changed, and has to be called again when the page is indexed.
 */
export class PartCatalog {
  readonly #site: PartSite;
  #descriptions: PartDescriptions;
  #settings: readonly PartSetting[];
  #named: { list: readonly NamedPart[]; byPart: ReadonlyMap<Part, NamedPart> } | undefined;
  /** True if parts changed since names were derived. */
  #namesDue = true;
  #summaries: PartSummary[] | undefined;
  /** The parts as last reported by events, by id; undefined if no events are wanted. */
  readonly #reported: Map<string, PartSummary> | undefined;
  #newsDue = true;

  constructor(site: PartSite, settings: readonly PartSetting[], wanted: { events: boolean }) {
    this.#site = site;
    this.#settings = settings;
    this.#descriptions = descriptionsBy(settings);
    this.#reported = wanted.events ? new Map() : undefined;
  }

  /** Drops what an event of a phase makes out of date. */
  handle(event: PhaseEvent): void {
    // Names and versions are read from the texts of pages.
    if (event.kind === 'rebuild' || event.kind === 'unchanged') this.#forget();
    else if (event.kind === 'settled' && event.change.parts) this.#changed();
    else if (event.kind === 'settings' && event.change.differs('parts')) this.#configure(event.change.settings.parts);
  }

  /** Makes names, summaries and events due. */
  #changed(): void {
    this.#namesDue = true;
    this.#summaries = undefined;
    this.#newsDue = true;
  }

  /** Drops all names: a page's text changed although its digest did not, or the model was replaced. */
  #forget(): void {
    this.#descriptions = new PartDescriptions(this.#descriptions.configured);
    this.#changed();
  }

  /** Applies a changed setting `parts`. */
  #configure(settings: readonly PartSetting[]): void {
    this.#settings = settings;
    this.#descriptions = descriptionsBy(settings);
    this.#changed();
  }

  /** Returns a summary of every part. */
  summaries(): PartSummary[] | undefined {
    const named = this.#names();
    this.#summaries ??= named && this.#site.model.parts.summaries(named.list);
    return this.#summaries;
  }

  /** Returns the parts of a page, in document order. */
  onPage(page: string): PagePart[] | undefined {
    const named = this.#names();
    return named && this.#site.model.parts.onPage(page, named.byPart);
  }

  /** Returns the listed parts of which a page has a rare version. */
  rareOnPage(page: string): Map<Part, RareVersion> | undefined {
    const named = this.#names();
    const listed = new Set(
      this.summaries()
        ?.filter(isListed)
        .map(({ id }) => id),
    );
    if (!named) return undefined;
    return new Map([...this.#site.model.parts.rareOnPage(page, named.byPart)].filter(([, { part }]) => listed.has(part)));
  }

  /** Returns the versions of a part with their differences, also as word diffs if wanted; null if there is no such part. */
  versions(id: string, wanted: { words: boolean }): PartVersionDetail[] | null | undefined {
    const part = this.named(id);
    if (!part) return part;
    return this.#reading(source =>
      this.#site.model.parts.versions(part, source).map(({ example, common, ...version }): PartVersionDetail => {
        const text = (of: typeof example) => ({ ...of, source: source(of.page) });
        const years = common && differentYears(text(example), text(common));
        const gone = common && goneLink(versionLinks(text(example), text(common)), path => this.#site.exists(path));
        const words = common && wanted.words ? partWords(text(common), text(example), version.difference) : [];
        return { ...version, ...(years && { years }), ...(gone && { gone }), words };
      }),
    );
  }

  /** Returns the parts with several common versions. */
  splits(): PartSplit[] | undefined {
    const named = this.#names();
    return named && this.#reading(source => this.#site.model.parts.splits(named.list, source));
  }

  /** Returns the parts with a translation that lacks a link which all others have. */
  translationGaps(): TranslationGap[] | undefined {
    const named = this.#names();
    return named && this.#reading(source => this.#site.model.parts.translationGaps(named.list, source));
  }

  /** Returns the shortest selector that matches this part and no other; null if there is no such part or selector. */
  selector(id: string): string | null | undefined {
    const part = this.named(id);
    const names = this.#names();
    if (!part || !names) return part === null ? null : undefined;
    return this.#reading(source => this.#site.model.parts.selector(part, names.list, source) ?? null);
  }

  /** Returns the part with an id; null if none exists. */
  named(id: string): NamedPart | null | undefined {
    const named = this.#names();
    return named && (named.list.find(other => other.id === id) ?? null);
  }

  /** Returns the instances of every part, sorted by page and offset; parts in the order of `summaries`. @param pages sorted */
  instances(pages: readonly string[]): { id: string; instances: PartInstance[] }[] | undefined {
    const named = this.#names();
    if (!named) return undefined;
    const byPart = new Map(named.list.map(({ id }): [string, PartInstance[]] => [id, []]));
    for (const page of pages) {
      for (const { id, start, end, version } of this.#site.model.parts.onPage(page, named.byPart))
        byPart.get(id)!.push({ page, start, end, version });
    }
    return [...byPart].map(([id, instances]) => ({ id, instances }));
  }

  /** Returns the indices of entries of the setting `parts` that match no part. */
  unused(): number[] | undefined {
    const named = this.#names();
    if (!named) return undefined;
    const names = this.#settings.filter(({ declare }) => !declare);
    const used = new Set(named.list.flatMap(({ description }) => description.configured.map(index => names[index]!)));
    const declaring = new Set<string>();
    if (used.size < this.#settings.length)
      for (const { name, select } of this.#site.model.declaredElements()) declaring.add(JSON.stringify([name, select]));
    const isUsed = (entry: PartSetting): boolean =>
      entry.declare ? declaring.has(JSON.stringify([entry.name, entry.select])) : used.has(entry);
    return this.#settings.flatMap((entry, index) => (isUsed(entry) ? [] : [index]));
  }

  /** Returns what changed since the last call as events; none if they are not wanted. */
  takeEvents(): Extract<EngineEvent, { event: 'part' }>[] | undefined {
    const reported = this.#reported;
    if (!reported || !this.#newsDue) return [];
    const summaries = this.summaries();
    if (!summaries) return undefined;
    this.#newsDue = false;
    const events: Extract<EngineEvent, { event: 'part' }>[] = [];
    const ids = new Set(summaries.map(({ id }) => id));
    for (const id of reported.keys()) {
      if (ids.has(id)) continue;
      reported.delete(id);
      events.push({ event: 'part', change: 'remove', id });
    }
    for (const summary of summaries) {
      const before = reported.get(summary.id);
      if (before && dequal(before, summary)) continue;
      reported.set(summary.id, summary);
      events.push({ event: 'part', change: before ? 'change' : 'add', ...summary });
    }
    return events;
  }

  /** Returns the parts with their names, derived again if parts changed. */
  #names(): { list: readonly NamedPart[]; byPart: ReadonlyMap<Part, NamedPart> } | undefined {
    if (this.#named && !this.#namesDue) return this.#named;
    const list = this.#reading(source => this.#site.model.parts.named(source, this.#descriptions));
    if (!list) return undefined;
    this.#namesDue = false;
    if (this.#named?.list !== list) this.#named = { list, byPart: new Map(list.map(named => [named.part, named])) };
    return this.#named;
  }

  /** Runs `read` with a function that returns the texts of pages; undefined if one of them changed since it was indexed. */
  #reading<T>(read: (source: (page: string) => string) => T): T | undefined {
    const texts = new Map<string, string>();
    try {
      return read(page => {
        const text = texts.get(page) ?? this.#site.indexedText(page);
        if (text === undefined) throw new OutOfDate();
        texts.set(page, text);
        return text;
      });
    } catch (error) {
      if (error instanceof OutOfDate) return undefined;
      throw error;
    }
  }
}

/** Returns empty descriptions that take names from the entries of the settings. */
function descriptionsBy(settings: readonly PartSetting[]): PartDescriptions {
  return new PartDescriptions(
    settings.flatMap(({ name, select, declare }) => (declare ? [] : { name, selector: compileSelector(select) })),
  );
}
