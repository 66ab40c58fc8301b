import type { PagePart, PartSplit, PartSummary, RareVersion, TranslationGap } from 'templens-shared/parts';
import { step } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';
import { type AdoptionPlan, adoptionPlan } from './adoption.ts';
import { type NamedPart, PartDescriptions } from './descriptions.ts';
import { type ComparedVersion, comparedVersions } from './differences.ts';
import type { Run } from './instances.ts';
import type { Instance } from './page-instances.ts';
import type { Part } from './part.ts';
import { idOf } from './part-ids.ts';
import { partSelector } from './part-selector.ts';
import type { SiteParts } from './site-parts.ts';
import { partSplits } from './splits.ts';
import { namedParts, partSummaries, type SummaryPage, type SummarySource } from './summaries.ts';
import { translationGaps } from './translation-gaps.ts';

/** Returns the source of a page or template file by its path. */
type TextOf = (path: string) => string;

const noText: TextOf = () => '';

/** The pages of a site. */
interface Pages {
  /** Returns the id of a page by its path. */
  id(name: string): number;
  /** Returns the 53-bit hash of a page's path. */
  hash(id: number): number;
  /** Returns a page; `layout` is the layout's name. If it is half-typed, `tree` is that of its file, and `shown` has offsets in the typed text. */
  page(id: number): Omit<SummaryPage, 'source'> & { readonly shown: PageTree };
}

/** Answers questions about the shared parts of a site: names, versions and their differences, splits, adoption. */
export class PartQueries {
  readonly #parts: SiteParts;
  readonly #pages: Pages;

  constructor(parts: SiteParts, pages: Pages) {
    this.#parts = parts;
    this.#pages = pages;
  }

  /** Returns the shared parts with their names, the most common first. `descriptions` is the cache to use. */
  named(source: TextOf, descriptions: PartDescriptions = new PartDescriptions()): readonly NamedPart[] {
    return namedParts(this.#parts.list(), this.#source(source), descriptions);
  }

  /** Returns the instances of shared parts on a page, in document order. `named` holds all shared parts. */
  onPage(name: string, named: ReadonlyMap<Part, NamedPart>): PagePart[] {
    const id = this.#pages.id(name);
    const { shown } = this.#pages.page(id);
    return this.#parts.instances(id).map(({ instance: { first, last }, part }) => {
      const { id: partId, name: partName, versions } = named.get(part)!;
      const version = versions.versionOf(id)!;
      return {
        id: partId,
        name: partName,
        start: shown.start[first]!,
        end: shown.end[last]!,
        pages: part.pages.size,
        version: idOf('v', version.hash),
        versionPages: version.pages.size,
        otherPages: versions.versions.reduce(
          (sum, other) => (other !== version && other.language === version.language ? sum + other.pages.size : sum),
          0,
        ),
      };
    });
  }

  /** Returns the parts of which a page has a version that fewer pages have than the most common one of its language. */
  rareOnPage(name: string, named: ReadonlyMap<Part, NamedPart>): Map<Part, RareVersion> {
    const id = this.#pages.id(name);
    const rare = new Map<Part, RareVersion>();
    for (const { part } of this.#parts.instances(id)) {
      const { id: partId, name: partName, versions } = named.get(part)!;
      const version = versions.versionOf(id)!;
      const most = versions.versions.find(({ language }) => language === version.language)!;
      if (most.pages.size > version.pages.size)
        rare.set(part, { part: partId, name: partName, pages: version.pages.size, most: most.pages.size });
    }
    return rare;
  }

  /** Returns the runs of a part on a page, in document order, and the token of every fixed node in them, by tree node. */
  runsOnPage(name: string, { part }: NamedPart): { runs: readonly Run[]; tokens: ReadonlyMap<number, number> } {
    const id = this.#pages.id(name);
    const runs = this.#runsByPart(id).get(part) ?? [];
    return { runs, tokens: new Map(runs.flatMap(run => [...this.#parts.tokens(id, run)])) };
  }

  /** Returns summaries of parts, in the given order. */
  summaries(named: readonly NamedPart[]): PartSummary[] {
    return partSummaries(named, this.#source(noText));
  }

  /** Finds a CSS selector for a part, see `partSelector`. `parts` holds all parts of the site. */
  selector(part: NamedPart, parts: readonly NamedPart[], source: TextOf): string | undefined {
    return partSelector(part, parts, this.#source(source));
  }

  /** Compares every version of a part with the expected one, see `comparedVersions`. */
  versions(part: NamedPart, source: TextOf): ComparedVersion[] {
    return comparedVersions(part, this.#source(source));
  }

  /** Finds parts with several common versions that nothing explains (`partSplits`), in the order of the parts. */
  splits(named: readonly NamedPart[], source: TextOf): PartSplit[] {
    return partSplits(named, this.#source(source));
  }

  /** Finds links that one translation of a part lacks and all others have, in the order of the parts. */
  translationGaps(named: readonly NamedPart[], source: TextOf): TranslationGap[] {
    return translationGaps(named, this.#source(source));
  }

  /** Plans the adoption of a version by all pages of a part; undefined if the part has no version with this id. */
  adoptionPlan(part: NamedPart, version: string): AdoptionPlan | undefined {
    return adoptionPlan(part, version, this.#source(noText), this.#parts.minimumPages);
  }

  /** The instances of a page by part. */
  #runsByPart(page: number): Map<Part, Instance[]> {
    const runs = new Map<Part, Instance[]>();
    for (const { instance, part } of this.#parts.instances(page)) {
      step();
      const list = runs.get(part);
      if (list) list.push(instance);
      else runs.set(part, [instance]);
    }
    return runs;
  }

  /** A source for summaries that caches pages and runs. */
  #source(textOf: TextOf): SummarySource {
    const read = new Map<number, SummaryPage>();
    const runs = new Map<number, Map<Part, Instance[]>>();
    const runsOn = (id: number): Map<Part, Instance[]> => {
      const known = runs.get(id) ?? this.#runsByPart(id);
      runs.set(id, known);
      return known;
    };
    return {
      page: id => {
        const known = read.get(id);
        if (known) return known;
        const own = this.#pages.page(id);
        let text: string | undefined;
        const page = {
          name: own.name,
          layout: own.layout,
          // Read on demand: a tree may have to be unpacked.
          get tree() {
            return own.tree;
          },
          get source() {
            text ??= textOf(own.name);
            return text;
          },
        };
        read.set(id, page);
        return page;
      },
      hash: id => this.#pages.hash(id),
      runs: (part, id) => runsOn(id).get(part) ?? [],
      sharing: id => this.#parts.sharing(id),
      lastWalk: id => this.#parts.lastWalk(id),
      tokens: (id, run) => this.#parts.tokens(id, run),
      template: (part, path) => ({ ...this.#parts.templateRuns(part, path), source: textOf(path) }),
    };
  }
}
