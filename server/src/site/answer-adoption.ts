import type { AdoptionEdits, PageEdits } from 'templens-shared/answers';
import type { EngineQuery } from 'templens-shared/stream';
import { adoptVersion } from '../core/edits/adopt-version.ts';
import type { PartOnPage } from '../core/edits/merge-runs.ts';
import type { PageSource } from '../core/edits/page-source.ts';
import { pageFolder } from '../core/keys/normal-form/relative-address.ts';
import type { NamedPart } from '../core/parts/descriptions.ts';
import { EngineError } from './engine-error.ts';
import { PageSources } from './page-sources.ts';
import type { SiteIndex } from './site-index.ts';
import { thresholds } from './thresholds.ts';

/**
 * Returns the edits that bring a version of a part to other pages, and the pages that cannot adopt it; undefined if a file changed since it was
 * indexed.
 * @throws EngineError if there is no such part or version.
 */
export function answerAdoption(
  site: SiteIndex,
  { part: id, version, pages: wanted }: Extract<EngineQuery, { kind: 'adoption' }>,
): AdoptionEdits | undefined {
  const part = site.parts.named(id);
  if (part === undefined) return undefined;
  const plan = part && site.model.parts.adoptionPlan(part, version);
  if (!part || !plan) throw new EngineError('no-answer', `No part ${id} has a version ${version}.`);
  const isWanted = (page: string): boolean => wanted?.includes(page) ?? true;
  const sources = new PageSources(site);
  const refused = plan.refused.filter(({ page }) => isWanted(page));
  const edited: PageEdits[] = [];
  for (const { page, ...change } of plan.pages) {
    if (!isWanted(page)) continue;
    const target = partOn(site, part, sources.editable(page));
    if (!target) return undefined;
    const adopted = adoptVersion(
      target,
      examplesFor(page, plan.examples, name => partOn(site, part, sources.example(name))),
      {
        ...change,
        isNew: plan.isNew,
      },
    );
    if (sources.outOfDate) return undefined;
    if ('refused' in adopted) refused.push({ page, reason: adopted.refused });
    else edited.push({ page, text: target.page.source, edits: [...adopted.edits] });
  }
  return { examples: plan.examples.length, pages: edited, refused };
}

/** The page with the runs of nodes where it has the part; undefined if there is no page. */
function partOn({ model }: SiteIndex, part: NamedPart, page: PageSource | undefined): PartOnPage | undefined {
  return page && { page, ...model.parts.runsOnPage(page.page, part) };
}

/** Yields examples of the version for a page. Those in its own folder come first: relative addresses are the same there. */
function* examplesFor(
  page: string,
  examples: readonly string[],
  load: (page: string) => PartOnPage | undefined,
): Generator<PartOnPage> {
  const isNear = (other: string): boolean => pageFolder(other) === pageFolder(page);
  const sorted = [...examples.filter(isNear), ...examples.filter(other => !isNear(other))];
  for (const example of sorted.slice(0, thresholds.adoptionExamples)) {
    const loaded = load(example);
    if (loaded) yield loaded;
  }
}
