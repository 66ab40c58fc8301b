import type { CheckCode, Diagnostic } from 'templens-shared/diagnostics';
import { applyEdits } from '../core/fixes/text-edit.ts';
import type { EngineHandle } from './engine-handle.ts';

/** Which findings are to be mended. */
export interface FixScope {
  pages: readonly string[];
  /** Only these; undefined means all. */
  codes?: readonly CheckCode[];
  /** Also what takes away or replaces words of the page. */
  unsafe: boolean;
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
  const setText = (page: string, draft: Draft, text: string) => {
    draft.text = text;
    engine.send({ command: 'text', page, version: ++draft.version, text });
  };
  for (;;) {
    const round: { page: string; draft: Draft; old: string; mended: string[] }[] = [];
    for (const page of scope.pages) {
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
    const bad = round.filter(({ page, mended }) => {
      const now = after.get(page) ?? new Map();
      const then = findings.get(page) ?? new Map();
      return mended.some(identity => now.has(identity)) || [...now.keys()].some(identity => !then.has(identity));
    });
    for (const { page, draft, old, mended } of bad) {
      if (mended.length === 1) draft.failed.add(mended[0]!);
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

async function findingsOf(engine: EngineHandle): Promise<Findings> {
  const findings: Findings = new Map();
  for (const { page, diagnostics } of await engine.query({ kind: 'check' })) {
    findings.set(page, new Map(diagnostics.map(diagnostic => [diagnostic.identity, diagnostic])));
  }
  return findings;
}
