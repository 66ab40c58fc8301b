import type { AdoptionEdits } from 'templens-shared/stream';
import { type ChangedPage, Drafts } from './drafts.ts';
import type { EngineHandle } from './engine-handle.ts';
import { differencesIn, type Findings, findingsOf } from './findings.ts';

/** A version of a part that pages are to adopt. */
export interface WantedVersion {
  /** Ids. */
  readonly part: string;
  readonly version: string;
  readonly partName: string;
  /** A page that has it. */
  readonly example: string;
  /** Only these pages adopt it; undefined means all. */
  readonly pages?: readonly string[];
  /** Does the engine have a buffer of the page already? */
  readonly hasBuffer: (page: string) => boolean;
}

/** The result of an adoption. */
export interface AdoptedPages {
  pages: ChangedPage[];
  /** Pages that keep their versions, with the reason: a sentence; sorted. */
  refused: { page: string; reason: string }[];
  /** New findings on pages that stay as they are: they differ from what most pages now agree on. */
  uncovered: { page: string; message: string }[];
}

/** An edit can make other nodes shared, and so uncover what still differs. */
const MOST_ROUNDS = 3;

/**
 * Brings a version of a part to the pages that have another one, in the engine's buffers, without writing a file. A page that would have a
 * new finding, or still another version, is left as it is. The engine must have the site open, with checks. The changed pages stay in
 * buffers.
 */
export async function adoptOnPages(engine: EngineHandle, wanted: WantedVersion): Promise<AdoptedPages> {
  const before = await findingsOf(engine);
  const only = wanted.pages && { pages: [...wanted.pages] };
  let plan = await engine.query({ kind: 'adoption', part: wanted.part, version: wanted.version, ...only });
  const refused = new Map(plan.refused.map(({ page, reason }) => [page, reason]));
  const drafts = new Drafts(engine);
  for (let round = 0; plan.pages.length > 0; round++) {
    if (round === MOST_ROUNDS) {
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
    const known = new Set(differencesIn(before.get(page) ?? []));
    const fresh = now.find(finding => differencesIn([finding]).some(identity => !known.has(identity)));
    return fresh ? [{ page, message: fresh.message }] : [];
  });
}

/** What is left to do for these pages: ids follow the words of parts, and so does the version of the example. */
async function nextPlan(
  engine: EngineHandle,
  { part, partName, example }: WantedVersion,
  pages: readonly string[],
): Promise<AdoptionEdits> {
  const nothing: AdoptionEdits = { examples: 0, pages: [], refused: [] };
  if (pages.length === 0) return nothing;
  const parts = await engine.query({ kind: 'parts' });
  const now = parts.find(({ id }) => id === part) ?? parts.find(({ name }) => name === partName);
  const version = now?.versions.find(other => other.pages.includes(example));
  return now && version ? engine.query({ kind: 'adoption', part: now.id, version: version.id, pages: [...pages] }) : nothing;
}
