import { isDeepStrictEqual } from 'node:util';
import type { PagePart, PartInstance, PartSplit, PartSummary, PartVersionDetail, TranslationGap } from 'templens-shared/parts';
import type { PartSetting } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import type { SiteModel } from '../core/model/site-model.ts';
import { type NamedPart, PartDescriptions } from '../core/parts/descriptions.ts';
import type { Part } from '../core/parts/part.ts';
import { differentYears, goneLink, versionLinks } from '../core/statements/version-age.ts';
import { compileSelector } from '../html/select.ts';
import { partWords } from './part-words.ts';
import type { PhaseEvent } from './phases/phase.ts';

/** What the catalogue needs of the site around it. */
interface PartSite {
  readonly model: SiteModel;
  /** The text that the page's tree is of; undefined where the file changed since. */
  source(page: string): string | undefined;
  /** Is there a file at a path from the site's root? */
  exists(path: string): boolean;
}

/** A page that a name depends on changed meanwhile. */
class OutOfDate extends Error {}

/**
 * The parts of a site with their names and versions, made when asked for and kept until parts change. Names come out of the texts of
 * example pages: what returns undefined is to be asked again when the pages that changed meanwhile are indexed.
 */
export class PartCatalog {
  readonly #site: PartSite;
  #descriptions: PartDescriptions;
  #settings: readonly PartSetting[];
  #named: { list: readonly NamedPart[]; byPart: ReadonlyMap<Part, NamedPart> } | undefined;
  /** Parts changed, and perhaps their names. */
  #namesDue = true;
  #summaries: PartSummary[] | undefined;
  /** The parts as the events so far have them; undefined where no one wants events. */
  readonly #said: Map<string, PartSummary> | undefined;
  #newsDue = true;

  constructor(site: PartSite, settings: readonly PartSetting[], wanted: { events: boolean }) {
    this.#site = site;
    this.#settings = settings;
    this.#descriptions = descriptionsBy(settings);
    this.#said = wanted.events ? new Map() : undefined;
  }

  handle(event: PhaseEvent): void {
    // Names and versions are read from the texts of pages.
    if (event.kind === 'rebuild' || event.kind === 'unchanged') this.#forget();
    else if (event.kind === 'settled' && event.change.parts) this.#changed();
    else if (event.kind === 'settings' && event.change.differs('parts')) this.#configure(event.change.settings.parts);
  }

  /** Parts changed. */
  #changed(): void {
    this.#namesDue = true;
    this.#summaries = undefined;
    this.#newsDue = true;
  }

  /** The text of a page changed in what its tree and keys do not show, or there is another model. */
  #forget(): void {
    this.#descriptions = new PartDescriptions(this.#descriptions.configured);
    this.#changed();
  }

  /** Takes other names from the settings. */
  #configure(settings: readonly PartSetting[]): void {
    this.#settings = settings;
    this.#descriptions = descriptionsBy(settings);
    this.#changed();
  }

  summaries(): PartSummary[] | undefined {
    const named = this.#names();
    this.#summaries ??= named && this.#site.model.parts.summaries(named.list);
    return this.#summaries;
  }

  /** The parts of a page, in document order. */
  onPage(page: string): PagePart[] | undefined {
    const named = this.#names();
    return named && this.#site.model.parts.onPage(page, named.byPart);
  }

  /** Every version of a part with its differences, and as words where these are wanted; null where there is no such part. */
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

  /** The parts with several common versions. */
  splits(): PartSplit[] | undefined {
    const named = this.#names();
    return named && this.#reading(source => this.#site.model.parts.splits(named.list, source));
  }

  /** The parts whose translations all link to something but one. */
  translationGaps(): TranslationGap[] | undefined {
    const named = this.#names();
    return named && this.#reading(source => this.#site.model.parts.translationGaps(named.list, source));
  }

  /** The shortest selector by which settings name a part and no other; null where there is no such part or selector. */
  selector(id: string): string | null | undefined {
    const part = this.named(id);
    const names = this.#names();
    if (!part || !names) return part === null ? null : undefined;
    return this.#reading(source => this.#site.model.parts.selector(part, names.list, source) ?? null);
  }

  /** A part by its id; null where there is none. */
  named(id: string): NamedPart | null | undefined {
    const named = this.#names();
    return named && (named.list.find(other => other.id === id) ?? null);
  }

  /** Where every part stands, in the order of the parts, by page and place. */
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

  /** Entries of the settings, by index, that match no part. */
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

  /** What changed since the last call, as events. */
  news(): Extract<EngineEvent, { event: 'part' }>[] | undefined {
    const said = this.#said;
    if (!said || !this.#newsDue) return [];
    const summaries = this.summaries();
    if (!summaries) return undefined;
    this.#newsDue = false;
    const news: Extract<EngineEvent, { event: 'part' }>[] = [];
    const ids = new Set(summaries.map(({ id }) => id));
    for (const id of said.keys()) {
      if (ids.has(id)) continue;
      said.delete(id);
      news.push({ event: 'part', change: 'remove', id });
    }
    for (const summary of summaries) {
      const before = said.get(summary.id);
      if (before && isDeepStrictEqual(before, summary)) continue;
      said.set(summary.id, summary);
      news.push({ event: 'part', change: before ? 'change' : 'add', ...summary });
    }
    return news;
  }

  #names(): { list: readonly NamedPart[]; byPart: ReadonlyMap<Part, NamedPart> } | undefined {
    if (this.#named && !this.#namesDue) return this.#named;
    const list = this.#reading(source => this.#site.model.parts.named(source, this.#descriptions));
    if (!list) return undefined;
    this.#namesDue = false;
    if (this.#named?.list !== list) this.#named = { list, byPart: new Map(list.map(named => [named.part, named])) };
    return this.#named;
  }

  #reading<T>(read: (source: (page: string) => string) => T): T | undefined {
    const texts = new Map<string, string>();
    try {
      return read(page => {
        const text = texts.get(page) ?? this.#site.source(page);
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

function descriptionsBy(settings: readonly PartSetting[]): PartDescriptions {
  return new PartDescriptions(
    settings.flatMap(({ name, select, declare }) => (declare ? [] : { name, selector: compileSelector(select) })),
  );
}
