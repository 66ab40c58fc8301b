import type { CheckCode, Finding } from 'templens-shared/findings';
import { type ChangedPage, Drafts } from './drafts.ts';
import type { EngineHandle } from './engine-handle.ts';
import { differenceIdentities, type Findings, findingsOf } from './findings.ts';

/** Which findings to fix. */
export interface FixScope {
  pages: readonly string[];
  /** Codes of findings to fix; undefined means all. */
  codes?: readonly CheckCode[];
  /** True if unsafe fixes are wanted, too: those that a person should review. */
  unsafe: boolean;
  /** True if the engine had a buffer of the page before the run. Default: false for all pages. */
  hasBuffer?: (page: string) => boolean;
}

/** A page that fixes change. */
export interface FixedPage extends ChangedPage {
  /** Findings that the fixes removed. */
  fixedFindings: Finding[];
}

/** What a run of fixes came to. */
export interface FixOutcome {
  /** Pages with kept fixes. */
  fixed: FixedPage[];
  /** Findings whose fixes were reverted to the end, because the finding was still reported or a new one appeared. */
  reverted: { page: string; identity: string; reason: string }[];
}

/**
 * Fixes findings in the engine's buffers, without writing a file, until no fix can be kept. A fix is kept only if every difference of its
 * findings is gone and no page of the site has a new one, so each fix reduces the number of differences. The last pass tries all fixes and
 * changes nothing; a second run would start with the same pass, so it changes nothing either. The changed pages stay in buffers.
 * @param engine must have the site open, with checks.
 */
export async function fixPages(engine: EngineHandle, scope: FixScope): Promise<FixOutcome> {
  const run = new FixRun(engine, scope, await findingsOf(engine));
  while (await run.pass());
  return run.outcome();
}

/** Fixes that are tried together: identities of their findings, by page. */
type Batch = ReadonlyMap<string, readonly string[]>;

/** Why a batch was reverted, in sentences: what is wrong on pages of the batch, and on the first other page with a new finding. */
interface Failure {
  readonly blamed: ReadonlyMap<string, string>;
  readonly elsewhere: string | undefined;
}

const STAYS = 'The finding would stay after the fix.';

class FixRun {
  readonly #engine: EngineHandle;
  readonly #scope: FixScope;
  readonly #drafts: Drafts;
  /** Findings with the kept fixes. */
  #findings: Findings;
  /** Findings that kept fixes removed, by page. */
  readonly #fixed = new Map<string, Finding[]>();
  /** Reasons why fixes failed in this pass, by the identity of the finding, by page. */
  readonly #failed = new Map<string, Map<string, string>>();
  /** True if this pass kept a fix. */
  #changed = false;

  constructor(engine: EngineHandle, scope: FixScope, findings: Findings) {
    this.#engine = engine;
    this.#scope = scope;
    this.#drafts = new Drafts(engine);
    this.#findings = findings;
  }

  /** Tries every fix, as a new run would. False if none is kept. */
  async pass(): Promise<boolean> {
    this.#failed.clear();
    this.#changed = false;
    for (;;) {
      const batch = await this.#untried();
      if (batch.size === 0) return this.#changed;
      await this.#settle(batch);
    }
  }

