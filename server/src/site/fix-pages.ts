import type { CheckCode, Diagnostic } from 'templens-shared/diagnostics';
import { applyEdits } from '../core/fixes/text-edit.ts';
import type { EngineHandle } from './engine-handle.ts';

/** Which findings to fix. */
export interface FixScope {
  pages: readonly string[];
  /** Only these; undefined means all. */
  codes?: readonly CheckCode[];
  /** Also fixes that a person should review first. */
  unsafe: boolean;
  /** A fix was tried and reverted: its finding was still reported, or a new one was. */
  reverted?: (page: string, identity: string) => void;
}

/** A page that fixes change. */
export interface FixedPage {
  page: string;
  before: string;
  after: string;
  /** Findings that are gone. */
  fixedFindings: Diagnostic[];
}

interface Draft {
  before: string;
  text: string;
  version: number;
  /** Identities of findings whose fix did not do what it was meant to. */
  failed: Set<string>;
  /** Fixes one finding at a time, because a fix of several failed. */
  careful: boolean;
}

/** Findings by page and identity. */
export type Findings = Map<string, Map<string, Diagnostic>>;

/**
 * Fixes findings in the engine's buffers, without writing a file, until no fixable finding is left. Reverts a fix if its finding is still
 * reported afterwards, or a new one is. The engine must have the site open, and no buffers.
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
    const round: { page: string; draft: Draft; old: string; fixedFindings: string[] }[] = [];
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
      round.push({ page, draft, old: fixes.text, fixedFindings: fixes.fixedFindings });
      draft.text = applyEdits(fixes.text, fixes.edits);
    }
    if (round.length === 0) break;
    for (const { page, draft } of round) setText(page, draft, draft.text);
    const after = await findingsOf(engine);
    const isNewElsewhere = hasNew(after, findings, new Set(round.map(({ page }) => page)));
    const bad = round.filter(({ page, fixedFindings }) => {
      const now = after.get(page) ?? new Map();
      return (
        isNewElsewhere || fixedFindings.some(identity => now.has(identity)) || !isKnown(now, findings.get(page) ?? new Map())
      );
    });
    // Fixing one page at a time shows which fix causes a new finding elsewhere.
    if (isNewElsewhere && round.length > 1) oneByOne = true;
    for (const { page, draft, old, fixedFindings } of bad) {
      const isAlone = round.length === 1 || !isNewElsewhere;
      if (fixedFindings.length === 1 && isAlone) {
        draft.failed.add(fixedFindings[0]!);
        scope.reverted?.(page, fixedFindings[0]!);
      }
      draft.careful = true;
      setText(page, draft, old);
    }
    findings = bad.length > 0 ? await findingsOf(engine) : after;
  }
  return [...drafts]
    .filter(([, { before, text }]) => before !== text)
    .map(([page, { before, text }]) => {
      const fixedFindings = [...(first.get(page)?.values() ?? [])].filter(({ identity }) => !findings.get(page)?.has(identity));
      return { page, before, after: text, fixedFindings };
    })
    .sort((a, b) => (a.page < b.page ? -1 : 1));
}

/** Does an unchanged page have a new difference? */
function hasNew(after: Findings, before: Findings, changed: ReadonlySet<string>): boolean {
  for (const [page, now] of after) if (!changed.has(page) && !isKnown(now, before.get(page) ?? new Map())) return true;
  return false;
}

/** Are all differences among those that were known? */
export function isKnown(now: ReadonlyMap<string, Diagnostic>, before: ReadonlyMap<string, Diagnostic>): boolean {
  const known = new Set([...before.values()].flatMap(differencesOf));
  return [...now.values()].every(diagnostic => differencesOf(diagnostic).every(identity => known.has(identity)));
}

export function differencesOf({ identity, details }: Diagnostic): string[] {
  return details ? details.map(detail => detail.identity) : [identity];
}

export async function findingsOf(engine: EngineHandle): Promise<Findings> {
  const findings: Findings = new Map();
  for (const { page, diagnostics } of await engine.query({ kind: 'check' })) {
    findings.set(page, new Map(diagnostics.map(diagnostic => [diagnostic.identity, diagnostic])));
  }
  return findings;
}
