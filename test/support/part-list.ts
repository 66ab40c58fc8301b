// All that a model says of the parts of its site, as the surfaces ask for it.
import type { PagePart, PartSummary } from 'templens-shared/parts';
import type { SiteModel } from '../../server/src/core/model/site-model.ts';
import type { PartDescriptions } from '../../server/src/core/parts/descriptions.ts';
import type { ComparedVersion } from '../../server/src/core/parts/differences.ts';

export interface PartList {
  parts: PartSummary[];
  /** Where a page has them, in document order. */
  onPage(page: string): PagePart[];
  /** Every version of a part with its differences. */
  versions(id: string): ComparedVersion[];
}

/** @param source gives the text of a page. `descriptions` may be kept while the model changes. */
export function partList(model: SiteModel, source: (page: string) => string, descriptions?: PartDescriptions): PartList {
  const named = model.parts.named(source, descriptions);
  const byPart = new Map(named.map(each => [each.part, each]));
  return {
    parts: model.parts.summaries(named),
    onPage: page => model.parts.onPage(page, byPart),
    versions: id => model.parts.versions(named.find(each => each.id === id)!, source),
  };
}