  /** Ends the run. Call it after a pass that kept no fix: that pass tried all fixes that are left. */
  outcome(): FixOutcome {
    const wasBuffer = this.#scope.hasBuffer ?? (() => false);
    const changed = this.#drafts.finish(wasBuffer);
    return {
      fixed: changed.map(page => ({ ...page, fixedFindings: this.#fixed.get(page.page) ?? [] })),
      reverted: [...this.#failed].flatMap(([page, failed]) =>
        [...failed].map(([identity, reason]) => ({ page, identity, reason })),
      ),
    };
  }

  /** Returns the fixes that did not fail in this pass and that do not overlap. */
  async #untried(): Promise<Batch> {
    const batch = new Map<string, string[]>();
    for (const page of this.#scope.pages) {
      if (!this.#findings.get(page)?.some(({ fixable }) => fixable)) continue;
      const { edits, fixedFindings } = await this.#fixesOf(page, { except: [...(this.#failed.get(page)?.keys() ?? [])] });
      if (edits.length > 0) batch.set(page, fixedFindings);
    }
    return batch;
  }

  /** Keeps as much of a batch as possible: all of it, or smaller batches that are tried one after another. */
  async #settle(batch: Batch): Promise<void> {
    if (batch.size === 0) return;
    const failure = await this.#attempt(batch);
    if (!failure) return;
    const { blamed } = failure;
    const isElsewhere = failure.elsewhere !== undefined;
    const isSingle = [...batch.values()].every(({ length }) => length === 1);
    if (isSingle && (batch.size === 1 || (!isElsewhere && blamed.size === batch.size))) return this.#fail(batch, failure);
    const smaller = isElsewhere || blamed.size === batch.size ? halves(batch, isElsewhere) : separated(batch, blamed);
    for (const part of smaller) await this.#settle(part);
  }

  /** Notes that all fixes of a batch failed. */
  #fail(batch: Batch, { blamed, elsewhere }: Failure): void {
    for (const [page, identities] of batch) {
      const failed = this.#failed.get(page) ?? new Map<string, string>();
      for (const identity of identities) failed.set(identity, blamed.get(page) ?? elsewhere ?? STAYS);
      this.#failed.set(page, failed);
    }
  }

  /** Applies the fixes of a batch. Reverts all of them, and says why, unless all their differences are gone and none is new. */
  async #attempt(batch: Batch): Promise<Failure | undefined> {
    const old = new Map<string, string>();
    const targets = new Map<string, ReadonlySet<string>>();
    for (const [page, only] of batch) {
      const fixes = await this.#fixesOf(page, { only });
      if (fixes.edits.length === 0) continue;
      old.set(page, fixes.text);
      targets.set(page, new Set(fixes.fixedFindings));
      this.#drafts.edit(fixes);
    }
    if (old.size === 0) return undefined;
    const after = await findingsOf(this.#engine);
    const blamed = new Map<string, string>();
    let elsewhere: string | undefined;
    for (const [page, found] of after) {
      const before = this.#findings.get(page) ?? [];
      const allowed = before.filter(({ identity }) => !targets.get(page)?.has(identity));
      if (isWithin(differenceIdentities(found), differenceIdentities(allowed))) continue;
      const reason = failureOn(page, before, found);
      if (old.has(page)) blamed.set(page, reason);
      else elsewhere ??= reason;
    }
    if (blamed.size === 0 && elsewhere === undefined) {
      this.#accept(old.keys(), after);
      return undefined;
    }
    for (const [page, text] of old) this.#drafts.setText(page, text);
    return { blamed, elsewhere };
  }

  /** Keeps the fixes of these pages. @param after findings with them. */
  #accept(pages: Iterable<string>, after: Findings): void {
    for (const page of pages) {
      const left = new Set(differenceIdentities(after.get(page) ?? []));
      const gone = (this.#findings.get(page) ?? []).filter(
        finding => !differenceIdentities([finding]).some(each => left.has(each)),
      );
      this.#fixed.set(page, [...(this.#fixed.get(page) ?? []), ...gone]);
    }
    this.#findings = after;
    this.#changed = true;
  }

  /** Asks for fixes of a page; of all its findings but those in `except`, or of those in `only`. */
  #fixesOf(page: string, which: { except: readonly string[] } | { only: readonly string[] }) {
    const { unsafe, codes } = this.#scope;
    return this.#engine.query({ kind: 'fixes', page, unsafe, ...which, ...(codes && { codes }) });
  }
}

/** Splits a batch in two: half of the pages each if `isElsewhere` or every page has one fix, otherwise half of each page's fixes. */
function halves(batch: Batch, isElsewhere: boolean): Batch[] {
  const pages = [...batch];
  if (batch.size > 1 && (isElsewhere || pages.every(([, { length }]) => length === 1))) {
    const middle = batch.size >> 1;
    return [new Map(pages.slice(0, middle)), new Map(pages.slice(middle))];
  }
  const middle = ({ length }: readonly string[]): number => (length + 1) >> 1;
  const second = pages.filter(([, { length }]) => length > 1);
  return [
    new Map(pages.map(([page, identities]) => [page, identities.slice(0, middle(identities))])),
    new Map(second.map(([page, identities]) => [page, identities.slice(middle(identities))])),
  ];
}

/** Splits a batch into the pages that are not blamed and those that are. */
function separated(batch: Batch, blamed: ReadonlyMap<string, string>): Batch[] {
  return [false, true].map(isBlamed => new Map([...batch].filter(([page]) => blamed.has(page) === isBlamed)));
}

/** Says which finding of a page is new after a fix, or that none is. */
function failureOn(page: string, before: readonly Finding[], after: readonly Finding[]): string {
  const known = new Set(differenceIdentities(before));
  const fresh = after.find(finding => differenceIdentities([finding]).some(identity => !known.has(identity)));
  return fresh ? `${page} would have a new finding: ${fresh.message}` : STAYS;
}

/** True if the first list is a sub-multiset of the second: each identity occurs at most as often. */
function isWithin(found: readonly string[], allowed: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const identity of allowed) left.set(identity, (left.get(identity) ?? 0) + 1);
  return found.every(identity => {
    const times = left.get(identity) ?? 0;
    left.set(identity, times - 1);
    return times > 0;
  });
}
