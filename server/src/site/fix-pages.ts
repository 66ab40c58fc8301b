import type { CheckCode, Diagnostic } from 'templens-shared/diagnostics';
import { applyEdits } from '../core/fixes/text-edit.ts';
import type { EngineHandle } from './engine-handle.ts';

/** Which findings are to be mended. */
export interface FixScope {
  pages: readonly string[];
  /** Only these; undefined means all. */
  codes?: readonly CheckCode[];
  /** Also what a person should look at first. */
  unsafe: boolean;
  /** A fix was tried and taken back: its finding was still there, or another one came up. */
  takenBack?: (page: string, identity: string) => void;
}

/** A page that fixes change. */
export interface FixedPage {
  page: string;
  before: string;
  after: string;
  /** Findings that are gone. */
  mended: Diagnostic[];
}

interface Draft {
  before: string;
  text: string;
  version: number;
  /** Identities of findings whose fix did not do what it was meant to. */
  failed: Set<string>;
  /** One finding at a time is mended, because a fix of several failed. */
  careful: boolean;
}

type Findings = Map<string, Map<string, Diagnostic>>;

/**
 * Mends findings in the engine's buffers, without writing a file, until there is nothing left that can be mended. A fix of a page after
 * which its finding is still there, or another one is new there, is taken back. The engine must have the site open, and no buffers.
 */
export async function fixPages(engine: EngineHandle, scope: FixScope): Promise<FixedPage[]> {
  const drafts = new Map<string, Draft>();
  const first = await findingsOf(engine);
  let findings = first;
  let oneByOne = false;
  const setText = (page: string, draft: Draft, text: string) => {
    draft.text = text;
    engine.send({ command: 'text', page, version: ++draft.version, text });
  };
  for (;;) {
    const round: { page: string; draft: Draft; old: string; mended: string[] }[] = [];
    for (const page of scope.pages) {
      if (oneByOne && round.length > 0) break;
      if (![...(findings.get(page)?.values() ?? [])].some(({ fixable }) => fixable)) continue;
      const known = drafts.get(page);
      const fixes = await engine.query({
        kind: 'fixes',
        page,
        unsafe: scope.unsafe,
        except: [...(known?.failed ?? [])],
        ...(scope.codes && { codes: [...scope.codes] }),
        ...(known?.careful && { limit: 1 }),
      });
      if (fixes.edits.length === 0) continue;
      const draft = known ?? { before: fixes.text, text: fixes.text, version: 0, failed: new Set(), careful: false };
      drafts.set(page, draft);
      round.push({ page, draft, old: fixes.text, mended: fixes.mended });
      draft.text = applyEdits(fixes.text, fixes.edits);
    }
    if (round.length === 0) break;
    for (const { page, draft } of round) setText(page, draft, draft.text);
    const after = await findingsOf(engine);
    const isNewElsewhere = hasNew(after, findings, new Set(round.map(({ page }) => page)));
    const bad = round.filter(({ page, mended }) => {
      const now = after.get(page) ?? new Map();
      return isNewElsewhere || mended.some(identity => now.has(identity)) || !isKnown(now, findings.get(page) ?? new Map());
    });
    // One page at a time tells which of them brings something up on another.
    if (isNewElsewhere && round.length > 1) oneByOne = true;
    for (const { page, draft, old, mended } of bad) {
      const isAlone = round.length === 1 || !isNewElsewhere;
      if (mended.length === 1 && isAlone) {
        draft.failed.add(mended[0]!);
        scope.takenBack?.(page, mended[0]!);
      }
      draft.careful = true;
      setText(page, draft, old);
    }
    findings = bad.length > 0 ? await findingsOf(engine) : after;
  }
  return [...drafts]
    .filter(([, { before, text }]) => before !== text)
    .map(([page, { before, text }]) => {
      const mended = [...(first.get(page)?.values() ?? [])].filter(({ identity }) => !findings.get(page)?.has(identity));
      return { page, before, after: text, mended };
    })
    .sort((a, b) => (a.page < b.page ? -1 : 1));
}

/** Has a page that was not changed a difference that it did not have? */
function hasNew(after: Findings, before: Findings, changed: ReadonlySet<string>): boolean {
  for (const [page, now] of after) if (!changed.has(page) && !isKnown(now, before.get(page) ?? new Map())) return true;
  return false;
}

/** Are all differences among those that were known? */
function isKnown(now: ReadonlyMap<string, Diagnostic>, before: ReadonlyMap<string, Diagnostic>): boolean {
  const known = new Set([...before.values()].flatMap(differencesOf));
  return [...now.values()].every(diagnostic => differencesOf(diagnostic).every(identity => known.has(identity)));
}

function differencesOf({ identity, details }: Diagnostic): string[] {
  return details ? details.map(detail => detail.identity) : [identity];
}

async function findingsOf(engine: EngineHandle): Promise<Findings> {
  const findings: Findings = new Map();
  for (const { page, diagnostics } of await engine.query({ kind: 'check' })) {
    findings.set(page, new Map(diagnostics.map(diagnostic => [diagnostic.identity, diagnostic])));
  }
  return findings;
}
