import type { PagePart, PartSplit, PartSummary, TranslationGap } from 'templens-shared/parts';
import { step } from '../../html/steps.ts';
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

/** Gives the text of a page, or of a template file, by its path. */
type TextOf = (path: string) => string;

const noText: TextOf = () => '';

/** The pages of a site. */
interface Pages {
  id(name: string): number;
  hash(id: number): number;
  /** A page as it is shown; `layout` is the layout's name. */
  page(id: number): Omit<SummaryPage, 'source'>;
}

/** Questions about the shared parts of a site, for people: with names, versions, and what differs. */
export class PartQueries {
  readonly #parts: SiteParts;
  readonly #pages: Pages;

  constructor(parts: SiteParts, pages: Pages) {
    this.#parts = parts;
    this.#pages = pages;
  }

  /** The shared parts with their names, the most common first. */
  named(source: TextOf, descriptions: PartDescriptions = new PartDescriptions()): readonly NamedPart[] {
    return namedParts(this.#parts.list(), this.#source(source), descriptions);
  }

  /** Where a page has the named parts, in document order. */
  onPage(name: string, named: ReadonlyMap<Part, NamedPart>): PagePart[] {
    const id = this.#pages.id(name);
    const { tree } = this.#pages.page(id);
    return this.#parts.instances(id).map(({ instance: { first, last }, part }) => {
      const { id: partId, name: partName, versions } = named.get(part)!;
      const version = versions.versionOf(id)!;
      return {
        id: partId,
        name: partName,
        start: tree.start[first]!,
        end: tree.end[last]!,
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

  /** Where a page has a part, in document order, and the token of every fixed node there. */
  runsOnPage(name: string, { part }: NamedPart): { runs: readonly Run[]; tokens: ReadonlyMap<number, number> } {
    const id = this.#pages.id(name);
    const runs = this.#runsByPart(id).get(part) ?? [];
    return { runs, tokens: new Map(runs.flatMap(run => [...this.#parts.tokens(id, run)])) };
  }

  /** Summaries of named parts, in their order. */
  summaries(named: readonly NamedPart[]): PartSummary[] {
    return partSummaries(named, this.#source(noText));
  }

  /** See `partSelector`; `parts` are all parts of the site. */
  selector(part: NamedPart, parts: readonly NamedPart[], source: TextOf): string | undefined {
    return partSelector(part, parts, this.#source(source));
  }

  /** Every version of a part, compared with the most common one of its language. */
  versions(part: NamedPart, source: TextOf): ComparedVersion[] {
    return comparedVersions(part, this.#source(source));
  }

  /** The parts with several common versions that nothing explains; in the order of the parts. */
  splits(named: readonly NamedPart[], source: TextOf): PartSplit[] {
    return partSplits(named, this.#source(source));
  }

  /** Where all translations of a part but one link to a file; in the order of the parts. */
  translationGaps(named: readonly NamedPart[], source: TextOf): TranslationGap[] {
    return translationGaps(named, this.#source(source));
  }

  /** What has to happen so that all pages of a part have one version; undefined where the part has no such version. */
  adoptionPlan(part: NamedPart, version: string): AdoptionPlan | undefined {
    return adoptionPlan(part, version, this.#source(noText), this.#parts.need);
  }

  /** Where a page has each of its parts. */
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
          // Most of what asks needs no tree, and a tree may have to be unpacked.
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
      walk: id => this.#parts.walk(id),
      tokens: (id, run) => this.#parts.tokens(id, run),
      template: (part, path) => ({ ...this.#parts.templateRuns(part, path), source: textOf(path) }),
    };
  }
}
