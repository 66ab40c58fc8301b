import type { AdoptionEdits } from 'templens-shared/answers';
import { type ChangedPage, Drafts } from './drafts.ts';
import type { EngineHandle } from './engine-handle.ts';
import { differenceIdentities, type Findings, findingsOf } from './findings.ts';
import { thresholds } from './thresholds.ts';

/** A version of a part that pages are to adopt. */
export interface WantedVersion {
  /** Id of the part. */
  readonly part: string;
  /** Id of the version. */
  readonly version: string;
  readonly partName: string;
  /** A page that has the version. */
  readonly example: string;
  /** The pages that adopt the version; undefined means every page with another version. */
  readonly pages?: readonly string[];
  /** True if the engine had a buffer of the page before the adoption. */
  readonly hasBuffer: (page: string) => boolean;
}

/** The result of an adoption. */
export interface AdoptedPages {
  pages: ChangedPage[];
  /** Pages that keep their version, sorted, each with a sentence that says why. */
  refused: { page: string; reason: string }[];
  /** New findings on unchanged pages, which now differ from the version that most pages have. */
  uncovered: { page: string; message: string }[];
}

/**
 * Changes pages that have other versions of a part to the wanted version, in the engine's buffers, without writing a file. A page is reverted
 * if it would get a new finding or keep another version. The changed pages stay in buffers.
 * @param engine must have the site open, with checks.
 */
export async function adoptOnPages(engine: EngineHandle, wanted: WantedVersion): Promise<AdoptedPages> {
  const before = await findingsOf(engine);
  const only = wanted.pages && { pages: [...wanted.pages] };
  let plan = await engine.query({ kind: 'adoption', part: wanted.part, version: wanted.version, ...only });
  const refused = new Map(plan.refused.map(({ page, reason }) => [page, reason]));
  const drafts = new Drafts(engine);
  for (let round = 0; plan.pages.length > 0; round++) {
    if (round === thresholds.adoptionRounds) {
      for (const { page } of plan.pages) {
        drafts.revert(page);
        refused.set(page, 'It would still have another version.');
      }
      break;
    }
    for (const edits of plan.pages) drafts.edit(edits);
    await revertHarmed(engine, drafts, before, refused);
    plan = await nextPlan(engine, wanted, drafts.pages);
    for (const { page, reason } of plan.refused) {
      drafts.revert(page);
      refused.set(page, reason);
    }
  }
  const sorted = [...refused].sort(([a], [b]) => (a < b ? -1 : 1));
  const uncovered = newFindings(await findingsOf(engine), before).filter(({ page }) => !refused.has(page));
  return { pages: drafts.finish(wanted.hasBuffer), refused: sorted.map(([page, reason]) => ({ page, reason })), uncovered };
}

/** Reverts each page on which its draft causes a new finding. */
async function revertHarmed(engine: EngineHandle, drafts: Drafts, before: Findings, refused: Map<string, string>): Promise<void> {
  for (;;) {
    const harmed = newFindings(await findingsOf(engine), before).filter(({ page }) => drafts.has(page));
    if (harmed.length === 0) return;
    for (const { page, message } of harmed) {
      drafts.revert(page);
      refused.set(page, `It would have a new finding: ${message}`);
    }
  }
}

/** The first new finding of each page that has one. */
function newFindings(after: Findings, before: Findings): { page: string; message: string }[] {
  return [...after].flatMap(([page, now]) => {
    const known = new Set(differenceIdentities(before.get(page) ?? []));
    const fresh = now.find(finding => differenceIdentities([finding]).some(identity => !known.has(identity)));
    return fresh ? [{ page, message: fresh.message }] : [];
  });
}

/** Returns the edits that these pages still need. An edit can change the ids of the part and of its versions, so both are looked up again. */
async function nextPlan(
  engine: EngineHandle,
  { part, partName, example }: WantedVersion,
  pages: readonly string[],
): Promise<AdoptionEdits> {
  const nothing: AdoptionEdits = { examples: 0, pages: [], refused: [] };
  if (pages.length === 0) return nothing;
  const parts = await engine.query({ kind: 'parts' });
  const current = parts.find(({ id }) => id === part) ?? parts.find(({ name }) => name === partName);
  const version = current?.versions.find(other => other.pages.includes(example));
  return current && version
    ? engine.query({ kind: 'adoption', part: current.id, version: version.id, pages: [...pages] })
    : nothing;
}
