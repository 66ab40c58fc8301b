import type { CheckCode, Finding } from 'templens-shared/findings';
import { type ChangedPage, Drafts } from './drafts.ts';
import type { EngineHandle } from './engine-handle.ts';
import { differencesIn, type Findings, findingsOf } from './findings.ts';

/** Which findings to fix. */
export interface FixScope {
  pages: readonly string[];
  /** Only these; undefined means all. */
  codes?: readonly CheckCode[];
  /** Also fixes that a person should review first. */
  unsafe: boolean;
  /** A fix was tried and reverted: its finding was still reported, or a new one was. */
  reverted?: (page: string, identity: string) => void;
  /** Does the engine have a buffer of the page already? Default: of none. */
  hasBuffer?: (page: string) => boolean;
}

/** A page that fixes change. */
export interface FixedPage extends ChangedPage {
  /** Findings that are gone. */
  fixedFindings: Finding[];
}

/**
 * Fixes findings in the engine's buffers, without writing a file, until no fixable finding is left. A fix is kept only if every difference
 * of its findings is gone and no page of the site has a new one, so that each fix leaves fewer differences than before. It ends with a pass
 * over all findings that changes nothing: a second run begins where that pass began, and changes nothing either. The engine must have the
 * site open, with checks. The changed pages stay in buffers.
 */
export async function fixPages(engine: EngineHandle, scope: FixScope): Promise<FixedPage[]> {
  const run = new FixRun(engine, scope, await findingsOf(engine));
  while (await run.pass());
  return run.fixed();
}

/** Identities of the findings to fix, by page. */
type Batch = ReadonlyMap<string, readonly string[]>;

/** A batch that was reverted: the pages of it whose own findings show that, and whether any other page's do. */
interface Failure {
  readonly blamed: ReadonlySet<string>;
  readonly isElsewhere: boolean;
}

class FixRun {
  readonly #engine: EngineHandle;
  readonly #scope: FixScope;
  readonly #drafts: Drafts;
  #findings: Findings;
  /** Findings that are gone, by page. */
  readonly #fixed = new Map<string, Finding[]>();
  /** Identities of the findings whose fixes failed in this pass, by page. */
  readonly #failed = new Map<string, string[]>();
  #changed = false;

  constructor(engine: EngineHandle, scope: FixScope, findings: Findings) {
    this.#engine = engine;
    this.#scope = scope;
    this.#drafts = new Drafts(engine);
    this.#findings = findings;
  }

  /** Tries every fix, as a new run would. False where none is kept. */
  async pass(): Promise<boolean> {
    this.#failed.clear();
    this.#changed = false;
    for (;;) {
      const batch = await this.#untried();
      if (batch.size === 0) return this.#changed;
      await this.#settle(batch);
    }
  }

  fixed(): FixedPage[] {
    const wasBuffer = this.#scope.hasBuffer ?? (() => false);
    return this.#drafts.finish(wasBuffer).map(changed => ({ ...changed, fixedFindings: this.#fixed.get(changed.page) ?? [] }));
  }

  /** Fixes that did not fail yet and do not touch each other. */
  async #untried(): Promise<Batch> {
    const batch = new Map<string, string[]>();
    for (const page of this.#scope.pages) {
      if (!this.#findings.get(page)?.some(({ fixable }) => fixable)) continue;
      const { edits, fixedFindings } = await this.#fixesOf(page, { except: this.#failed.get(page) ?? [] });
      if (edits.length > 0) batch.set(page, fixedFindings);
    }
    return batch;
  }

  /** Keeps what it can of a batch: all of it, or parts that are tried one after the other. */
  async #settle(batch: Batch): Promise<void> {
    if (batch.size === 0) return;
    const failure = await this.#attempt(batch);
    if (!failure) return;
    const { blamed, isElsewhere } = failure;
    const isSingle = [...batch.values()].every(({ length }) => length === 1);
    if (isSingle && (batch.size === 1 || (!isElsewhere && blamed.size === batch.size))) return this.#fail(batch);
    const parts = isElsewhere || blamed.size === batch.size ? halves(batch, isElsewhere) : parted(batch, blamed);
    for (const part of parts) await this.#settle(part);
  }

  #fail(batch: Batch): void {
    for (const [page, identities] of batch) {
      this.#failed.set(page, [...(this.#failed.get(page) ?? []), ...identities]);
      for (const identity of identities) this.#scope.reverted?.(page, identity);
    }
  }

  /** Makes the fixes of a batch, and reverts all of them unless they leave fewer differences and no new one. */
  async #attempt(batch: Batch): Promise<Failure | undefined> {
    const old = new Map<string, string>();
    const meant = new Map<string, ReadonlySet<string>>();
    for (const [page, only] of batch) {
      const fixes = await this.#fixesOf(page, { only });
      if (fixes.edits.length === 0) continue;
      old.set(page, fixes.text);
      meant.set(page, new Set(fixes.fixedFindings));
      this.#drafts.edit(fixes);
    }
    if (old.size === 0) return undefined;
    const after = await findingsOf(this.#engine);
    const blamed = new Set<string>();
    let isElsewhere = false;
    for (const [page, found] of after) {
      const before = this.#findings.get(page) ?? [];
      const allowed = before.filter(({ identity }) => !meant.get(page)?.has(identity));
      if (isPartOf(differencesIn(found), differencesIn(allowed))) continue;
      if (old.has(page)) blamed.add(page);
      else isElsewhere = true;
    }
    if (blamed.size === 0 && !isElsewhere) {
      this.#accept(old.keys(), after);
      return undefined;
    }
    for (const [page, text] of old) this.#drafts.setText(page, text);
    return { blamed, isElsewhere };
  }

  #accept(pages: Iterable<string>, after: Findings): void {
    for (const page of pages) {
      const left = new Set(differencesIn(after.get(page) ?? []));
      const gone = (this.#findings.get(page) ?? []).filter(finding => !differencesIn([finding]).some(each => left.has(each)));
      this.#fixed.set(page, [...(this.#fixed.get(page) ?? []), ...gone]);
    }
    this.#findings = after;
    this.#changed = true;
  }

  #fixesOf(page: string, which: { except: readonly string[] } | { only: readonly string[] }) {
    const { unsafe, codes } = this.#scope;
    return this.#engine.query({ kind: 'fixes', page, unsafe, ...which, ...(codes && { codes }) });
  }
}

/** Two batches of half of the pages each; or of half of each page's findings. */
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

/** The pages that are not blamed, and those that are. */
function parted(batch: Batch, blamed: ReadonlySet<string>): Batch[] {
  return [false, true].map(isBlamed => new Map([...batch].filter(([page]) => blamed.has(page) === isBlamed)));
}

/** Are the parts among the whole, each as often as it is there? */
function isPartOf(parts: readonly string[], whole: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const identity of whole) left.set(identity, (left.get(identity) ?? 0) + 1);
  return parts.every(identity => {
    const times = left.get(identity) ?? 0;
    left.set(identity, times - 1);
    return times > 0;
  });
}
