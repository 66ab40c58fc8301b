import type { PagePart } from 'templens-shared/parts';
import type { PageVerdicts } from './verdicts.ts';

/** What the last `regions` events of open pages contained, and the pages that need a new event. The label phase writes it. */
export class ReportedRegions {
  /** Open pages whose regions are to be reported; those whose text changed come first. */
  readonly due = new Set<string>();
  /** By page: its deviating nodes and absences, as JSON; no entry if there are none. */
  readonly #deviating = new Map<string, string>();
  /** By page: its parts, as JSON. */
  readonly #parts = new Map<string, string>();

  /** The open pages for which a `regions` event was reported. */
  get pages(): string[] {
    return [...this.#parts.keys()];
  }

  /** Due pages whose last event had deviating nodes. They are checked before the next event, so that their marks do not vanish for a moment. */
  get deviatingDue(): string[] {
    return [...this.due].filter(page => this.#deviating.has(page));
  }

  /** True if a `regions` event of the page was reported. */
  has(page: string): boolean {
    return this.#parts.has(page);
  }

  /** Notes the parts that were reported. */
  setParts(page: string, parts: readonly PagePart[]): void {
    this.#parts.set(page, JSON.stringify(parts));
  }

  /** True if these parts differ from those that were reported. */
  hasOtherParts(page: string, parts: readonly PagePart[] | undefined): boolean {
    return this.#parts.get(page) !== JSON.stringify(parts);
  }

  /** Notes what deviates on a page; returns true if that changed. */
  setDeviating(page: string, { deviating, absences }: PageVerdicts): boolean {
    const isNone = deviating.length + absences.length === 0;
    const current = isNone ? '' : JSON.stringify([deviating, absences]);
    const before = this.#deviating.get(page) ?? '';
    if (isNone) this.#deviating.delete(page);
    else this.#deviating.set(page, current);
    return current !== before;
  }

  /** Drops a page that was closed or removed. */
  forget(page: string): void {
    this.due.delete(page);
    this.#deviating.delete(page);
    this.#parts.delete(page);
  }
}
